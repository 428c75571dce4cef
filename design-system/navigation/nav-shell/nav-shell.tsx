import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { belowMd, useMediaQuery } from '../../overlays/media-query/use-media-query.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { type RenderLink, renderAnchor } from '../link/render-link.tsx'
import { SkipLink } from '../skip-link/skip-link.tsx'
import { type NavItem, NavShellContext, type NavShellContextValue, useNavShell } from './nav-context.ts'
import { NavItemContent } from './nav-item-content.tsx'
import { navItemVariants } from './nav-item-variants.ts'
import { Navigation } from './navigation.tsx'
import { useAsidePlace } from './use-aside-place.ts'
import { useCollapsed } from './use-collapsed.ts'

// The drawer is a dialog, and only narrow pages have one.
const Drawer = lazyPart(() => import('./nav-drawer.tsx').then(module => ({ default: module.Drawer })))

export interface NavShellProps extends ComponentProps<'div'> {
  /** Name of the product and its start page. */
  brand: { name: string; href: string }
  /** The entries of the navigation; a group has entries of its own. */
  items: readonly NavItem[]
  /** At the block end: environments, settings. */
  footItems?: readonly NavItem[]
  /** Id of the current page. That of a group, whose page has no entry: the group is open, and marked while narrow. */
  currentId?: string
  /** Renders links with the router of the application; a plain anchor without it. */
  renderLink?: RenderLink
  /** Whether the navigation is a narrow rail of icons. */
  collapsed?: boolean
  /** Whether it is initially narrow, for uncontrolled use. */
  defaultCollapsed?: boolean
  /** Called when the navigation becomes narrow or wide. */
  onCollapsedChange?: (collapsed: boolean) => void
  /** Storage key of the reader's choice of width. */
  storageKey?: string
  /** Under the product's name, while the navigation is wide: the name of the tenant. */
  tenant?: ReactNode
  /** A `TopBar`: jump box, environment, notifications, help, user menu. */
  topBar: ReactNode
  /** Shown in the drawer only, above the list: controls without room in a narrow top bar (environment switcher). */
  drawerStart?: ReactNode
  /**
   * A docked `SidePanel` that belongs to no page and remains open from page to page: beside the page from its filters
   * down, over it under 1200 px.
   */
  aside?: ReactNode
  /** Id of the main region, target of the skip link. */
  mainId?: string
}

/** The frame of the application: skip link, navigation, top bar and the main region, which scrolls independently. */
export function NavShell({
  brand,
  items,
  footItems = [],
  currentId,
  renderLink = renderAnchor,
  collapsed: collapsedProp,
  defaultCollapsed,
  onCollapsedChange,
  storageKey = 'assay.nav.collapsed',
  tenant,
  topBar,
  drawerStart,
  aside,
  mainId = 'main',
  className,
  children,
  ...props
}: NavShellProps) {
  const drawer = useMediaQuery(belowMd)
  const main = useRef<HTMLElement>(null)
  const hasAside = aside !== undefined && aside !== null
  const { place, start } = useAsidePlace(main, hasAside)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [breadcrumbHost, setBreadcrumbHost] = useState<HTMLElement | null>(null)
  const [wantsCollapsed, toggleCollapsed] = useCollapsed({
    collapsed: collapsedProp,
    defaultCollapsed,
    onCollapsedChange,
    storageKey,
  })
  const collapsed = wantsCollapsed && !drawer
  const context = useMemo<NavShellContextValue>(
    () => ({ collapsed, drawer, drawerOpen, setDrawerOpen, currentId, renderLink, breadcrumbHost, setBreadcrumbHost }),
    [collapsed, drawer, drawerOpen, currentId, renderLink, breadcrumbHost],
  )
  useUniqueIds('NavShell', 'items', items, all =>
    all.flatMap(item => [item.id, ...(item.children ?? []).map(page => page.id)]),
  )
  const parts = { brand, items, footItems, tenant }
  return (
    <NavShellContext value={context}>
      <div
        data-slot="nav-shell"
        className={cn('flex h-dvh min-w-0 bg-canvas text-fg print:block print:h-auto print:bg-transparent', className)}
        {...props}
      >
        <SkipLink target={mainId} />
        {drawer ? (
          <Suspense>
            <Drawer {...parts} start={drawerStart} />
          </Suspense>
        ) : (
          <div
            className={cn(
              'flex shrink-0 flex-col border-e border-line-subtle bg-canvas print:hidden',
              collapsed ? 'w-nav-collapsed' : 'w-nav',
            )}
          >
            <Navigation {...parts} foot={<CollapseButton collapsed={collapsed} onToggle={toggleCollapsed} />} />
          </div>
        )}
        <div className="flex min-w-0 flex-1 flex-col print:block">
          {topBar}
          <div
            data-aside={hasAside ? place : undefined}
            className="relative flex min-h-0 min-w-0 flex-1 flex-col print:block"
          >
            <main
              ref={main}
              id={mainId}
              tabIndex={-1}
              className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none print:block print:overflow-visible"
            >
              {children}
            </main>
            {hasAside ? (
              <div
                data-slot="nav-shell-aside"
                style={{ insetBlockStart: start }}
                className={cn(
                  'absolute inset-e-0 inset-be-0 z-panel flex print:hidden',
                  place === 'over' ? 'w-[20rem] max-w-full shadow-3' : 'w-panel',
                )}
              >
                {aside}
              </div>
            ) : null}
          </div>
        </div>
      </div>
    </NavShellContext>
  )
}

function CollapseButton({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const intl = useIntl()
  const label = intl.formatMessage({
    id: collapsed ? 'DesignSystem.NavShell.Expand' : 'DesignSystem.NavShell.Collapse',
  })
  return (
    <Tooltip content={label} side="end" isLabel disabled={!collapsed}>
      <button type="button" onClick={onToggle} className={cn(navItemVariants({ collapsed }), 'text-fg-muted')}>
        <NavItemContent icon={collapsed ? PanelLeftOpen : PanelLeftClose} label={label} />
      </button>
    </Tooltip>
  )
}

export interface TopBarProps extends ComponentProps<'header'> {
  /** Jump box, open cases, environment, notifications, help, account: in this order, at the inline end. */
  children?: ReactNode
}

/** The 48 px bar above every page. The breadcrumb of the page header appears at its start. */
export function TopBar({ className, children, ...props }: TopBarProps) {
  const intl = useIntl()
  const { drawer, drawerOpen, setDrawerOpen, setBreadcrumbHost } = useNavShell('TopBar')
  return (
    <header
      data-slot="top-bar"
      className={cn(
        'flex h-topbar shrink-0 items-center gap-2 border-be border-line-subtle bg-canvas ps-page pe-4 max-[24rem]:pe-2 print:hidden',
        className,
      )}
      {...props}
    >
      {drawer ? (
        <IconButton
          icon={Menu}
          className="-ms-1"
          label={intl.formatMessage({ id: 'DesignSystem.NavShell.OpenMenu' })}
          aria-haspopup="dialog"
          aria-expanded={drawerOpen}
          onClick={() => setDrawerOpen(true)}
        />
      ) : null}
      <div
        ref={setBreadcrumbHost}
        className="flex min-w-0 flex-1 items-center not-empty:min-w-[5rem] max-[24rem]:not-empty:min-w-[3rem]"
      />
      {/* On the narrowest windows five controls have room with hardly a space between them. */}
      <div className="flex min-w-0 items-center gap-2 max-[24rem]:gap-0.5">{children}</div>
    </header>
  )
}
