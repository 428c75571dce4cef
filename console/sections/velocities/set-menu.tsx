import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuSeparator, DropdownMenuTrigger, IconButton } from '@assay/design-system'
import type { VelocitySetSummary } from '@assay/risk-service/contract'
import { Ellipsis } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useSetHref } from './refs.ts'

interface SetMenuProps {
  set: VelocitySetSummary
  /** Nothing can be changed while the service cannot be reached. */
  offline: boolean
  onRename: () => void
  onToggle: () => void
  onClone: () => void
  onDelete: () => void
}

/** What can be done with a set in the list. Those of the product can be cloned only. */
export function SetMenu({ set, offline, onRename, onToggle, onClone, onDelete }: SetMenuProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const setHref = useSetHref()
  const clone = <DropdownMenuItem disabled={offline} onSelect={onClone}><FormattedMessage id="Velocities.Clone" /></DropdownMenuItem>
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton icon={Ellipsis} size="sm" label={intl.formatMessage({ id: 'Rules.Menu.Label' }, { name: set.name })} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {set.system ? clone : (
          <>
            <DropdownMenuItem onSelect={() => void navigate(setHref(set.id))}><FormattedMessage id="Rules.Menu.Edit" /></DropdownMenuItem>
            {set.status === 'draft' ? null : <DropdownMenuItem disabled={offline} onSelect={onToggle}><FormattedMessage id={set.status === 'active' ? 'Rules.Menu.Deactivate' : 'Rules.Menu.Activate'} /></DropdownMenuItem>}
            <DropdownMenuItem disabled={offline} onSelect={onRename}><FormattedMessage id="Rules.Menu.Rename" /></DropdownMenuItem>
            {clone}
            <DropdownMenuSeparator />
            <DropdownMenuItem tone="danger" disabled={offline} onSelect={onDelete}><FormattedMessage id="Rules.Menu.Delete" /></DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
