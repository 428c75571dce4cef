import { IconButton, Separator } from '@assay/design-system'
import { ArrowDown, ArrowUp, CopyPlus, ListPlus, Redo2, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { GridCommand } from './grid-keys.ts'

interface TableToolbarProps {
  run: (command: GridCommand) => void
  canUndo: boolean
  canRedo: boolean
  canInsert: boolean
  canRemove: boolean
  children: ReactNode
}

/** Commands of the table for the pointer; each has a key. */
export function TableToolbar({ run, canUndo, canRedo, canInsert, canRemove, children }: TableToolbarProps) {
  const intl = useIntl()
  const commands = [
    { kind: 'undo', icon: Undo2, enabled: canUndo },
    { kind: 'redo', icon: Redo2, enabled: canRedo },
    { kind: 'insert', icon: ListPlus, enabled: canInsert },
    { kind: 'duplicate', icon: CopyPlus, enabled: canInsert },
    { kind: 'up', icon: ArrowUp, enabled: true },
    { kind: 'down', icon: ArrowDown, enabled: true },
    { kind: 'remove', icon: Trash2, enabled: canRemove },
  ] as const
  return (
    <div className="flex flex-wrap items-center gap-1">
      {commands.map(({ kind, icon, enabled }) => (
        <IconButton
          key={kind}
          icon={icon}
          label={intl.formatMessage({ id: `Rules.Table.Command.${kind}` })}
          disabled={!enabled}
          onClick={() => run({ kind })}
        />
      ))}
      <Separator axis="block" className="h-control-sm" />
      {children}
    </div>
  )
}
