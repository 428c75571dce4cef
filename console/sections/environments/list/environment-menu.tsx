import { DropdownMenuItem, DropdownMenuSeparator, Icon } from '@assay/design-system'
import type { Environment } from '@assay/risk-service/contract'
import { ArrowLeftRight, Info, LayoutTemplate, type LucideIcon, Pencil, Plus, RotateCw, Trash2 } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { RowMenu } from '../../../platform/menus/row-menu.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { Command, CommandState } from '../commands.ts'

const icons: Record<Command, LucideIcon> = {
  child: Plus,
  edit: Pencil,
  template: LayoutTemplate,
  switch: ArrowLeftRight,
  retry: RotateCw,
  delete: Trash2,
}

interface EnvironmentMenuProps {
  environment: Environment
  states: readonly CommandState[]
  onCommand: (command: Command) => void
  onDetails: () => void
}

/** The commands of an environment. An unavailable command remains reachable by the arrow keys and shows the reason. */
export function EnvironmentMenu({ environment, states, onCommand, onDetails }: EnvironmentMenuProps) {
  return (
    <RowMenu name={environment.friendlyName} tabIndex={-1}>
      {states
        .filter(({ command }) => command !== 'delete')
        .map(state => (
          <MenuEntry key={state.command} state={state} onCommand={onCommand} />
        ))}
      <DropdownMenuItem start={<Icon icon={Info} />} onSelect={onDetails}>
        <FormattedMessage id="Environments.Menu.Details" />
      </DropdownMenuItem>
      {states
        .filter(({ command }) => command === 'delete')
        .map(state => [
          <DropdownMenuSeparator key="line" />,
          <MenuEntry key={state.command} state={state} onCommand={onCommand} />,
        ])}
    </RowMenu>
  )
}

function MenuEntry({
  state: { command, reason },
  onCommand,
}: {
  state: CommandState
  onCommand: (command: Command) => void
}) {
  const offline = useOffline() && command !== 'switch'
  const label = <FormattedMessage id={`Environments.Menu.${command}`} />
  if (reason === null && !offline) {
    return (
      <DropdownMenuItem
        start={<Icon icon={icons[command]} />}
        {...(command === 'delete' ? { tone: 'danger' as const } : {})}
        onSelect={() => onCommand(command)}
      >
        {label}
      </DropdownMenuItem>
    )
  }
  return (
    <DropdownMenuItem
      start={<Icon icon={icons[command]} />}
      aria-disabled
      className="text-fg-muted"
      onSelect={event => event.preventDefault()}
    >
      <span className="flex flex-col whitespace-normal">
        <span>{label}</span>
        <span className="text-xs">
          <FormattedMessage id={reason === null ? 'Offline.Writes' : `Environments.Reason.${reason}`} />
        </span>
      </span>
    </DropdownMenuItem>
  )
}
