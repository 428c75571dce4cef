import type { RoleId } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { familyRoles } from '../../../platform/permissions/family-roles.ts'
import { RolesPanel } from './roles-panel.tsx'
import { usePreviewAs } from './use-preview-as.ts'

/** Chooses the roles with which the console is shown in this tab, read-only. */
export function PreviewAsPanel({ onClose }: { onClose: () => void }) {
  const { session } = useEnvironments()
  const [roles, setRoles] = useState<RoleId[]>([])
  const starting = usePreviewAs()
  return (
    <RolesPanel
      title={<FormattedMessage id="RightsPreview.Title" />}
      offered={familyRoles[session.tenant.roleFamily]}
      roles={roles}
      onRoles={setRoles}
      changes={[]}
      names={new Map()}
      own={false}
      refusal={null}
      ready={roles.length > 0}
      saving={starting.isPending || starting.isSuccess}
      saveId="RightsPreview.Start"
      foot={null}
      onSave={() => starting.mutate({ kind: 'roles', roles })}
      onClose={onClose}
    >
      <p className="text-sm text-fg-secondary">
        <FormattedMessage id="RightsPreview.Explanation" />
      </p>
    </RolesPanel>
  )
}
