import { Button, CopyableId, Dialog, DialogContent, KeyValue, KeyValueList, useToast } from '@assay/design-system'
import type { Application, ApplicationRole } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { rolesOf } from './application-roles.ts'
import { refusalOf } from './credentials/application-errors.ts'
import { Credentials } from './credentials/credentials.tsx'
import { RoleFields } from './role-fields.tsx'

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
