import { Badge, Button, CopyableId, DateTime, Icon, KeyValue, KeyValueList, SidePanel } from '@assay/design-system'
import { type AccessEntry, accessLimits, roleNameIn } from '@assay/risk-service/contract'
import { Eye } from 'lucide-react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { typeOf } from '../model/access-rows.ts'
import { usePreviewAs } from './use-preview-as.ts'
import { WhyForm } from './why-form.tsx'

interface PersonPanelProps {
  entry: AccessEntry
  /** Null: the user may not change it. */
  onEdit: (() => void) | null
  onRevoke: (() => void) | null
  /** The user may see the console with the rights of others. */
  previews: boolean
  /** What somebody who is invited opens. */
  invitationUrl: string
  onClose: () => void
}

/** A person or group: its roles in one place, when each was needed last, and why it may or may not do something. */
export function PersonPanel({ entry, onEdit, onRevoke, previews, invitationUrl, onClose }: PersonPanelProps) {
  const intl = useIntl()
  const { kind } = useEnvironment()
  const offline = useOffline()
  const previewing = usePreviewAs()
  return (
    <SidePanel title={<bdi>{entry.name}</bdi>} width={400} resizable onClose={onClose}>
      <div className="flex flex-col gap-4 p-4">
        <KeyValueList>
          {entry.username === '' ? null : (
            <KeyValue term={<FormattedMessage id="Access.Column.Email" />}>
              <bdi>{entry.username}</bdi>
            </KeyValue>
          )}
          <KeyValue term={<FormattedMessage id="Queues.Kind" />}>
            {entry.members === null ? (
              <FormattedMessage id={typeOf(entry)} />
            ) : (
              <FormattedMessage id="Access.Type.members" values={{ count: entry.members }} />
            )}
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Ontology.Source" />}>
            <FormattedMessage
              id={`Access.Source.${entry.source}`}
              values={{ name: <bdi key="name">{entry.environmentName}</bdi> }}
            />
          </KeyValue>
          {entry.expiresAt === null ? null : (
            <KeyValue term={<FormattedMessage id={`Access.Status.${entry.status}`} />}>
              <FormattedMessage
                id={entry.status === 'expired' ? 'Access.Invitation.Ended' : 'Access.Invitation.Ends'}
                values={{ time: <DateTime key="time" value={entry.expiresAt} /> }}
              />
            </KeyValue>
          )}
        </KeyValueList>
        {entry.status === 'invited' ? (
          <div className="flex flex-col gap-1">
            <span className="text-xs font-medium text-fg-secondary">
              <FormattedMessage id="Access.Invitation.Name" />
            </span>
            <CopyableId
              value={invitationUrl}
              label={intl.formatMessage({ id: 'Access.Invitation.Name' })}
              className="self-start"
              wrap
            />
          </div>
        ) : null}
        <section aria-labelledby="access-roles" className="flex flex-col gap-2">
          <h3 id="access-roles" className="text-sm font-semibold">
            <FormattedMessage id="Applications.Roles" />
          </h3>
          <ul className="flex flex-col gap-2">
            {entry.roles.map(({ role, assignedAt, assignedBy, usedOn, unused }) => (
              <li key={role} className="flex flex-col text-sm">
                <span className="flex flex-wrap items-center gap-2">
                  <bdi dir="ltr" className="font-medium">
                    {roleNameIn(role, kind)}
                  </bdi>
                  {unused ? (
                    <Badge tone="warning">
                      <FormattedMessage id="Access.Unused" values={{ days: accessLimits.unusedDays }} />
                    </Badge>
                  ) : null}
                </span>
                <span className="text-xs text-fg-secondary">
                  {assignedBy === null ? (
                    <FormattedMessage
                      id="Access.Role.AssignedOn"
                      values={{ time: <DateTime key="time" value={assignedAt} /> }}
                    />
                  ) : (
                    <FormattedMessage
                      id="Access.Role.AssignedBy"
                      values={{
                        name: <bdi key="name">{assignedBy}</bdi>,
                        time: <DateTime key="time" value={assignedAt} />,
                      }}
                    />
                  )}{' '}
                  {usedOn === null ? (
                    <FormattedMessage id="Access.Role.NotUsed" />
                  ) : (
                    <FormattedMessage
                      id="Access.Role.UsedOn"
                      values={{
                        day: (
                          <FormattedDate key="day" value={`${usedOn}T00:00:00Z`} timeZone="UTC" dateStyle="medium" />
                        ),
                      }}
                    />
                  )}
                </span>
              </li>
            ))}
          </ul>
          {onEdit === null && onRevoke === null ? null : (
            <div className="flex gap-2">
              {onEdit === null ? null : (
                <Button size="sm" onClick={onEdit}>
                  <FormattedMessage id="Common.Edit" />
                </Button>
              )}
              {onRevoke === null ? null : (
                <Button size="sm" variant="ghost" onClick={onRevoke}>
                  <FormattedMessage id="Access.Revoke" />
                </Button>
              )}
            </div>
          )}
        </section>
        {previews ? (
          <section
            aria-labelledby="access-preview-as"
            className="flex flex-col items-start gap-2 border-bs border-line-subtle pbs-3"
          >
            <h3 id="access-preview-as" className="text-sm font-semibold">
              <FormattedMessage id="RightsPreview.Title" />
            </h3>
            <p className="text-xs text-fg-secondary">
              <FormattedMessage id="RightsPreview.Explanation" />
            </p>
            <Button
              size="sm"
              start={<Icon icon={Eye} size={12} />}
              loading={previewing.isPending || previewing.isSuccess}
              disabled={offline}
              onClick={() => previewing.mutate({ kind: 'principal', principalId: entry.principalId })}
            >
              <FormattedMessage id="RightsPreview.StartAs" values={{ name: entry.name }} />
            </Button>
          </section>
        ) : null}
        <WhyForm key={entry.principalId} principalId={entry.principalId} />
      </div>
    </SidePanel>
  )
}
