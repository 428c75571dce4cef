import { useToast } from '@assay/design-system'
import type { AccessEntry, RoleId } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { type AccessRefusal, refusalOf } from '../model/access-errors.ts'
import { RolesPanel } from './roles-panel.tsx'

interface EditPanelProps {
  entry: AccessEntry
  assignable: readonly RoleId[]
  onSaved: () => void
  onClose: () => void
}

/** Replaces the roles that a person or group has in the environment itself. */
export function EditPanel({ entry, assignable, onSaved, onClose }: EditPanelProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const { session } = useEnvironments()
  // What the user saw: another change meanwhile is a conflict, not overwritten.
  const [base] = useState(() => entry.roles.map(({ role }) => role))
  const [roles, setRoles] = useState<RoleId[]>(base)
  const [refusal, setRefusal] = useState<AccessRefusal | null>(null)
  const dirty = roles.length !== base.length || roles.some(role => !base.includes(role))
  const saving = useApiMutation({
    mutationFn: () =>
      client.access.updateRoles({ environmentId, principalId: entry.principalId, baseRoles: base, roles }),
    invalidates: [api.access.key(), api.session.get.key()],
    onSuccess: () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Access.Saved' }) })
      onSaved()
    },
    onError: error => {
      const refused = refusalOf(error)
      setRefusal(refused)
      return refused !== null
    },
  })
  return (
    <RolesPanel
      title={<FormattedMessage id="Access.Edit.Title" values={{ name: <bdi key="name">{entry.name}</bdi> }} />}
      offered={assignable}
      roles={roles}
      onRoles={next => {
        setRefusal(null)
        setRoles(next)
      }}
      changes={dirty ? [{ principalId: entry.principalId, before: base, after: roles }] : []}
      names={new Map([[entry.principalId, entry.name]])}
      own={entry.principalId === session.user.id}
      refusal={refusal}
      ready={dirty && roles.length > 0}
      saving={saving.isPending}
      saveId="Applications.SaveRoles"
      foot={roles.length === 0 ? <FormattedMessage id="Applications.Roles.Missing" /> : null}
      onSave={() => saving.mutate()}
      onClose={onClose}
    />
  )
}
