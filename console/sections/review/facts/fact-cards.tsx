import { Badge, KeyValue, useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { countText } from '../../../platform/events/count-text.ts'
import { objectAt, textAt } from '../request-fields.ts'
import { useSupportStatus } from '../support-status/use-support-status.tsx'
import { OtherUsers } from '../values/other-users.tsx'
import { useEntityUsers } from '../values/use-entity-users.tsx'
import { FactCard, TextFact, useCopyable } from './fact-card.tsx'
import { FurtherFacts } from './fact-rows.tsx'
import { NetworkFacts } from './network-facts.tsx'
import { PreviousIp } from './previous-ip.tsx'
import { requestFacts } from './request-facts.ts'

/** Values that a card has above its further ones. */
const shownOfUser: ReadonlySet<string> = new Set([
  'userId',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'creationDate',
  'isEmailValidated',
])
const shownOfDevice: ReadonlySet<string> = new Set(['externalDeviceId', 'externalDeviceType', 'userAgent', 'ipAddress'])

interface DetailProps {
  detail: EventDetail
}

/** Who ordered. */
export function AccountCard({ detail }: DetailProps) {
  const format = useFormat()
  const intl = useIntl()
  const copyable = useCopyable()
  const support = useSupportStatus(detail)
  const { others } = useEntityUsers(detail)
  const user = objectAt(detail.view, 'user')
  const created = textAt(user, 'creationDate')
  const ordered = detail.row.merchantAt ?? detail.row.at
  const validated = user['isEmailValidated']
  return (
    <FactCard
      name="account"
      titleId="Review.Account.Title"
      further={
        <FurtherFacts
          facts={requestFacts(objectAt(detail.request, 'user'), { omit: shownOfUser, at: 'user' })}
          currency={detail.row.currency}
        />
      }
    >
      <TextFact labelId="Events.Column.UserName" value={detail.row.userName} field="userName" />
      <KeyValue
        term={<FormattedMessage id="Events.Column.UserId" />}
        qualifier={support.status('user', detail.row.userId)}
        actions={support.edit('user', detail.row.userId, intl.formatMessage({ id: 'Events.Column.UserId' }))}
      >
        {copyable(detail.row.userId, 'Events.Column.UserId')}
      </KeyValue>
      <KeyValue
        term={<FormattedMessage id="Events.Column.Email" />}
        qualifier={
          <>
            {support.status('email', detail.row.email)}
            {others('email', detail.row.email, 'email')}
          </>
        }
        actions={support.edit('email', detail.row.email, intl.formatMessage({ id: 'Events.Column.Email' }))}
      >
        {copyable(detail.row.email, 'Events.Column.Email', true)}
      </KeyValue>
      {typeof validated === 'boolean' ? (
        <KeyValue term={<FormattedMessage id="Review.Account.EmailStatus" />}>
          <FormattedMessage id={validated ? 'Review.Account.Confirmed' : 'Review.Account.NotConfirmed'} />
        </KeyValue>
      ) : null}
      <KeyValue
        term={<FormattedMessage id="Events.Column.Phone" />}
        qualifier={others('phone', detail.row.phone, 'phone')}
      >
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

/** What it was ordered from. */
export function DeviceCard({ detail }: DetailProps) {
  const intl = useIntl()
  const copyable = useCopyable()
  const support = useSupportStatus(detail)
  const { find } = useEntityUsers(detail)
  const device = objectAt(detail.view, 'deviceContext')
  const entity = detail.entities.find(({ type }) => type === 'device')
  const users = find('device', entity?.display ?? null)
  const format = useFormat()
  return (
    <FactCard
      name="device"
      titleId="Review.Device.Title"
      further={
        <FurtherFacts
          facts={['deviceContext', 'device'].flatMap(name =>
            requestFacts(objectAt(detail.request, name), { omit: shownOfDevice, at: name }),
          )}
          currency={null}
        />
      }
    >
      <KeyValue
        term={<FormattedMessage id="Events.Column.DeviceId" />}
        qualifier={support.status('device', detail.row.deviceId)}
        actions={support.edit('device', detail.row.deviceId, intl.formatMessage({ id: 'Events.Column.DeviceId' }))}
      >
        {copyable(detail.row.deviceId, 'Events.Column.DeviceId')}
      </KeyValue>
      <TextFact
        labelId="Review.Device.Type"
        value={textAt(device, 'externalDeviceType')}
        field="deviceContext.externalDeviceType"
      />
      {detail.botScore === null ? null : (
        <KeyValue term={<FormattedMessage id="Rules.Field.botScore" />}>
          <bdi className="tabular-nums">{format.number(detail.botScore)}</bdi>
        </KeyValue>
      )}
      <TextFact labelId="Review.Device.Agent" value={textAt(device, 'userAgent')} field="deviceContext.userAgent" />
      <KeyValue term={<FormattedMessage id="Review.Device.FirstSeen" />}>
        {entity ? format.dateTime(entity.firstSeen) : null}
      </KeyValue>
      <KeyValue term={<FormattedMessage id="Review.Device.Events" />}>
        {entity ? <FormattedMessage id="Events.Count" values={{ count: entity.events }} /> : null}
      </KeyValue>
      {users === null ? null : (
        <>
          <KeyValue term={<FormattedMessage id="Review.Users.Title" />}>
            <OtherUsers users={users.users} complete={users.complete} />
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Review.Device.Instruments" />}>
            <bdi className="tabular-nums">{countText(format, users.instruments ?? 0, users.complete)}</bdi>
          </KeyValue>
        </>
      )}
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
    <FactCard name="ip" titleId="Review.Ip.Title">
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
      <PreviousIp row={detail.row} />
      <NetworkFacts detail={detail} />
    </FactCard>
  )
}
