import { CheckCheck, CirclePlus, Lock, type LucideIcon, SearchX } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'

// Most empty states have no filters: their tags are loaded on demand.
const EmptyFilters = lazyPart(() => import('./empty-filters.tsx').then(module => ({ default: module.EmptyFilters })))

export const emptyKinds = ['first-use', 'no-results', 'done', 'no-access'] as const
export type EmptyKind = (typeof emptyKinds)[number]
const icons: Record<EmptyKind, LucideIcon> = {
  'first-use': CirclePlus,
  'no-results': SearchX,
  done: CheckCheck,
  'no-access': Lock,
}

export interface EmptyFilter {
  id: string
  /** The filter as text: "Score at least 600". */
  label: string
  onRemove?: () => void
}

export interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  /** Reason for the empty state: never used yet, filtered, all done, or no access. */
  kind?: EmptyKind
  /** Replaces the icon of the kind. */
  icon?: LucideIcon
  /** Which nothing it is: nothing yet, nothing found, nothing left to do. */
  title: ReactNode
  /** One sentence on what can be done. */
  description?: ReactNode
  /** It replaces a whole page: its title is then the page's heading and gets the focus after a change of route. */
  page?: boolean
  /** Heading level of the title, where the empty state is a part of the page with its own heading. */
  level?: 2 | 3 | 4
  /** The active filters that exclude everything, removable one by one. */
  filters?: readonly EmptyFilter[]
  /** Shows the button that removes all filters. */
  onClearFilters?: () => void
  /** The most useful actions, at most two. */
  actions?: ReactNode
}

/** A place without content: the reason for it, and a way to continue. */
export function EmptyState({
  kind = 'no-results',
  icon = icons[kind],
  title,
  description,
  page = false,
  level,
  filters = [],
  onClearFilters,
  actions,
  className,
  children,
  ...props
}: EmptyStateProps) {
  const Title = page ? 'h1' : level === undefined ? 'p' : (`h${level}` as const)
  return (
    <div
      data-slot="empty-state"
      data-kind={kind}
      className={cn('flex flex-col items-center justify-center px-4 text-center', page ? 'py-16' : 'py-8', className)}
      {...props}
    >
      <Icon icon={icon} size={20} className="text-fg-muted" />
      <Title
        {...(page ? { 'data-page-title': true, tabIndex: -1 } : {})}
        className={cn('mbs-2 max-w-full font-semibold wrap-anywhere outline-none', page ? 'text-lg' : 'text-md')}
      >
        {title}
      </Title>
      {description ? <p className="mbs-1 max-w-md wrap-anywhere text-fg-secondary">{description}</p> : null}
      {filters.length > 0 ? (
        <Suspense>
          <EmptyFilters filters={filters} />
        </Suspense>
      ) : null}
      {actions || onClearFilters ? (
        <div className="mbs-3 flex flex-wrap justify-center gap-2">
          {onClearFilters ? (
            <Button onClick={onClearFilters}>
              <FormattedMessage id="DesignSystem.EmptyState.Clear" values={{ count: filters.length }} />
            </Button>
          ) : null}
          {actions}
        </div>
      ) : null}
      {children}
    </div>
  )
}
