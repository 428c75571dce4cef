import { Icon, KeyValue, useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { CreditCard } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { objectAt, objectsAt, textAt } from '../request-fields.ts'
import { useSupportStatus } from '../support-status/use-support-status.tsx'
import { useEntityUsers } from '../values/use-entity-users.tsx'
import { FactCard, TextFact, useCopyable } from './fact-card.tsx'
import { FurtherFacts } from './fact-rows.tsx'
import { CheckResult } from './payment/check-result.tsx'
import { ltr, ThreeDS } from './payment/three-ds.tsx'
import { requestFacts } from './request-facts.ts'

/** Values that a card has above its further ones. */
const shownOfInstrument: ReadonlySet<string> = new Set([
  'merchantPaymentInstrumentId',
  'cardType',
  'lastFourDigits',
  'bin',
  'holderName',
  'creationDate',
  'cvvVerify',
  'avsVerify',
  'cavVerify',
])
/** Checks of the bank, in the order of the grid of its events. */
const checks = ['cvvVerify', 'avsVerify', 'cavVerify'] as const

/** What it was paid with: a card per instrument. */
export function PaymentCards({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const format = useFormat()
  const copyable = useCopyable()
  const support = useSupportStatus(detail)
  const { others } = useEntityUsers(detail)
  const instruments = objectsAt(detail.view, 'paymentInstrumentList')
  const threeDS = objectAt(detail.view, 'threeDS')
  if (instruments.length === 0 && detail.row.eventType !== 'purchase') return null
  if (instruments.length === 0) {
    return (
      <FactCard name="payment" titleId="Review.Payment.Title">
        <KeyValue term={<FormattedMessage id="Events.Column.PaymentType" />}>{null}</KeyValue>
      </FactCard>
    )
  }
  return instruments.map((instrument, index) => {
    const created = textAt(instrument, 'creationDate')
    const lastFour = textAt(instrument, 'lastFourDigits')
    const id = textAt(instrument, 'merchantPaymentInstrumentId')
    return (
      <FactCard
        key={textAt(instrument, 'merchantPaymentInstrumentId') ?? index}
        name="payment"
        titleId="Review.Payment.Title"
        further={
          <FurtherFacts
            facts={requestFacts(instrument, { omit: shownOfInstrument, at: 'paymentInstrumentList' })}
            currency={textAt(instrument, 'currency') ?? detail.row.currency}
          />
        }
      >
        <KeyValue term={<FormattedMessage id="Search.Panel.Card" />}>
          <span className="inline-flex items-center gap-1.5">
            {/* The same for every brand: their signs are not ours to show. */}
            <Icon icon={CreditCard} size={12} />
            <bdi dir="ltr">
              {[textAt(instrument, 'cardType') ?? textAt(instrument, 'type'), lastFour ? `•••• ${lastFour}` : null]
                .filter(Boolean)
                .join(' ')}
            </bdi>
          </span>
        </KeyValue>
        <KeyValue
          term={<FormattedMessage id="Review.Payment.Id" />}
          qualifier={
            <>
              {support.status('payment', id)}
              {others('payment', id, 'paymentInstrumentList.merchantPaymentInstrumentId')}
            </>
          }
          actions={support.edit('payment', id, intl.formatMessage({ id: 'Review.Payment.Id' }))}
        >
          {copyable(id, 'Review.Payment.Id')}
        </KeyValue>
        <TextFact labelId="Events.Column.Bin" value={textAt(instrument, 'bin')} field="bin" code />
        <TextFact
          labelId="Review.Payment.Holder"
          value={textAt(instrument, 'holderName')}
          field="paymentInstrumentList.holderName"
        />
        <KeyValue term={<FormattedMessage id="Review.Payment.ThreeDS" values={{ ltr }} />}>
          {textAt(threeDS, 'transStatus') === null ? null : (
            <ThreeDS status={textAt(threeDS, 'transStatus')} eci={textAt(threeDS, 'eci')} />
          )}
        </KeyValue>
        {checks.map(name => {
          const code = textAt(instrument, name)
          return code === null ? null : (
            <KeyValue key={name} term={<FormattedMessage id={`Rules.Field.${name}`} />}>
              <CheckResult code={code} />
            </KeyValue>
          )
        })}
        <KeyValue term={<FormattedMessage id="Review.Payment.Added" />}>
          {created ? format.date(created) : null}
        </KeyValue>
      </FactCard>
    )
  })
}
