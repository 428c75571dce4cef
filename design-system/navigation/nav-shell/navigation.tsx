import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { BrandMark } from './brand-mark.tsx'
import { type NavItem, useNavShell } from './nav-context.ts'
import { NavList } from './nav-list.tsx'

export interface NavigationParts {
  brand: { name: string; href: string }
  items: readonly NavItem[]
  footItems: readonly NavItem[]
  /** Under the product's name, where there is room: the tenant. */
  tenant: ReactNode
}

/** Brand, pages and foot: the same in the column and in the drawer. */
export function Navigation({
  brand,
  items,
  footItems,
  tenant,
  foot,
  brandEnd,
}: NavigationParts & { foot?: ReactNode; brandEnd?: ReactNode }) {
  const intl = useIntl()
  const { collapsed, renderLink, setDrawerOpen } = useNavShell('NavShell')
  return (
    <nav aria-label={intl.formatMessage({ id: 'DesignSystem.NavShell.Label' })} className="contents">
      <div className={cn('flex h-topbar shrink-0 items-center gap-2 px-2', collapsed && 'justify-center')}>
        {renderLink({
          href: brand.href,
          onClick: () => setDrawerOpen(false),
          className: cn(
            'focus-ring-inset flex h-8 items-center gap-2 rounded-control text-lg font-semibold text-fg',
            collapsed ? 'px-1.5' : 'ps-2 pe-3',
          ),
          children: (
            <>
              <BrandMark className={collapsed ? '' : 'ms-0.5'} />
              <span className={collapsed ? 'sr-only' : ''}>{brand.name}</span>
            </>
          ),
        })}
        {brandEnd}
      </div>
      {tenant === undefined || collapsed ? null : <div className="px-2 pbe-2">{tenant}</div>}
      <div
        data-slot="nav-body"
        className="flex min-h-0 flex-1 flex-col justify-between gap-6 overflow-y-auto px-2 pbs-1 pbe-3"
      >
        <NavList items={items} />
        <div className="flex flex-col gap-0.5">
          <NavList items={footItems} />
          {foot}
        </div>
      </div>
    </nav>
  )
}
