import { Button, Callout, SidePanel } from '@assay/design-system'
import { type PlannedChange, type RoleId, roleNameIn } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { AccessRefusal } from '../model/access-errors.ts'
import { AccessPreview } from './access-preview.tsx'
import { RoleList } from './role-list.tsx'

interface RolesPanelProps {
  title: ReactNode
  offered: readonly RoleId[]
  roles: readonly RoleId[]
  onRoles: (roles: RoleId[]) => void
  /** The field above the roles. */
  children?: ReactNode
  /** What the change would be; empty while it is not complete. */
  changes: readonly PlannedChange[]
  names: ReadonlyMap<string | null, string>
  /** Whether the roles are the user's own. */
  own: boolean
  refusal: AccessRefusal | null
  ready: boolean
  saving: boolean
  /** Message of the button. */
  saveId: string
  /** Start of the foot: how many people. */
  foot?: ReactNode
  onSave: () => void
  onClose: () => void
}

/** The form of assigning and of editing roles: to whom, which roles, and what that changes. */
export function RolesPanel({
  title,
  offered,
  roles,
  onRoles,
  children,
  changes,
  names,
  own,
  refusal,
  ready,
  saving,
  saveId,
  foot,
  onSave,
  onClose,
}: RolesPanelProps) {
  const offline = useOffline()
  const { friendlyName, kind } = useEnvironment()
  const tenantWide = roles.includes('ProductAdmin')
  return (
    <SidePanel title={title} width={400} resizable onClose={onClose}>
      <form
        noValidate
        className="flex min-h-full flex-col"
        onSubmit={event => {
          event.preventDefault()
          if (ready && !offline && !saving) onSave()
        }}
      >
        <div className="flex flex-1 flex-col gap-4 p-4">
          <p className="text-xs text-fg-secondary">
            <FormattedMessage id="Access.Reach" values={{ environment: <bdi key="environment">{friendlyName}</bdi> }} />
          </p>
          {refusal === null ? null : (
            <Callout tone="danger" live>
              <FormattedMessage id={refusal.id} values={{ name: <bdi key="name">{refusal.name}</bdi> }} />
            </Callout>
          )}
          {children}
          <RoleList offered={offered} value={roles} error={null} onChange={onRoles} />
          {tenantWide ? (
            <Callout tone="info">
              <FormattedMessage
                id="Access.TenantWide"
                values={{
                  role: (
                    <bdi key="role" dir="ltr">
                      {roleNameIn('ProductAdmin', kind)}
                    </bdi>
                  ),
                }}
              />
            </Callout>
          ) : null}
          {own ? (
            <Callout tone="warning">
              <FormattedMessage id="Access.OwnWarning" />
            </Callout>
          ) : null}
          {changes.length === 0 ? null : <AccessPreview changes={changes} names={names} />}
        </div>
        <div
          data-page-foot
          className="sticky inset-be-0 flex flex-wrap items-center justify-end gap-2 border-bs border-line-subtle bg-surface px-4 py-3"
        >
          <span className="min-w-0 flex-1 text-xs text-fg-secondary">{foot}</span>
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button type="submit" variant="primary" loading={saving} disabled={!ready || offline}>
            <FormattedMessage id={saveId} />
          </Button>
        </div>
      </form>
    </SidePanel>
  )
}
