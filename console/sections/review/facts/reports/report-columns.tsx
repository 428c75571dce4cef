import { Badge, createColumns, DateTime, Icon } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { CircleCheck, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { IntlShape } from 'react-intl'
import { CheckResult, checkMessageId } from '../payment/check-result.tsx'
import { ThreeDS } from '../payment/three-ds.tsx'

export type DataEvent = EventDetail['dataEvents'][number]
export type ReportKind = Exclude<DataEvent['kind'], 'observation'>
export type Label = EventDetail['labels'][number]

const looks: Partial<Record<string, { icon: LucideIcon; tone: ComponentProps<typeof Badge>['tone'] }>> = {
  Approved: { icon: CircleCheck, tone: 'success' },
  Declined: { icon: CircleX, tone: 'danger' },
}

/** Outcome of a report with an icon: approved, declined, or another word. */
function ReportStatus({ status, text }: { status: string; text: string }) {
  const { icon, tone } = looks[status] ?? { icon: CircleHelp, tone: 'neutral' }
  return (
    <Badge {...(tone ? { tone } : {})}>
      <Icon icon={icon} size={12} />
      {text}
    </Badge>
  )
}

const c = createColumns<DataEvent>()
const l = createColumns<Label>()

/** The columns of a kind of report. Those in which no report has a value are left out. */
export function reportColumns(kind: ReportKind, events: readonly DataEvent[], intl: IntlShape) {
  const word = (status: string) => intl.formatMessage({ id: 'Review.Timeline.Reported' }, { status })
  const text = (id: string, value: (event: DataEvent) => string | null, mono = false) =>
    c.text(id, { labelId: `Review.Reports.${id}`, value, mono, secondary: !mono })
  const bank = (id: string, name: 'processor' | 'responseCode' | 'mrn' | 'mid' | 'merchantPaymentInstrumentId') =>
    text(id, event => event.bank?.[name] ?? null, name !== 'processor')
  const check = (id: string, name: 'cvv' | 'avs' | 'cav') =>
    c.custom(id, {
      labelId: `Review.Reports.${id}`,
      value: event => {
        const code = event.bank?.[name] ?? null
        const messageId = code === null ? null : checkMessageId(code)
        return messageId === null ? code : intl.formatMessage({ id: messageId })
      },
      cell: event => {
        const code = event.bank?.[name] ?? null
        return code === null ? null : <CheckResult code={code} />
      },
    })
  const at = c.custom('at', {
    labelId: 'Review.Reports.Time',
    rowHeader: true,
    value: event => event.at,
    cell: event => <DateTime value={event.at} exact />,
  })
  const status = c.custom('status', {
    labelId: 'Review.Reports.Status',
    value: event => (event.status === null ? null : word(event.status)),
    cell: event => (event.status === null ? null : <ReportStatus status={event.status} text={word(event.status)} />),
  })
  const reason = text('Reason', event => event.reason)
  const reference = text('Reference', event => event.reference, true)
  const amount = c.money('amount', {
    labelId: 'Events.Column.Amount',
    value: event => event.amount,
    currency: event => event.currency ?? '',
  })
  const all = {
    bankEvent: [
      at,
      text('Type', event => event.type),
      status,
      bank('ResponseCode', 'responseCode'),
      bank('Processor', 'processor'),
      check('Cvv', 'cvv'),
      check('Avs', 'avs'),
      check('Cav', 'cav'),
      c.custom('threeDS', {
        labelId: 'Review.Reports.ThreeDS',
        value: event => event.bank?.threeDS.transStatus ?? event.bank?.threeDS.eci,
        cell: event =>
          event.bank ? <ThreeDS status={event.bank.threeDS.transStatus} eci={event.bank.threeDS.eci} /> : null,
      }),
      text('Challenge', event => event.bank?.threeDS.challenge ?? null),
      text('Exemption', event => event.bank?.threeDS.exemption ?? null),
      bank('Mrn', 'mrn'),
      bank('Mid', 'mid'),
      bank('Instrument', 'merchantPaymentInstrumentId'),
      amount,
    ],
    chargeback: [at, reference, reason, status, amount],
    refund: [at, reference, reason, status, amount],
    status: [
      at,
      c.text('Type', { labelId: 'Review.Reports.Type', value: ({ type }) => (type === null ? null : word(type)) }),
      reason,
      c.choice('source', {
        labelId: 'Review.Reports.Source',
        value: ({ review }) => (review ? 'Review' : 'Merchant'),
        names: {
          Review: intl.formatMessage({ id: 'Review.Reports.Source.Review' }),
          Merchant: intl.formatMessage({ id: 'Review.Reports.Source.Merchant' }),
        },
      }),
    ],
  } satisfies Record<ReportKind, unknown>
  return all[kind].filter(column => events.some(event => (column.value(event) ?? '') !== ''))
}

/** The columns of the labels; those in which no label has a value are left out. */
export function labelColumns(labels: readonly Label[], intl: IntlShape) {
  const text = (id: string, value: (label: Label) => string | null) =>
    l.text(id, { labelId: `Review.Reports.${id}`, value, secondary: true })
  const day = (time: string | null) => (time === null ? '…' : intl.formatDate(time, { dateStyle: 'medium' }))
  const all = [
    l.custom('at', {
      labelId: 'Review.Reports.Time',
      rowHeader: true,
      value: label => label.at,
      cell: label => (
        <span className="inline-flex items-center gap-2">
          <DateTime value={label.at} exact />
          {label === labels[0] ? <Badge>{intl.formatMessage({ id: 'Review.Reports.Latest' })}</Badge> : null}
        </span>
      ),
    }),
    l.custom('fraud', {
      labelId: 'Review.Reports.Fraud',
      value: ({ isFraud }) => (isFraud === null ? null : String(isFraud)),
      cell: ({ isFraud }) =>
        isFraud === null ? null : (
          <Badge tone={isFraud ? 'danger' : 'success'}>
            {intl.formatMessage({ id: isFraud ? 'Events.Label.Fraud' : 'Events.Label.NonFraud' })}
          </Badge>
        ),
    }),
    text('Source', label => label.source),
    text('State', label => label.state),
    text('Reason', label => label.reasonCodes),
    text('Processor', label => label.processor),
    text('Effective', ({ effectiveFrom, effectiveUntil }) =>
      effectiveFrom === null && effectiveUntil === null
        ? null
        : intl.formatMessage(
            { id: 'SupportStatus.Validity' },
            { from: day(effectiveFrom), until: day(effectiveUntil) },
          ),
    ),
  ]
  return all.filter(column => labels.some(label => (column.value(label) ?? '') !== ''))
}
