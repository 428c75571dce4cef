import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { useNavShell } from './nav-context.ts'

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
export function CurrentBar() {
  return <span aria-hidden className="absolute inset-s-0 inset-bs-1/2 h-5 -translate-y-1/2 border-s-2 border-accent" />
}

/** How many wait behind an item. */
export function Count({ children }: { children: ReactNode }) {
  return children === undefined ? null : <span className="text-xs text-fg-muted tabular-nums">{children}</span>
}
