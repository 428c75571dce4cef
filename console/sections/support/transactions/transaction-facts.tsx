import { CopyableId, DecisionBadge, KeyValue, KeyValueGroup, Money, ScoreMeter } from '@assay/design-system'
import type { TransactionDetail } from '@assay/risk-service/contract'
import type { ComponentProps } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { scoreOf } from '../../../platform/events/event-names.ts'
import { OrderLines } from '../../../platform/events/order-lines.tsx'
import { majorUnits } from '../../../platform/i18n/money.ts'

type Place = TransactionDetail['shipping']

function useFacts() {
  const intl = useIntl()
  return {
    placeOf: (place: Place) =>
      place === null
        ? null
        : [
            place.name,
            place.street,
            place.place,
            place.country === null ? null : intl.formatDisplayName(place.country, { type: 'region', fallback: 'code' }),
          ]
            .filter(Boolean)
            .join(', '),
    copyable: (value: string | null, labelId: string) =>
      value === null ? null : (
        <CopyableId value={value} label={intl.formatMessage({ id: labelId })} wrap truncated={value.length > 24} />
      ),
  }
}

/** A group of facts in a grid of groups: by itself, it has no line above. */
function FactGroup(props: ComponentProps<typeof KeyValueGroup>) {
  return (
    <div className="min-w-0">
      <KeyValueGroup {...props} />
    </div>
  )
}

/** Purchase, risk, shipping, payment, device and address of one transaction. */
export function TransactionFacts({ detail }: { detail: TransactionDetail }) {
  const { placeOf, copyable } = useFacts()
  const { row, shipping, shippingMethod, payments, deviceType, tax, shippingCost } = detail
  const money = (amount: number | null) =>
    amount === null || row.currency === null ? null : <Money amount={amount} currency={row.currency} />
  const score = scoreOf(row)
  return (
    <div className="grid gap-x-8 gap-y-4 p-4 @2xl:grid-cols-2">
      <FactGroup title={<FormattedMessage id="Support.Facts.Purchase" />}>
        <KeyValue term={<FormattedMessage id="Events.Column.PurchaseId" />}>
          {copyable(row.externalId, 'Events.Column.PurchaseId')}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Events.Column.Amount" />}>
          {money(row.amount === null || row.currency === null ? null : majorUnits(row.amount, row.currency))}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Support.Facts.Tax" />}>{money(tax)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Support.Facts.ShippingCost" />}>{money(shippingCost)}</KeyValue>
      </FactGroup>
      <FactGroup title={<FormattedMessage id="Support.Facts.Risk" />}>
        <KeyValue term={<FormattedMessage id="Support.History.Decision" />}>
          {row.decision === null ? null : <DecisionBadge decision={row.decision} />}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Events.Column.Reason" />}>{row.reason || null}</KeyValue>
        <KeyValue term={<FormattedMessage id="Events.Column.RiskScore" />}>
          {score === null ? null : <ScoreMeter value={score} band />}
        </KeyValue>
      </FactGroup>
      <FactGroup title={<FormattedMessage id="Support.Facts.Shipping" />}>
        <KeyValue term={<FormattedMessage id="Support.Map.shipping" />}>{placeOf(shipping)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Support.Facts.Method" />}>{shippingMethod}</KeyValue>
      </FactGroup>
      {payments.map((payment, index) => (
        <FactGroup key={payment.value ?? index} title={<FormattedMessage id="Support.Facts.Payment" />}>
          <KeyValue term={<FormattedMessage id="Support.Instrument.Type" />}>
            <bdi dir="ltr">
              {[payment.cardType ?? payment.type, payment.lastFour ? `•••• ${payment.lastFour}` : null]
                .filter(Boolean)
                .join(' ')}
            </bdi>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Support.Key.payment" />}>
            {copyable(payment.value, 'Support.Key.payment')}
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Support.Map.billing" />}>{placeOf(payment.billing)}</KeyValue>
        </FactGroup>
      ))}
      <FactGroup title={<FormattedMessage id="Support.Facts.Device" />}>
        <KeyValue term={<FormattedMessage id="Events.Column.DeviceId" />}>
          {copyable(row.deviceId, 'Events.Column.DeviceId')}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Support.Facts.DeviceType" />}>{deviceType}</KeyValue>
        <KeyValue term={<FormattedMessage id="Events.Column.Ip" />}>{copyable(row.ip, 'Events.Column.Ip')}</KeyValue>
      </FactGroup>
    </div>
  )
}

/** What was ordered, with prices. */
export function TransactionLines({ detail }: { detail: TransactionDetail }) {
  const intl = useIntl()
  return (
    <OrderLines
      label={intl.formatMessage({ id: 'Support.Tab.lines' })}
      lines={detail.lines.map(({ type, ...line }, index) => ({ ...line, kind: type, id: String(index) }))}
      nameId="Support.Lines.Description"
      kindId="Support.Lines.Type"
    />
  )
}
