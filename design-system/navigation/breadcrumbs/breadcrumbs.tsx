import { ChevronRight } from 'lucide-react'
import { Fragment, lazy, Suspense, type ComponentProps, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { renderAnchor, type RenderLink } from '../link/render-link.tsx'

// A menu is the exception here and menus are large: fetched when a path is long enough to need one.
const HiddenItems = lazy(() => import('./hidden-items.tsx').then(module => ({ default: module.HiddenItems })))

export interface Breadcrumb {
  id: string
  label: ReactNode
  /** Absent on the current page, and on groups that are no page. */
  href?: string
}

export interface BreadcrumbsProps extends ComponentProps<'nav'> {
  items: readonly Breadcrumb[]
  /** From this many on, the middle goes into a menu. */
  collapseFrom?: number
  renderLink?: RenderLink
}

/** Where the page is. The last item is the page itself. */
export function Breadcrumbs({ items, collapseFrom = 5, renderLink = renderAnchor, className, ...props }: BreadcrumbsProps) {
  const intl = useIntl()
  const hidden = items.length >= collapseFrom ? items.slice(1, -2) : []
  const shown = hidden.length > 0 ? [items[0], null, ...items.slice(-2)] : items
  return (
    <nav
      data-slot="breadcrumbs"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Breadcrumbs.Label' })}
      className={cn('min-w-0 text-sm', className)}
      {...props}
    >
      <ol className="flex min-w-0 items-center gap-1.5">
        {shown.map((item, index) => (
          <Fragment key={item?.id ?? 'hidden'}>
            {index > 0 ? (
              <li aria-hidden className="flex shrink-0 text-fg-muted">
                <DirectionalIcon icon={ChevronRight} size={12} />
              </li>
            ) : null}
            {item ? <Item item={item} current={index === shown.length - 1} renderLink={renderLink} /> : <Suspense><HiddenItems items={hidden} renderLink={renderLink} /></Suspense>}
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

function Item({ item, current, renderLink }: { item: Breadcrumb; current: boolean; renderLink: RenderLink }) {
  if (current) {
    return (
      <li className="min-w-0 truncate font-medium text-fg">
        <span aria-current="page">{item.label}</span>
      </li>
    )
  }
  return (
    <li className="min-w-8 truncate text-fg-muted max-sm:hidden">
      {item.href === undefined
        ? item.label
        : renderLink({ href: item.href, className: 'focus-ring-inset block truncate rounded-chip py-0.5 hover:text-fg hover:underline', children: item.label })}
    </li>
  )
}
