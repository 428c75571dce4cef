import { CheckCheck, CirclePlus, Lock, SearchX, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../primitives/icon/icon.tsx'

export const emptyKinds = ['first-use', 'no-results', 'done', 'no-access'] as const
export type EmptyKind = (typeof emptyKinds)[number]
const icons: Record<EmptyKind, LucideIcon> = { 'first-use': CirclePlus, 'no-results': SearchX, done: CheckCheck, 'no-access': Lock }

export interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** Why there is nothing: never used yet, filtered away, all done, or not allowed. */
  kind?: EmptyKind
  icon?: LucideIcon
  title: ReactNode
  description?: ReactNode
  /** It stands in for a whole page: its title is then the page's heading and takes the focus after a change of route. */
  page?: boolean
  /** The one thing that helps, at most two. */
  actions?: ReactNode
}

/** Nothing to show, the reason for it, and the way on. */
export function EmptyState({ kind = 'no-results', icon = icons[kind], title, description, page = false, actions, className, children, ...props }: EmptyStateProps) {
  return (
    <div data-slot="empty-state" data-kind={kind} className={cn('flex flex-col items-center justify-center px-4 py-8 text-center', className)} {...props}>
      <Icon icon={icon} size={20} className="text-fg-muted" />
      {page ? <h1 data-page-title tabIndex={-1} className="mbs-2 text-md font-semibold outline-none">{title}</h1> : <p className="mbs-2 text-md font-semibold">{title}</p>}
      {description ? <p className="mbs-1 max-w-md text-fg-secondary">{description}</p> : null}
      {actions ? <div className="mbs-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
      {children}
    </div>
  )
}
