import { Menu, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useId, useMemo, useState, type ComponentProps, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { scrimClass } from '../../overlays/dialog/scrim.ts'
import { useReturnFocus } from '../../overlays/dialog/use-return-focus.ts'
import { belowMd, useMediaQuery } from '../../overlays/media-query/use-media-query.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { renderAnchor, type RenderLink } from '../link/render-link.tsx'
import { SkipLink } from '../skip-link/skip-link.tsx'
import { BrandMark } from './brand-mark.tsx'
import { NavItemContent, NavList } from './nav-list.tsx'
import { navItemVariants } from './nav-item-variants.ts'
import { NavShellContext, useNavShell, type NavItem, type NavShellContextValue } from './nav-context.ts'
import { useCollapsed } from './use-collapsed.ts'

export interface NavShellProps extends ComponentProps<'div'> {
  /** Name of the product and its start page. */
  brand: { name: string; href: string }
  items: readonly NavItem[]
  /** At the block end: environments, settings. */
  footItems?: readonly NavItem[]
  /** Id of the current page; a group is never current itself. */
  currentId?: string
  renderLink?: RenderLink
  collapsed?: boolean
  defaultCollapsed?: boolean
  onCollapsedChange?: (collapsed: boolean) => void
  /** Where the choice of the reader is remembered. */
  storageKey?: string
  /** A `TopBar`. */
  topBar: ReactNode
  /** Shown in the drawer only, above the list: what has no room in a narrow top bar (environment switcher). */
  drawerStart?: ReactNode
  /** Id of the main region, target of the skip link. */
  mainId?: string
}

/** The frame of the application: skip link, navigation, top bar and the main region, which scrolls on its own. */
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
  topBar,
  drawerStart,
  mainId = 'main',
  className,
  children,
  ...props
}: NavShellProps) {
  const drawer = useMediaQuery(belowMd)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [breadcrumbHost, setBreadcrumbHost] = useState<HTMLElement | null>(null)
  const [wantsCollapsed, toggleCollapsed] = useCollapsed({ collapsed: collapsedProp, defaultCollapsed, onCollapsedChange, storageKey })
  const collapsed = wantsCollapsed && !drawer
  const context = useMemo<NavShellContextValue>(
    () => ({ collapsed, drawer, drawerOpen, setDrawerOpen, currentId, renderLink, breadcrumbHost, setBreadcrumbHost }),
    [collapsed, drawer, drawerOpen, currentId, renderLink, breadcrumbHost],
  )
  const parts = { brand, items, footItems }
  return (
    <NavShellContext value={context}>
      <div data-slot="nav-shell" className={cn('flex h-dvh min-w-0 bg-canvas text-fg', className)} {...props}>
        <SkipLink target={mainId} />
        {drawer ? (
          <Drawer {...parts} start={drawerStart} />
        ) : (
          <div
            className={cn('flex shrink-0 flex-col border-e border-line-subtle bg-canvas', collapsed ? 'w-nav-collapsed' : 'w-nav')}
          >
            <Navigation {...parts} foot={<CollapseButton collapsed={collapsed} onToggle={toggleCollapsed} />} />
          </div>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {topBar}
          <main id={mainId} tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none">
            {children}
          </main>
        </div>
      </div>
    </NavShellContext>
  )
}

type NavigationParts = Required<Pick<NavShellProps, 'brand' | 'items' | 'footItems'>>

function Navigation({ brand, items, footItems, foot, brandEnd }: NavigationParts & { foot?: ReactNode; brandEnd?: ReactNode }) {
  const intl = useIntl()
  const { collapsed, renderLink, setDrawerOpen } = useNavShell('NavShell')
  return (
    <>
      <div className={cn('flex h-topbar shrink-0 items-center gap-2 px-2', collapsed && 'justify-center')}>
        {renderLink({
          href: brand.href,
          onClick: () => setDrawerOpen(false),
          className: cn('focus-ring-inset flex h-8 items-center gap-2 rounded-control text-lg font-semibold text-fg', collapsed ? 'px-1.5' : 'ps-2 pe-3'),
          children: (
            <>
              <BrandMark className={collapsed ? '' : 'ms-0.5'} />
              <span className={collapsed ? 'sr-only' : ''}>{brand.name}</span>
            </>
          ),
        })}
        {brandEnd}
      </div>
      <nav
        aria-label={intl.formatMessage({ id: 'DesignSystem.NavShell.Label' })}
        className="flex min-h-0 flex-1 flex-col justify-between gap-6 overflow-y-auto px-2 pbs-1 pbe-3"
      >
        <NavList items={items} />
        <div className="flex flex-col gap-0.5">
          <NavList items={footItems} />
          {foot}
        </div>
      </nav>
    </>
  )
}

function CollapseButton({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: collapsed ? 'DesignSystem.NavShell.Expand' : 'DesignSystem.NavShell.Collapse' })
  return (
    <Tooltip content={label} side="end" naming disabled={!collapsed}>
      <button type="button" onClick={onToggle} className={cn(navItemVariants({ collapsed }), 'text-fg-muted')}>
        <NavItemContent icon={collapsed ? PanelLeftOpen : PanelLeftClose} label={label} />
      </button>
    </Tooltip>
  )
}

/** The navigation under 900 px: a modal sheet from the inline start. */
function Drawer({ start, ...parts }: NavigationParts & { start: ReactNode }) {
  const intl = useIntl()
  const titleId = useId()
  const { drawerOpen, setDrawerOpen } = useNavShell('NavShell')
  const { remember, restore } = useReturnFocus()
  return (
    <Radix.Root open={drawerOpen} onOpenChange={setDrawerOpen}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          aria-describedby={undefined}
          aria-labelledby={titleId}
          onCloseAutoFocus={restore}
          onOpenAutoFocus={event => {
            remember()
            // Where the reader is, rather than the button that closes again.
            const drawer = event.currentTarget
            const link = drawer instanceof HTMLElement ? (drawer.querySelector<HTMLElement>('[aria-current="page"]') ?? drawer.querySelector('a')) : null
            if (!link) return
            event.preventDefault()
            link.focus()
          }}
          className="fixed inset-y-0 inset-s-0 z-dialog flex w-rail max-w-full flex-col bg-canvas text-fg shadow-3 outline-none"
        >
          <Radix.Title id={titleId} className="sr-only">
            {intl.formatMessage({ id: 'DesignSystem.NavShell.Label' })}
          </Radix.Title>
          {start === undefined ? null : <div className="order-1 px-2 pbe-2">{start}</div>}
          <div className="contents [&>nav]:order-2">
            <Navigation
              {...parts}
              brandEnd={
                <Radix.Close asChild>
                  <IconButton className="ms-auto" icon={X} label={intl.formatMessage({ id: 'DesignSystem.NavShell.CloseMenu' })} />
                </Radix.Close>
              }
            />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
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
      className={cn('flex h-topbar shrink-0 items-center gap-2 border-be border-line-subtle bg-canvas ps-page pe-4', className)}
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
      <div ref={setBreadcrumbHost} className="flex min-w-0 flex-1 items-center" />
      <div className="flex shrink-0 items-center gap-2">{children}</div>
    </header>
  )
}
