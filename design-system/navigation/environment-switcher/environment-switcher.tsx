import { ChevronsUpDown, GitFork, Search } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Input } from '../../forms/input/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../overlays/popover/popover.tsx'
import { EnvironmentTree } from './environment-tree.tsx'
import { filterTree, parentIds, pathTo, type EnvironmentNode } from './environment-nodes.ts'

export type { EnvironmentNode } from './environment-nodes.ts'

export interface EnvironmentSwitcherProps extends Omit<ComponentProps<typeof Button>, 'value' | 'children' | 'asChild'> {
  environments: readonly EnvironmentNode[]
  /** Id of the chosen environment. */
  value: string
  /** Announced by the switcher; the screen resets its data. */
  onValueChange: (id: string) => void
  defaultOpen?: boolean
}

const separator = ' / '

/** Shows the path of the current environment and opens the tree to choose another. */
export function EnvironmentSwitcher({ environments, value, onValueChange, defaultOpen = false, className, ...props }: EnvironmentSwitcherProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [open, setOpen] = useState(defaultOpen)
  const path = pathTo(environments, value)
  const ancestors = path.slice(0, -1)

  const choose = (node: EnvironmentNode) => {
    if (node.disabledReason !== undefined) {
      announce(
        intl.formatMessage(
          { id: node.disabledReason === 'noAccess' ? 'DesignSystem.EnvironmentSwitcher.NoAccessTo' : 'DesignSystem.EnvironmentSwitcher.NotActiveYet' },
          { name: node.name },
        ),
      )
      return
    }
    setOpen(false)
    if (node.id === value) return
    onValueChange(node.id)
    announce(intl.formatMessage({ id: 'DesignSystem.EnvironmentSwitcher.Changed' }, { path: pathTo(environments, node.id).join(separator) }))
  }

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          data-slot="environment-switcher"
          aria-label={intl.formatMessage({ id: 'DesignSystem.EnvironmentSwitcher.Name' }, { path: path.join(separator) })}
          className={cn('min-w-0 shrink gap-2 px-2', className)}
          {...props}
        >
          <Icon icon={GitFork} className="text-fg-secondary" />
          {/* Ancestors give way first: the last name is what the eye looks for. The path reads in the direction of its names. */}
          <span dir="auto" className="flex min-w-0">
            {ancestors.length > 0 ? <span className="min-w-0 truncate whitespace-pre">{ancestors.join(separator) + separator}</span> : null}
            <span className="max-w-full shrink-0 truncate">{path.at(-1) ?? <FormattedMessage id="DesignSystem.EnvironmentSwitcher.None" />}</span>
          </span>
          <span className="flex text-fg-muted">
            <Icon icon={ChevronsUpDown} size={12} />
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" label={intl.formatMessage({ id: 'DesignSystem.EnvironmentSwitcher.Tree' })} className="w-panel max-w-[calc(100vw-1.5rem)] p-2">
        <Chooser environments={environments} value={value} onChoose={choose} />
      </PopoverContent>
    </Popover>
  )
}

/** Lives only while the popover is open, so that search and opened branches start fresh each time. */
function Chooser({ environments, value, onChoose }: Pick<EnvironmentSwitcherProps, 'environments' | 'value'> & { onChoose: (node: EnvironmentNode) => void }) {
  const intl = useIntl()
  const [text, setText] = useState('')
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(parentIds(environments)))
  const shown = filterTree(environments, text)
  return (
    <div
      role="presentation"
      className="flex flex-col gap-2"
      onKeyDown={event => {
        // From the search box the arrow leads into the tree, as in any list under a text field.
        if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        event.currentTarget.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()
      }}
    >
      <Input
        aria-label={intl.formatMessage({ id: 'DesignSystem.EnvironmentSwitcher.Search' })}
        placeholder={intl.formatMessage({ id: 'DesignSystem.EnvironmentSwitcher.Search' })}
        start={<Icon icon={Search} />}
        value={text}
        onChange={event => setText(event.target.value)}
        onClear={() => setText('')}
      />
      {shown.length === 0 ? (
        <p className="px-2 py-1.5 text-fg-muted">
          <FormattedMessage id="DesignSystem.EnvironmentSwitcher.Empty" />
        </p>
      ) : (
        <EnvironmentTree
          nodes={shown}
          value={value}
          expanded={text.trim() === '' ? expanded : new Set(parentIds(shown))}
          onExpandedChange={setExpanded}
          onChoose={onChoose}
        />
      )}
    </div>
  )
}
