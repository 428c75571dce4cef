import { ChevronsUpDown, GitFork, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Input } from '../../forms/input/input.tsx'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { Popover, PopoverContent, PopoverTrigger } from '../../overlays/popover/popover.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { type EnvironmentNode, pathTo } from './environment-nodes.ts'

export type { EnvironmentNode } from './environment-nodes.ts'

// The tree renders only the visible ones of a thousand environments: loaded when the chooser opens, not with every
// page.
const EnvironmentChooser = lazyPart(() =>
  import('./environment-chooser.tsx').then(module => ({ default: module.EnvironmentChooser })),
)

export interface EnvironmentSwitcherProps
  extends Omit<ComponentProps<typeof Button>, 'value' | 'children' | 'asChild'> {
  /** The environments as a tree: children are below their parent. */
  environments: readonly EnvironmentNode[]
  /** Id of the chosen environment. */
  value: string
  /** Called after a choice, which the switcher announces; the screen resets its data. */
  onValueChange: (id: string) => void
  /** Called when a disabled environment is pressed: the page may explain the reason in its own text. */
  onDisabledPress?: (id: string) => void
  /** Whether the list is open. */
  open?: boolean
  /** Whether the list is initially open, for uncontrolled use. */
  defaultOpen?: boolean
  /** Called when the list opens or closes. */
  onOpenChange?: (open: boolean) => void
  /** Below the tree: a link to the management of environments. */
  footer?: ReactNode
}

const separator = ' / '

/** Shows the path of the current environment and opens the tree to choose another. */
export function EnvironmentSwitcher({
  environments,
  value,
  onValueChange,
  onDisabledPress,
  open: openProp,
  defaultOpen = false,
  onOpenChange,
  footer,
  className,
  ...props
}: EnvironmentSwitcherProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [open, setOpen] = useControllable({ value: openProp, defaultValue: defaultOpen, onValueChange: onOpenChange })
  const path = pathTo(environments, value)
  const ancestors = path.slice(0, -1)

  const choose = (id: string) => {
    setOpen(false)
    if (id === value) return
    onValueChange(id)
    announce(
      intl.formatMessage(
        { id: 'DesignSystem.EnvironmentSwitcher.Changed' },
        { path: pathTo(environments, id).join(separator) },
      ),
    )
  }

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          data-slot="environment-switcher"
          aria-label={intl.formatMessage(
            { id: 'DesignSystem.EnvironmentSwitcher.Name' },
            { path: path.join(separator) },
          )}
          className={cn('min-w-0 shrink gap-2 px-2', className)}
          {...props}
        >
          <Icon icon={GitFork} className="text-fg-secondary" />
          {/* Ancestors are cut first: the last name is the most relevant one. The path reads in the direction of its
              names. */}
          <span dir="auto" className="flex min-w-0">
            {ancestors.length > 0 ? (
              <span className="min-w-0 truncate whitespace-pre">{ancestors.join(separator) + separator}</span>
            ) : null}
            <span className="max-w-full shrink-0 truncate">
              {path.at(-1) ?? <FormattedMessage id="DesignSystem.EnvironmentSwitcher.None" />}
            </span>
          </span>
          <span className="flex text-fg-muted">
            <Icon icon={ChevronsUpDown} size={12} />
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        label={intl.formatMessage({ id: 'DesignSystem.EnvironmentSwitcher.Tree' })}
        className="w-panel max-w-[calc(100vw-1.5rem)] p-2"
      >
        <Chooser
          environments={environments}
          value={value}
          onChoose={choose}
          {...(onDisabledPress ? { onDisabledPress } : {})}
        />
        {footer === undefined ? null : <div className="mbs-2 border-bs border-line-subtle px-2 pbs-2">{footer}</div>}
      </PopoverContent>
    </Popover>
  )
}

/** Mounted only while the popover is open, so that search and opened branches are reset each time. */
function Chooser({
  environments,
  value,
  onChoose,
  onDisabledPress,
}: Pick<EnvironmentSwitcherProps, 'environments' | 'value' | 'onDisabledPress'> & { onChoose: (id: string) => void }) {
  const intl = useIntl()
  const [text, setText] = useState('')
  const label = intl.formatMessage({ id: 'DesignSystem.EnvironmentSwitcher.Search' })
  return (
    <div
      role="presentation"
      className="flex flex-col gap-2"
      onKeyDown={event => {
        // From the search box the arrow moves into the tree, as in any list under a text field.
        if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        event.currentTarget.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()
      }}
    >
      <Input
        aria-label={label}
        placeholder={label}
        start={<Icon icon={Search} />}
        value={text}
        onChange={event => setText(event.target.value)}
        onClear={() => setText('')}
      />
      <Suspense fallback={<div className="min-h-[8rem]" />}>
        <EnvironmentChooser
          environments={environments}
          value={value}
          filter={text}
          onChoose={onChoose}
          {...(onDisabledPress ? { onDisabledPress } : {})}
        />
      </Suspense>
    </div>
  )
}
