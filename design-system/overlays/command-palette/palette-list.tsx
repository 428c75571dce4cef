import { Command as Cmdk, useCommandState } from 'cmdk'
import { ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'
import type { Command, PaletteGroup } from './palette-groups.ts'

interface PaletteListProps {
  groups: readonly PaletteGroup[]
  busy: boolean
  onChoose: (command: Command) => void
}

/** The commands, under their headings. The focus stays in the field; the list marks the command that Enter runs. */
export function PaletteList({ groups, busy, onChoose }: PaletteListProps) {
  const intl = useIntl()
  return (
    <Cmdk.List
      label={intl.formatMessage({ id: 'DesignSystem.CommandPalette.Results' })}
      aria-busy={busy || undefined}
      className={cn(
        'max-h-[22rem] min-h-0 scroll-py-1 overflow-y-auto outline-none',
        groups.length > 0 && 'border-bs border-line-subtle p-1',
      )}
    >
      {groups.map(group => (
        <Cmdk.Group
          key={group.id}
          value={group.id}
          heading={group.heading ?? intl.formatMessage({ id: 'DesignSystem.CommandPalette.Commands' })}
          className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pbs-2 [&_[cmdk-group-heading]]:pbe-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-fg-muted"
        >
          {group.commands.map((command, index) => {
            // A row keeps its identity while the list around it changes; only a duplicate id needs its index.
            const twice = group.commands.findIndex(other => other.id === command.id) < index
            const key = twice ? `${command.id} ${index}` : command.id
            return <Row key={key} value={`${group.id} ${key}`} command={command} onChoose={() => onChoose(command)} />
          })}
        </Cmdk.Group>
      ))}
      <ActiveRow />
    </Cmdk.List>
  )
}

/**
 * Keeps `aria-activedescendant` on the active row. The library sets the id of a row when the selection changes and
 * misses rows that are rendered again under the same value during typing.
 */
function ActiveRow() {
  const anchor = useRef<HTMLSpanElement>(null)
  useCommandState(state => `${state.value} ${state.selectedItemId ?? ''} ${state.search}`)
  useLayoutEffect(() => {
    const root = anchor.current?.closest('[cmdk-root]')
    const id = root?.querySelector('[cmdk-item][aria-selected="true"]')?.id
    for (const element of root?.querySelectorAll('[cmdk-input], [cmdk-list]') ?? []) {
      if (id === undefined) element.removeAttribute('aria-activedescendant')
      else element.setAttribute('aria-activedescendant', id)
    }
  })
  return <span ref={anchor} hidden />
}

function Row({ value, command, onChoose }: { value: string; command: Command; onChoose: () => void }) {
  const { icon, label, detail, shortcut, disabled = false, children } = command
  return (
    <Cmdk.Item
      value={value}
      disabled={disabled}
      onSelect={onChoose}
      className={cn(
        'flex min-h-8 cursor-default items-center gap-2 rounded-control border border-transparent px-2 py-1 select-none',
        'data-[selected=true]:bg-surface-hover data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-transparent',
        disabled && 'text-fg-disabled',
      )}
    >
      {icon ? <DirectionalIcon icon={icon} className={disabled ? '' : 'text-fg-secondary'} /> : null}
      <bdi className="min-w-0 truncate">{label}</bdi>
      {detail === undefined ? null : (
        <bdi className="min-w-0 flex-1 shrink-[2] truncate text-xs text-fg-muted">{detail}</bdi>
      )}
      <span className="ms-auto flex shrink-0 items-center gap-2 text-fg-muted">
        {shortcut === undefined ? null : <Kbd keys={shortcut} />}
        {children ? <DirectionalIcon icon={ChevronRight} size={12} /> : null}
      </span>
    </Cmdk.Item>
  )
}
