import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuLinkItem,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { navItemVariants } from './nav-item-variants.ts'
import { useNavShell, type NavItem, type NavPage } from './nav-context.ts'

/** A list of pages and groups of the navigation. */
export function NavList({ items, className }: { items: readonly NavItem[]; className?: string }) {
  return (
    <ul className={cn('flex flex-col gap-0.5', className)}>
      {items.map(item => (
        <li key={item.id}>{item.children === undefined ? <PageItem page={item} icon={item.icon} /> : <GroupItem group={item} />}</li>
      ))}
    </ul>
  )
}

/** The icon and the words of an item; the words stay for assistive technology when only the icon is drawn. */
export function NavItemContent({ icon, label, end }: { icon: LucideIcon; label: string; end?: ReactNode }) {
  const { collapsed } = useNavShell('NavItemContent')
  return (
    <>
      <DirectionalIcon icon={icon} className={collapsed ? '' : 'ms-0.5'} />
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate text-start'}>{label}</span>
      {collapsed ? null : end}
    </>
  )
}

/** The mark of the current item: a border, so that forced colours keep it. */
function CurrentBar() {
  return <span aria-hidden className="absolute inset-s-0 inset-bs-1/2 h-5 -translate-y-1/2 border-s-2 border-accent" />
}

function Count({ children }: { children: ReactNode }) {
  return children === undefined ? null : <span className="text-xs text-fg-muted tabular-nums">{children}</span>
}

function PageItem({ page, icon }: { page: NavPage; icon: LucideIcon }) {
  const { collapsed, currentId, renderLink, setDrawerOpen } = useNavShell('NavList')
  const current = page.id === currentId
  return (
    <Tooltip content={page.label} side="end" naming disabled={!collapsed}>
      {renderLink({
        href: page.href,
        'aria-current': current ? 'page' : undefined,
        onClick: () => setDrawerOpen(false),
        className: navItemVariants({ current, collapsed }),
        children: (
          <>
            {current ? <CurrentBar /> : null}
            <NavItemContent icon={icon} label={page.label} end={<Count>{page.count}</Count>} />
          </>
        ),
      })}
    </Tooltip>
  )
}

type Group = Extract<NavItem, { children: readonly NavPage[] }>

function GroupItem({ group }: { group: Group }) {
  const { collapsed, currentId } = useNavShell('NavList')
  const holdsCurrent = group.children.some(page => page.id === currentId)
  return collapsed ? <FlyoutGroup group={group} holdsCurrent={holdsCurrent} /> : <OpenGroup group={group} holdsCurrent={holdsCurrent} />
}

function OpenGroup({ group, holdsCurrent }: { group: Group; holdsCurrent: boolean }) {
  const { currentId, renderLink, setDrawerOpen } = useNavShell('NavList')
  const id = useId()
  // The group of the current page stands open until the reader closes it.
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? holdsCurrent
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setChosen(!open)}
        className={cn(navItemVariants(), open && 'font-medium text-fg')}
      >
        <NavItemContent
          icon={group.icon}
          label={group.label}
          end={
            <span className="flex text-fg-muted">
              {open ? <Icon icon={ChevronDown} size={12} /> : <DirectionalIcon icon={ChevronRight} size={12} />}
            </span>
          }
        />
      </button>
      {open ? (
        <ul id={id} className="mbs-0.5 flex flex-col gap-px">
          {group.children.map(page => {
            const current = page.id === currentId
            return (
              <li key={page.id}>
                {renderLink({
                  href: page.href,
                  'aria-current': current ? 'page' : undefined,
                  onClick: () => setDrawerOpen(false),
                  className: navItemVariants({ current, level: 'sub' }),
                  children: (
                    <>
                      {current ? <CurrentBar /> : null}
                      <span className="ms-0.5 min-w-0 flex-1 truncate">{page.label}</span>
                      <Count>{page.count}</Count>
                    </>
                  ),
                })}
              </li>
            )
          })}
        </ul>
      ) : null}
    </>
  )
}

function FlyoutGroup({ group, holdsCurrent }: { group: Group; holdsCurrent: boolean }) {
  const { currentId, renderLink } = useNavShell('NavList')
  return (
    <DropdownMenu>
      <Tooltip content={group.label} side="end" naming>
        <DropdownMenuTrigger className={navItemVariants({ current: holdsCurrent, collapsed: true })}>
          {holdsCurrent ? <CurrentBar /> : null}
          <NavItemContent icon={group.icon} label={group.label} />
        </DropdownMenuTrigger>
      </Tooltip>
      <DropdownMenuContent side="end" sideOffset={8}>
        <DropdownMenuLabel>{group.label}</DropdownMenuLabel>
        {group.children.map(page => (
          <DropdownMenuLinkItem key={page.id}>
            {renderLink({
              href: page.href,
              'aria-current': page.id === currentId ? 'page' : undefined,
              className: page.id === currentId ? 'font-medium text-accent-text' : '',
              children: (
                <>
                  <span className="min-w-0 flex-1 truncate">{page.label}</span>
                  <Count>{page.count}</Count>
                </>
              ),
            })}
          </DropdownMenuLinkItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
