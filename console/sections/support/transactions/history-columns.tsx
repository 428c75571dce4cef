import { createColumns, type DataColumn, DateTime } from '@assay/design-system'
import type { SupportTransaction } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { scoreOf } from '../../../platform/events/event-names.ts'
import { majorUnits } from '../../../platform/i18n/money.ts'

const c = createColumns<SupportTransaction>()

/** What became of a purchase, the gravest first. */
const typeOf = ({ chargebacks, refunds }: SupportTransaction) =>
  chargebacks > 0 ? 'chargedBack' : refunds > 0 ? 'refunded' : 'purchase'

const amountOf = ({ amount, currency }: SupportTransaction) =>
  amount === null || currency === null ? null : majorUnits(amount, currency)

/** The columns of the history; the date in UTC and in the reader's time zone. */
export function historyColumns(intl: IntlShape): DataColumn<SupportTransaction>[] {
  return [
    c.custom('at', {
      labelId: 'Support.History.Date',
      size: 204,
      value: row => row.at,
      cell: row => (
        <span className="flex flex-col leading-tight">
          <DateTime value={row.at} />
          {intl.timeZone === undefined || intl.timeZone === 'UTC' ? null : (
            <DateTime value={row.at} timeZone="UTC" zone className="text-xs text-fg-muted" />
          )}
        </span>
      ),
    }),
    c.text('externalId', {
      labelId: 'Events.Column.PurchaseId',
      size: 150,
      mono: true,
      rowHeader: true,
      value: row => row.externalId,
    }),
    c.text('type', {
      labelId: 'Support.History.Type',
      size: 120,
      value: row => intl.formatMessage({ id: `Support.History.Type.${typeOf(row)}` }),
    }),
    c.money('amount', {
      labelId: 'Events.Column.Amount',
      size: 130,
      value: amountOf,
      currency: row => row.currency ?? '',
    }),
    c.decision('decision', { labelId: 'Support.History.Decision', size: 120, value: row => row.decision }),
    c.text('reason', {
      labelId: 'Events.Column.Reason',
      size: 160,
      secondary: true,
      value: row => row.reason,
    }),
    c.score('riskScore', { labelId: 'Events.Column.RiskScore', size: 120, value: scoreOf }),
  ]
}
