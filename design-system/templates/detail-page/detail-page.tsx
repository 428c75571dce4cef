import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { CondensedHead } from '../../patterns/case-header/case-header.tsx'
import { PageContent, type PageStateProps, splitStatus } from '../page-content/page-content.tsx'

export interface DetailPageProps extends Omit<ComponentProps<'div'>, 'children'>, PageStateProps {
  /** `CaseHeader` or `PageHeader`: stays in view, the former in one low line once the page is scrolled. */
  header: ReactNode
  /** `TabNav` or `TabList` under the header. */
  tabs?: ReactNode
  /** One view of the object; `DetailColumns` for cards in columns. */
  children: ReactNode
}

/**
 * A small visible part of the start is no change: a lower header makes the page shorter, and that must not raise it
 * again.
 */
const inView = 0.95

/**
 * Whether the start of the page has been scrolled away: true from when none of `start` is in view until all of it is
 * again.
 */
function useIsScrolledAway() {
  const start = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!start.current) return
    const observer = new IntersectionObserver(
      entries => {
        for (const { intersectionRatio: ratio } of entries) {
          if (ratio === 0) setAway(true)
          else if (ratio >= inView) setAway(false)
        }
      },
      { threshold: [0, inView] },
    )
    observer.observe(start.current)
    return () => observer.disconnect()
  }, [])
  return [start, away] as const
}

/**
 * Page for one object: its identity and tabs stay in view, the chosen view scrolls below. In a low window only the view
 * scrolls.
 */
export function DetailPage({ header, tabs, children, className, ...rest }: DetailPageProps) {
  const [status, props] = splitStatus(rest)
  const [start, away] = useIsScrolledAway()
  return (
    <div data-slot="detail-page" className={cn('relative flex min-h-full shrink-0 flex-col', className)} {...props}>
      <div ref={start} aria-hidden className="pointer-events-none absolute inset-x-0 inset-bs-2 h-[8rem]" />
      <div
        className={cn(
          'z-sticky border-be bg-surface [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:inset-bs-0',
          tabs === undefined ? 'border-line-subtle' : 'border-line',
        )}
      >
        <CondensedHead value={away}>{header}</CondensedHead>
        {/* The line of the tabs covers the page's own line: two would look like a step. */}
        {tabs === undefined ? null : <div className="-mbe-px px-page">{tabs}</div>}
      </div>
      <div className="flex flex-1 flex-col px-page py-3">
        <PageContent {...status}>{children}</PageContent>
      </div>
    </div>
  )
}

export interface DetailColumnsProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Column for the assessment: reasons, rules, counterfactuals. */
  start: ReactNode
  /** Column for evidence, in cards. */
  children: ReactNode
  /** Column for people and time. Without room for three columns it follows the first. */
  end?: ReactNode
}

/** Cards of an object in up to three columns, each a stack. Reading order is the same at every width. */
export function DetailColumns({ start, children, end, className, ...props }: DetailColumnsProps) {
  return (
    <div
      data-slot="detail-columns"
      className={cn(
        'grid gap-3 md:grid-cols-[360px_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)] lg:grid-rows-[auto] lg:grid-cols-[360px_minmax(0,1fr)_304px] min-[1400px]:grid-cols-[404px_minmax(0,1fr)_304px]',
        className,
      )}
      {...props}
    >
      <div className="flex min-w-0 flex-col gap-3">{start}</div>
      <div className="@container flex min-w-0 flex-col gap-3 md:row-span-2 lg:row-span-1">{children}</div>
      {end === undefined ? null : <div className="flex min-w-0 flex-col gap-3">{end}</div>}
    </div>
  )
}
