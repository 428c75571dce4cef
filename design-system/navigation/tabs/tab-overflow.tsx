import { ChevronDown } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useIntl } from 'react-intl'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLinkItem,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { type HiddenTab, hiddenTabs, tabElements } from './hidden-tabs.ts'

/** The tabs without room in the row, in their order. They remain in the row, too: arrow keys reach them there. */
export function TabOverflow({
  row,
  onChoose,
}: {
  row: RefObject<HTMLElement | null>
  onChoose: (tab: HTMLElement) => void
}) {
  const intl = useIntl()
  const [hidden, setHidden] = useState<readonly HiddenTab[]>([])
  const choose = (index: number) => {
    const tab = row.current && tabElements(row.current)[index]
    if (!tab) return
    onChoose(tab)
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  return (
    <DropdownMenu
      onOpenChange={open => {
        if (open && row.current) setHidden(hiddenTabs(row.current))
      }}
    >
      <DropdownMenuTrigger
        data-slot="tab-overflow"
        className="focus-ring-inset inline-flex h-control-sm shrink-0 items-center gap-1 self-center rounded-chip border border-transparent px-1.5 text-xs text-fg-secondary select-none hover:bg-surface-hover hover:text-fg"
      >
        {intl.formatMessage({ id: 'DesignSystem.Tabs.More' })}
        <Icon icon={ChevronDown} size={12} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {hidden.map(tab => {
          const content = (
            <span
              className={tab.current ? 'flex gap-2 font-medium text-accent-text forced-colors:underline' : 'flex gap-2'}
            >
              {tab.label}
              {tab.count === undefined ? null : <span className="text-xs text-fg-muted tabular-nums">{tab.count}</span>}
            </span>
          )
          if (tab.href === undefined)
            return (
              <DropdownMenuItem key={tab.index} disabled={tab.disabled} onSelect={() => choose(tab.index)}>
                {content}
              </DropdownMenuItem>
            )
          return (
            <DropdownMenuLinkItem key={tab.index}>
              <a
                href={tab.href}
                aria-current={tab.current ? 'page' : undefined}
                onClick={event => {
                  // The link in the row uses the router; with a modifier the browser opens this one.
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  choose(tab.index)
                }}
              >
                {content}
              </a>
            </DropdownMenuLinkItem>
          )
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
