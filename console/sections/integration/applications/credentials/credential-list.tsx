import { Badge, Button, CopyableId, useFormat, useNow } from '@assay/design-system'
import { type ApplicationCredential, applicationLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useOffline } from '../../../../platform/offline/connection.ts'

interface CredentialListProps {
  credentials: readonly ApplicationCredential[]
  nameOf: (credential: ApplicationCredential) => string
  onRehearse: (credential: ApplicationCredential) => void
  onRemove: (credential: ApplicationCredential) => void
}

/** The credentials of an application with their times, and what can be done with each. */
export function CredentialList({ credentials, nameOf, onRehearse, onRemove }: CredentialListProps) {
  const intl = useIntl()
  const offline = useOffline()
  const actions = [
    { id: 'Applications.BrownOut.Open', act: onRehearse, disabled: false },
    { id: 'Common.Delete', act: onRemove, disabled: offline },
  ]
  return (
    <ul className="flex flex-col">
      {credentials.map(credential => (
        <li
          key={credential.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-be border-line-subtle py-2 text-sm last:border-be-0"
        >
          <span className="font-medium">
            <FormattedMessage id={`Applications.Kind.${credential.kind}`} />
          </span>
          {credential.thumbprint === null ? null : (
            <CopyableId
              value={credential.thumbprint}
              label={intl.formatMessage({ id: 'Applications.Thumbprint' })}
              truncated
            />
          )}
          <EndBadge credential={credential} />
          <Times credential={credential} />
          <span className="flex gap-1">
            {actions.map(({ id, act, disabled }) => (
              <Button
                key={id}
                size="sm"
                variant="ghost"
                disabled={disabled}
                aria-label={intl.formatMessage(
                  { id: 'CaseReport.Alert.ActionOf' },
                  { action: intl.formatMessage({ id }), name: nameOf(credential) },
                )}
                onClick={() => act(credential)}
              >
                <FormattedMessage id={id} />
              </Button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Times({ credential: { createdAt, lastUsedAt, expiresAt } }: { credential: ApplicationCredential }) {
  const format = useFormat()
  return (
    <span className="min-w-[12rem] flex-1 text-xs text-fg-secondary">
      <FormattedMessage
        id={lastUsedAt === null ? 'Applications.Credential.Unused' : 'Applications.Credential.Used'}
        values={{
          created: format.dateTime(createdAt, 'UTC'),
          used: lastUsedAt === null ? '' : format.dateTime(lastUsedAt, 'UTC'),
          expires: format.dateTime(expiresAt, 'UTC'),
        }}
      />
    </span>
  )
}

/** Says that a credential is over, or will be soon. */
function EndBadge({ credential: { expiresAt } }: { credential: ApplicationCredential }) {
  const days = (Date.parse(expiresAt) - useNow()) / 86_400_000
  if (days >= applicationLimits.warningDays) return null
  return (
    <Badge tone={days <= 0 ? 'danger' : 'warning'}>
      <FormattedMessage id={days <= 0 ? 'Applications.Credential.Over' : 'Applications.Credential.Soon'} />
    </Badge>
  )
}
