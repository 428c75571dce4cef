import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { createContext, useContext } from 'react'
import type { RenderLink } from '../link/render-link.tsx'

export interface NavPage {
  id: string
  label: string
  href: string
  /** Muted, at the inline end. */
  count?: ReactNode
}

/** A page, or a group of pages (`children`) that opens in place. */
export interface NavGroup {
  id: string
  label: string
  icon: LucideIcon
  children: readonly NavPage[]
}

export type NavItem = (NavPage & { icon: LucideIcon; children?: undefined }) | NavGroup

export interface NavShellContextValue {
  collapsed: boolean
  /** Under 900 px the navigation is a drawer behind the menu button of the top bar. */
  drawer: boolean
  drawerOpen: boolean
  setDrawerOpen: (open: boolean) => void
  currentId: string | undefined
  renderLink: RenderLink
  /** Element into which the page header renders its breadcrumb. */
  breadcrumbHost: HTMLElement | null
  setBreadcrumbHost: (element: HTMLElement | null) => void
}

export const NavShellContext = createContext<NavShellContextValue | null>(null)

/** The surrounding shell, or nothing where the component is used alone (a story). */
export function useOptionalNavShell(): NavShellContextValue | null {
  return useContext(NavShellContext)
}

export function useNavShell(component: string): NavShellContextValue {
  const shell = useContext(NavShellContext)
  if (!shell)
    throw new Error(
      `${component}: there is no NavShell around it, so it has nothing to steer. Render it inside NavShell.`,
    )
  return shell
}
