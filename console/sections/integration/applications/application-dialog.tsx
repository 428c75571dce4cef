import {
  Button,
  Callout,
  CopyableId,
  Dialog,
  DialogContent,
  KeyValue,
  KeyValueList,
  useFormat,
  useNow,
  useToast,
} from '@assay/design-system'
import {
  type Application,
  type ApplicationCredential,
  type ApplicationRole,
  applicationLimits,
  newSecret,
} from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { RemoveDialog } from '../../../platform/alerts/remove-dialog.tsx'
import { isAmbiguous } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { refusalOf } from './application-errors.ts'
import { rolesOf } from './application-roles.ts'
import { validOf } from './credential-times.ts'
import { RehearsalDialog } from './rehearsal-dialog.tsx'
import { RoleFields } from './role-fields.tsx'
import { useRemovalUse } from './use-application-use.ts'

interface ApplicationDialogProps {
  application: Application
  /** Whether the user may add secrets. */
  mayCreate: boolean
  /** Roles that the user may assign and revoke. */
  mayAssign: readonly ApplicationRole[]
  onClose: () => void
}

/** Roles and credentials of an application: a secret is replaced by adding another one, and removing the first. */
export function ApplicationDialog({ application, mayCreate, mayAssign, onClose }: ApplicationDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const { clientId, name, credentials } = application
  const [roles, setRoles] = useState(() => rolesOf(application))
  const [rolesRefusal, setRolesRefusal] = useState<string | null>(null)
  const saving = useApiMutation({
    mutationFn: () => client.applications.update({ environmentId, clientId, roles }),
    invalidates: [api.applications.key()],
    onSuccess: () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'CaseReport.Alert.Saved' }, { name }) })
      onClose()
    },
    onError: error => {
      const refused = refusalOf(error)
      setRolesRefusal(refused)
      return refused !== null
    },
  })
  const dirty = String(roles) !== String(rolesOf(application))
  return (
    <Dialog
      open
      dirty={dirty}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        size="lg"
        title={<bdi>{name}</bdi>}
        description={<CopyableId value={clientId} label={intl.formatMessage({ id: 'Applications.Id' })} />}
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Close" />
            </Button>
            <Button
              variant="primary"
              loading={saving.isPending}
              disabled={offline || !dirty || roles.length === 0}
              onClick={() => saving.mutate()}
            >
              <FormattedMessage id="Applications.SaveRoles" />
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4 py-2">
          <RoleFields
            value={roles}
            mayAssign={mayAssign}
            error={roles.length === 0 ? 'Applications.Roles.Missing' : rolesRefusal}
            onChange={changed => {
              setRolesRefusal(null)
              setRoles(changed)
            }}
          />
          {mayAssign.length === 0 ? (
            <p className="text-xs text-fg-muted">
              <FormattedMessage id="Applications.Roles.Refused" />
            </p>
          ) : null}
          <RolesElsewhere elsewhere={application.elsewhere} />
          <Credentials clientId={clientId} credentials={credentials} mayCreate={mayCreate} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** Roles in other environments, which are assigned there. */
function RolesElsewhere({ elsewhere }: Pick<Application, 'elsewhere'>) {
  const { environments } = useEnvironments()
  if (elsewhere.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">
        <FormattedMessage id="Applications.Elsewhere" />
      </h3>
      <KeyValueList>
        {elsewhere.map(({ environmentId, roles }) => (
          <KeyValue
            key={environmentId}
            term={<bdi>{environments.find(({ id }) => id === environmentId)?.friendlyName ?? environmentId}</bdi>}
          >
            <bdi dir="ltr">{roles.join(', ')}</bdi>
          </KeyValue>
        ))}
      </KeyValueList>
    </section>
  )
}

interface CredentialsProps extends Pick<Application, 'clientId' | 'credentials'> {
  mayCreate: boolean
}

function Credentials({ clientId, credentials, mayCreate }: CredentialsProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const now = useNow()
  const [added, setAdded] = useState<string | null>(null)
  /** Sent, without an answer yet: another attempt is the same call, so that no secret is stored that nobody has. */
  const [unanswered, setUnanswered] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [removed, setRemoved] = useState<ApplicationCredential | null>(null)
  const [rehearsed, setRehearsed] = useState<ApplicationCredential | null>(null)
  const removalUse = useRemovalUse(removed === null ? null : clientId, removed?.id)
  const adding = useApiMutation({
    mutationFn: (secret: string) => client.applications.addSecret({ environmentId, clientId, secret }),
    invalidates: [api.applications.key()],
    onSuccess: (_answer, secret) => {
      setRefusal(null)
      setUnanswered(null)
      setAdded(secret)
    },
    onError: error => {
      const refused = refusalOf(error)
      if (!isAmbiguous(error)) setUnanswered(null)
      setRefusal(refused)
      return refused !== null
    },
  })
  const kindOf = ({ kind }: ApplicationCredential) => intl.formatMessage({ id: `Applications.Kind.${kind}` })
  const nameOf = (credential: ApplicationCredential) =>
    `${kindOf(credential)}, ${format.dateTime(credential.createdAt, 'UTC')}`
  const secrets = validOf(credentials, now).filter(({ kind }) => kind === 'secret').length
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">
        <FormattedMessage id="Applications.Credentials" />
      </h3>
      {refusal === null ? null : (
        <Callout tone="danger" live>
          <FormattedMessage id={refusal} />
        </Callout>
      )}
      {added === null ? null : (
        <Callout tone="warning" live>
          <p>
            <FormattedMessage id="Applications.Secret.Once" />
          </p>
          <CopyableId value={added} label={intl.formatMessage({ id: 'Applications.Secret' })} wrap />
        </Callout>
      )}
      <ul className="flex flex-col">
        {credentials.map(credential => (
          <li
            key={credential.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-be border-line-subtle py-2 text-sm last:border-be-0"
          >
            <span className="font-medium">{kindOf(credential)}</span>
            {credential.thumbprint === null ? null : (
              <CopyableId
                value={credential.thumbprint}
                label={intl.formatMessage({ id: 'Applications.Thumbprint' })}
                truncated
              />
            )}
            <span className="min-w-0 flex-1 text-xs text-fg-secondary">
              <FormattedMessage
                id={credential.lastUsedAt === null ? 'Applications.Credential.Unused' : 'Applications.Credential.Used'}
                values={{
                  created: format.dateTime(credential.createdAt, 'UTC'),
                  used: credential.lastUsedAt === null ? '' : format.dateTime(credential.lastUsedAt, 'UTC'),
                  expires: format.dateTime(credential.expiresAt, 'UTC'),
                }}
              />
            </span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={intl.formatMessage(
                { id: 'CaseReport.Alert.ActionOf' },
                { action: intl.formatMessage({ id: 'Applications.BrownOut.Open' }), name: nameOf(credential) },
              )}
              onClick={() => setRehearsed(credential)}
            >
              <FormattedMessage id="Applications.BrownOut.Open" />
            </Button>
            <Button
              size="sm"
              variant="ghost"
              disabled={offline}
              aria-label={intl.formatMessage(
                { id: 'CaseReport.Alert.ActionOf' },
                { action: intl.formatMessage({ id: 'Common.Delete' }), name: nameOf(credential) },
              )}
              onClick={() => setRemoved(credential)}
            >
              <FormattedMessage id="Common.Delete" />
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-xs text-fg-muted">
        <FormattedMessage
          id={mayCreate ? 'Applications.Rotation' : 'Applications.DirectoryRole'}
          values={{ limit: applicationLimits.secrets }}
        />
      </p>
      <div>
        <Button
          size="sm"
          loading={adding.isPending}
          disabled={offline || !mayCreate || (unanswered === null && secrets >= applicationLimits.secrets)}
          onClick={() => {
            const secret = unanswered ?? newSecret()
            setUnanswered(secret)
            adding.mutate(secret)
          }}
        >
          <FormattedMessage id="Applications.Secret.Add" />
        </Button>
      </div>
      <RemoveDialog
        removed={removed}
        nameOf={nameOf}
        titleOf={() => 'Applications.Credential.Remove'}
        remove={({ id }) => client.applications.removeCredential({ environmentId, clientId, credentialId: id })}
        invalidates={[api.applications.key()]}
        {...removalUse}
        onClose={() => setRemoved(null)}
      />
      {rehearsed === null ? null : (
        <RehearsalDialog
          clientId={clientId}
          credentialId={rehearsed.id}
          name={nameOf(rehearsed)}
          onClose={() => setRehearsed(null)}
        />
      )}
    </section>
  )
}
