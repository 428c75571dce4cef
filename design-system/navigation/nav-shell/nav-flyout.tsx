import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuLinkItem,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { type NavGroup, useNavShell } from './nav-context.ts'
import { Count, CurrentBar, NavItemContent } from './nav-item-content.tsx'
import { navItemVariants } from './nav-item-variants.ts'

/** A group of the collapsed navigation: its pages in a menu beside the icon. */
export function FlyoutGroup({ group, holdsCurrent }: { group: NavGroup; holdsCurrent: boolean }) {
  const { currentId, renderLink } = useNavShell('NavList')
  return (
    <DropdownMenu>
      <Tooltip content={group.label} side="end" isLabel>
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
