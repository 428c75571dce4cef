import { createColumns, type DataColumn } from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { majorUnits } from '../../platform/money/money.ts'

const c = createColumns<EventRow>()

/** Columns of the search result, in their first order; `id` is the name the contract sorts and filters by. */
export function searchTableColumns(href: (row: EventRow) => string): DataColumn<EventRow>[] {
  const sortable = true
  const hidden = { sortable, initiallyHidden: true }
  return [
    c.idLink('externalId', { labelId: 'Events.Column.PurchaseId', value: row => row.externalId, href, sortable, size: 148 }),
    c.dateTime('at', { labelId: 'Events.Column.At', value: row => row.at, sortable }),
    c.score('riskScore', { labelId: 'Events.Column.RiskScore', value: row => row.riskScore, sortable }),
    c.decision('decision', { labelId: 'Events.Column.Decision', value: row => row.decision, sortable }),
    c.money('amount', {
      labelId: 'Events.Column.Amount', value: row => (row.amount === null || row.currency === null ? null : majorUnits(row.amount, row.currency)),
      currency: row => row.currency ?? '', sortable,
    }),
    c.text('email', { labelId: 'Events.Column.Email', value: row => row.email, sortable, size: 220 }),
    c.text('userId', { labelId: 'Events.Column.UserId', value: row => row.userId, sortable, mono: true, size: 140 }),
    c.text('ip', { labelId: 'Events.Column.Ip', value: row => row.ip, sortable, mono: true, size: 140 }),
    c.country('ipCountry', { labelId: 'Events.Column.IpCountry', value: row => row.ipCountry, sortable }),
    c.text('deviceId', { labelId: 'Events.Column.DeviceId', value: row => row.deviceId, sortable, mono: true, size: 180 }),
    c.text('rule', { labelId: 'Events.Column.Rule', value: row => row.rule, sortable }),
    c.text('clause', { labelId: 'Events.Column.Clause', value: row => row.clause, ...hidden }),
    c.text('reason', { labelId: 'Events.Column.Reason', value: row => row.reason, ...hidden }),
    c.text('label', { labelId: 'Events.Column.Label', value: row => row.label, sortable, size: 110 }),
    c.money('amountUsd', { labelId: 'Events.Column.AmountUsd', value: row => (row.amountUsd === null ? null : row.amountUsd / 100), currency: () => 'USD', ...hidden }),
    c.text('userName', { labelId: 'Events.Column.UserName', value: row => row.userName, ...hidden }),
    c.text('phone', { labelId: 'Events.Column.Phone', value: row => row.phone, mono: true, ...hidden }),
    c.text('paymentType', { labelId: 'Events.Column.PaymentType', value: row => row.paymentType, ...hidden }),
    c.text('cardType', { labelId: 'Events.Column.CardType', value: row => row.cardType, ...hidden }),
    c.text('bin', { labelId: 'Events.Column.Bin', value: row => row.bin, mono: true, ...hidden }),
    c.text('lastFour', { labelId: 'Events.Column.LastFour', value: row => row.lastFour, mono: true, ...hidden }),
    c.country('billingCountry', { labelId: 'Events.Column.BillingCountry', value: row => row.billingCountry, ...hidden }),
    c.country('shippingCountry', { labelId: 'Events.Column.ShippingCountry', value: row => row.shippingCountry, ...hidden }),
    c.text('shippingCity', { labelId: 'Events.Column.ShippingCity', value: row => row.shippingCity, ...hidden }),
    c.number('itemCount', { labelId: 'Events.Column.ItemCount', value: row => row.itemCount, ...hidden }),
    c.text('currency', { labelId: 'Events.Column.Currency', value: row => row.currency, ...hidden }),
    c.text('assessmentType', { labelId: 'Events.Column.AssessmentType', value: row => row.assessmentType, ...hidden }),
    c.dateTime('merchantAt', { labelId: 'Events.Column.MerchantAt', value: row => row.merchantAt, ...hidden }),
  ]
}
