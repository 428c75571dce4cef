import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { useNavShell } from './nav-context.ts'

/** The icon and the label of an item; the label remains for assistive technology when only the icon is visible. */
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

/** The mark of the current item: a border, so that it is visible in forced colours. */
export function CurrentBar() {
  return <span aria-hidden className="absolute inset-s-0 inset-bs-1/2 h-5 -translate-y-1/2 border-s-2 border-accent" />
}

/** Number of waiting records of an item. */
export function Count({ children }: { children: ReactNode }) {
  return children === undefined ? null : <span className="text-xs text-fg-muted tabular-nums">{children}</span>
}
