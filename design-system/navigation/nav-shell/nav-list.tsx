import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { type NavGroup, type NavItem, type NavPage, useNavShell } from './nav-context.ts'
import { Count, CurrentBar, NavItemContent } from './nav-item-content.tsx'
import { navItemVariants } from './nav-item-variants.ts'

// Only a collapsed navigation opens menus: their code is not loaded with the first page.
const FlyoutGroup = lazyPart(() => import('./nav-flyout.tsx').then(module => ({ default: module.FlyoutGroup })))

/** A list of pages and groups of the navigation. */
export function NavList({ items, className }: { items: readonly NavItem[]; className?: string }) {
  return (
    <ul className={cn('flex flex-col gap-0.5', className)}>
      {items.map(item => (
        <li key={item.id}>
          {item.children === undefined ? <PageItem page={item} icon={item.icon} /> : <GroupItem group={item} />}
        </li>
      ))}
    </ul>
  )
}

function PageItem({ page, icon }: { page: NavPage; icon: LucideIcon }) {
  const { collapsed, currentId, renderLink, setDrawerOpen } = useNavShell('NavList')
  const current = page.id === currentId
  return (
    <Tooltip content={page.label} side="end" isLabel disabled={!collapsed}>
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

function GroupItem({ group }: { group: NavGroup }) {
  const { collapsed, currentId } = useNavShell('NavList')
  const holdsCurrent = group.id === currentId || group.children.some(page => page.id === currentId)
  if (!collapsed) return <OpenGroup group={group} holdsCurrent={holdsCurrent} />
  const waiting = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={navItemVariants({ current: holdsCurrent, collapsed: true })}
    >
      {holdsCurrent ? <CurrentBar /> : null}
      <NavItemContent icon={group.icon} label={group.label} />
    </button>
  )
  return (
    <Suspense fallback={waiting}>
      <FlyoutGroup group={group} holdsCurrent={holdsCurrent} />
    </Suspense>
  )
}

function OpenGroup({ group, holdsCurrent }: { group: NavGroup; holdsCurrent: boolean }) {
  const { currentId, renderLink, setDrawerOpen } = useNavShell('NavList')
  const id = useId()
  // The group of the current page is open until the reader closes it.
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
