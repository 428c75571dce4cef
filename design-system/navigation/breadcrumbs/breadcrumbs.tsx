import { ChevronRight, Ellipsis } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode, Suspense } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { type RenderLink, renderAnchor } from '../link/render-link.tsx'

// A menu is rarely needed here and menus are large: loaded when a path is long enough to need one.
const HiddenItems = lazyPart(() => import('./hidden-items.tsx').then(module => ({ default: module.HiddenItems })))

/** Placeholder with the appearance of the menu: until it is loaded nothing is missing and nothing moves. */
const hiddenPlace = (
  <li aria-hidden className="flex shrink-0 text-fg-muted">
    <span className="flex size-control-sm items-center justify-center">
      <Icon icon={Ellipsis} />
    </span>
  </li>
)

export interface Breadcrumb {
  id: string
  label: ReactNode
  /** Undefined for the current page, and for groups that are no page. */
  href?: string
}

export interface BreadcrumbsProps extends ComponentProps<'nav'> {
  /** The path from the start to the current page, which comes last. */
  items: readonly Breadcrumb[]
  /** Number of items from which on the middle is collapsed into a menu. */
  collapseFrom?: number
  /** Renders links with the router of the application; a plain anchor without it. */
  renderLink?: RenderLink
}

/**
 * The location of the page. The last item is the page itself. A phone has room for the link to the parent only: the
 * heading below names the page.
 */
export function Breadcrumbs({
  items,
  collapseFrom = 5,
  renderLink = renderAnchor,
  className,
  ...props
}: BreadcrumbsProps) {
  const intl = useIntl()
  useUniqueIds('Breadcrumbs', 'items', items)
  const hidden = items.length >= collapseFrom ? items.slice(1, -2) : []
  const shown = hidden.length > 0 ? [items[0], null, ...items.slice(-2)] : items
  const back = items.slice(0, -1).findLast(({ href }) => href !== undefined)?.id
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
              <li aria-hidden className="flex shrink-0 text-fg-muted max-sm:hidden">
                <DirectionalIcon icon={ChevronRight} size={12} />
              </li>
            ) : null}
            {item ? (
              <Item
                item={item}
                place={
                  index === shown.length - 1
                    ? back === undefined
                      ? 'page'
                      : 'behind'
                    : item.id === back
                      ? 'back'
                      : 'above'
                }
                renderLink={renderLink}
              />
            ) : (
              <Suspense fallback={hiddenPlace}>
                <HiddenItems items={hidden} renderLink={renderLink} />
              </Suspense>
            )}
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

/** On a phone, only `back` is visible of the items above the page, and it replaces the page. */
type ItemPlacement = 'page' | 'behind' | 'back' | 'above'

function Item({ item, place, renderLink }: { item: Breadcrumb; place: ItemPlacement; renderLink: RenderLink }) {
  if (place === 'page' || place === 'behind') {
    return (
      <li className={cn('min-w-0 truncate font-medium text-fg', place === 'behind' && 'max-sm:sr-only')}>
        <span aria-current="page">{item.label}</span>
      </li>
    )
  }
  return (
    <li className={cn('flex min-w-8 items-center gap-1.5 text-fg-muted', place === 'above' && 'max-sm:hidden')}>
      {place === 'back' ? (
        <DirectionalIcon icon={ChevronRight} size={12} className="shrink-0 rotate-180 sm:hidden" />
      ) : null}
      {item.href === undefined ? (
        <span className="truncate">{item.label}</span>
      ) : (
        renderLink({
          href: item.href,
          className: 'focus-ring-inset block truncate rounded-chip py-0.5 hover:text-fg hover:underline',
          children: item.label,
        })
      )}
    </li>
  )
}
