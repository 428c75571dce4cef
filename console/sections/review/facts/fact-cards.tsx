import { Badge, Card, CardBody, CardHeader, CopyableId, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { objectAt, objectsAt, textAt } from '../request-fields.ts'
import { useSupportStatus } from '../support-status/use-support-status.tsx'

interface DetailProps {
  detail: EventDetail
}

function FactCard({ title, meta, children }: { title: ReactNode; meta?: ReactNode; children: ReactNode }) {
  return (
    <Card>
      <CardHeader title={title} meta={meta} />
      <CardBody>
        <KeyValueList termWidth="sm">{children}</KeyValueList>
      </CardBody>
    </Card>
  )
}

function useCopyable() {
  const intl = useIntl()
  return (value: string | null, labelId: string, wrap = false) =>
    value === null ? null : (
      <CopyableId value={value} label={intl.formatMessage({ id: labelId })} wrap={wrap} truncated={value.length > 24} />
    )
}

/** Who ordered. */
export function AccountCard({ detail }: DetailProps) {
  const format = useFormat()
  const intl = useIntl()
  const copyable = useCopyable()
  const support = useSupportStatus(detail)
  const user = objectAt(detail.view, 'user')
  const created = textAt(user, 'creationDate')
  const ordered = detail.row.merchantAt ?? detail.row.at
  const validated = user['isEmailValidated']
  return (
    <FactCard title={<FormattedMessage id="Review.Account.Title" />}>
      <KeyValue term={<FormattedMessage id="Events.Column.UserName" />}>{detail.row.userName}</KeyValue>
      <KeyValue
        term={<FormattedMessage id="Events.Column.UserId" />}
        qualifier={support.status('user', detail.row.userId)}
        actions={support.edit('user', detail.row.userId, intl.formatMessage({ id: 'Events.Column.UserId' }))}
      >
        {copyable(detail.row.userId, 'Events.Column.UserId')}
      </KeyValue>
      <KeyValue
        term={<FormattedMessage id="Events.Column.Email" />}
        qualifier={support.status('email', detail.row.email)}
        actions={support.edit('email', detail.row.email, intl.formatMessage({ id: 'Events.Column.Email' }))}
      >
        {copyable(detail.row.email, 'Events.Column.Email', true)}
      </KeyValue>
      {typeof validated === 'boolean' ? (
        <KeyValue term={<FormattedMessage id="Review.Account.EmailStatus" />}>
          <FormattedMessage id={validated ? 'Review.Account.Confirmed' : 'Review.Account.NotConfirmed'} />
        </KeyValue>
      ) : null}
      <KeyValue term={<FormattedMessage id="Events.Column.Phone" />}>
        {copyable(detail.row.phone, 'Events.Column.Phone')}
      </KeyValue>
      <KeyValue
        term={<FormattedMessage id="Review.Account.Created" />}
        qualifier={
          created ? (
            <FormattedMessage
              id="Review.Account.Before"
              values={{ time: format.duration(Math.max(0, Date.parse(ordered) - Date.parse(created))) }}
            />
          ) : undefined
        }
      >
        {created ? format.date(created) : null}
      </KeyValue>
    </FactCard>
  )
}

/** What it was paid with: a card per instrument. */
export function PaymentCards({ detail }: DetailProps) {
  const intl = useIntl()
  const format = useFormat()
  const copyable = useCopyable()
  const support = useSupportStatus(detail)
  const instruments = objectsAt(detail.view, 'paymentInstrumentList')
  const threeDS = objectAt(detail.view, 'threeDS')
  if (instruments.length === 0 && detail.row.eventType !== 'purchase') return null
  if (instruments.length === 0) {
    return (
      <FactCard title={<FormattedMessage id="Review.Payment.Title" />}>
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
        title={<FormattedMessage id="Review.Payment.Title" />}
      >
        <KeyValue term={<FormattedMessage id="Search.Panel.Card" />}>
          {
            <bdi dir="ltr">
              {[textAt(instrument, 'cardType') ?? textAt(instrument, 'type'), lastFour ? `•••• ${lastFour}` : null]
                .filter(Boolean)
                .join(' ')}
            </bdi>
          }
        </KeyValue>
        <KeyValue
          term={<FormattedMessage id="Review.Payment.Id" />}
          qualifier={support.status('payment', id)}
          actions={support.edit('payment', id, intl.formatMessage({ id: 'Review.Payment.Id' }))}
        >
          {copyable(id, 'Review.Payment.Id')}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Events.Column.Bin" />}>
          {textAt(instrument, 'bin') ? (
            <bdi dir="ltr" className="font-mono">
              {textAt(instrument, 'bin')}
            </bdi>
          ) : null}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Review.Payment.Holder" />}>{textAt(instrument, 'holderName')}</KeyValue>
        <KeyValue term={<FormattedMessage id="Review.Payment.ThreeDS" values={{ ltr }} />}>
          {textAt(threeDS, 'transStatus') === null ? null : (
            <ThreeDS status={textAt(threeDS, 'transStatus')} eci={textAt(threeDS, 'eci')} />
          )}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Review.Payment.Added" />}>
          {created ? format.date(created) : null}
        </KeyValue>
      </FactCard>
    )
  })
}

const ltr = (chunks: ReactNode) => (
  <bdi key="ltr" dir="ltr">
    {chunks}
  </bdi>
)

/** How the letters of the protocol end, and whether that speaks for the buyer. */
const threeDSResults = {
  Y: 'success',
  A: 'warning',
  N: 'danger',
  R: 'danger',
  U: 'warning',
  C: 'warning',
  D: 'warning',
  I: 'neutral',
} as const
const isResult = (status: string): status is keyof typeof threeDSResults => Object.hasOwn(threeDSResults, status)

/** The result of the buyer's authentication; a letter outside the protocol is shown unchanged. */
function ThreeDS({ status, eci }: { status: string | null; eci: string | null }) {
  if (status === null) return null
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {isResult(status) ? (
        <Badge tone={threeDSResults[status]}>
          <FormattedMessage id={`Review.Payment.ThreeDS.${status}`} />
        </Badge>
      ) : (
        <Badge>
          <bdi>{status}</bdi>
        </Badge>
      )}
      {eci ? (
        <span className="text-fg-muted">
          <FormattedMessage id="Review.Payment.Eci" values={{ value: eci, ltr }} />
        </span>
      ) : null}
    </span>
  )
}

/** What it was ordered from. */
export function DeviceCard({ detail }: DetailProps) {
  const intl = useIntl()
  const copyable = useCopyable()
  const support = useSupportStatus(detail)
  const device = objectAt(detail.view, 'deviceContext')
  const entity = detail.entities.find(({ type }) => type === 'device')
  const format = useFormat()
  return (
    <FactCard title={<FormattedMessage id="Review.Device.Title" />}>
      <KeyValue
        term={<FormattedMessage id="Events.Column.DeviceId" />}
        qualifier={support.status('device', detail.row.deviceId)}
        actions={support.edit('device', detail.row.deviceId, intl.formatMessage({ id: 'Events.Column.DeviceId' }))}
      >
        {copyable(detail.row.deviceId, 'Events.Column.DeviceId')}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Review.Device.Type" />}>{textAt(device, 'externalDeviceType')}</KeyValue>
      {detail.botScore === null ? null : (
        <KeyValue term={<FormattedMessage id="Rules.Field.botScore" />}>
          <bdi className="tabular-nums">{format.number(detail.botScore)}</bdi>
        </KeyValue>
      )}
      <KeyValue term={<FormattedMessage id="Review.Device.Agent" />}>{textAt(device, 'userAgent')}</KeyValue>
      <KeyValue term={<FormattedMessage id="Review.Device.FirstSeen" />}>
        {entity ? format.dateTime(entity.firstSeen) : null}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Review.Device.Events" />}>
        {entity ? <FormattedMessage id="Events.Count" values={{ count: entity.events }} /> : null}
      </KeyValue>
    </FactCard>
  )
}

/** Where it was ordered from. */
export function IpCard({ detail }: DetailProps) {
  const intl = useIntl()
  const format = useFormat()
  const copyable = useCopyable()
  const support = useSupportStatus(detail)
  const { ip, ipCountry, billingCountry } = detail.row
  const entity = detail.entities.find(({ type }) => type === 'ip')
  const country = (code: string) => intl.formatDisplayName(code, { type: 'region', fallback: 'code' })
  return (
    <FactCard title={<FormattedMessage id="Review.Ip.Title" />}>
      <KeyValue
        term={<FormattedMessage id="Review.Ip.Address" />}
        qualifier={support.status('ip', ip)}
        actions={support.edit('ip', ip, intl.formatMessage({ id: 'Events.Column.Ip' }))}
      >
        {copyable(ip, 'Events.Column.Ip')}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Review.Ip.Country" />}>
        {ipCountry ? country(ipCountry) : <FormattedMessage id="Review.Ip.Unknown" />}
      </KeyValue>
      {billingCountry === null && detail.row.eventType !== 'purchase' ? null : (
        <KeyValue term={<FormattedMessage id="Review.Ip.Compared" />}>
          {ipCountry && billingCountry ? (
            ipCountry === billingCountry ? (
              <FormattedMessage id="Review.Ip.Same" />
            ) : (
              <Badge tone="warning">
                <FormattedMessage id="Review.Ip.Differs" values={{ country: country(billingCountry) }} />
              </Badge>
            )
          ) : null}
        </KeyValue>
      )}
      <KeyValue term={<FormattedMessage id="Review.Device.FirstSeen" />}>
        {entity ? format.dateTime(entity.firstSeen) : null}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Review.Device.Events" />}>
        {entity ? <FormattedMessage id="Events.Count" values={{ count: entity.events }} /> : null}
      </KeyValue>
    </FactCard>
  )
}
