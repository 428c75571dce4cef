import { DropdownMenuItem } from '@assay/design-system'
import type { VelocitySetSummary } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { ResourceMenu } from '../../../platform/authoring/catalogue/resource-menu.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useVelocitySetHref } from '../links.ts'

interface VelocitySetMenuProps {
  set: VelocitySetSummary
  onRename: () => void
  onToggle: () => void
  onClone: () => void
  onDelete: () => void
}

/** What can be done with a set in the list. Those of the product can be cloned only. */
export function VelocitySetMenu({ set, onRename, onToggle, onClone, onDelete }: VelocitySetMenuProps) {
  const navigate = useNavigate()
  const offline = useOffline()
  const setHref = useVelocitySetHref()
  const own = !set.system
  return (
    <ResourceMenu
      name={set.name}
      onEdit={own ? () => void navigate(setHref(set.id)) : undefined}
      onDelete={own ? onDelete : undefined}
    >
      {own && set.status !== 'draft' ? (
        <DropdownMenuItem disabled={offline} onSelect={onToggle}>
          <FormattedMessage id={set.status === 'active' ? 'Authoring.Menu.Deactivate' : 'Authoring.Menu.Activate'} />
        </DropdownMenuItem>
      ) : null}
      {own ? (
        <DropdownMenuItem disabled={offline} onSelect={onRename}>
          <FormattedMessage id="Authoring.Rename.Confirm" />
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem disabled={offline} onSelect={onClone}>
        <FormattedMessage id="Velocities.Clone" />
      </DropdownMenuItem>
    </ResourceMenu>
  )
}
