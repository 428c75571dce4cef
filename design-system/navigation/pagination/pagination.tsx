import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { pageWindow } from './page-window.ts'

// A select is large and most lists have one size: loaded where there is a choice.
const PageSize = lazyPart(() => import('./page-size.tsx').then(module => ({ default: module.PageSize })))

export interface PageRange {
  /** First and last visible row, counted from 1. */
  from: number
  to: number
  /** Number of all rows; undefined while the service does not know it. */
  total?: number | undefined
}

interface CursorProps {
  page?: undefined
  pageCount?: undefined
  onPageChange?: undefined
  /** Moves by a cursor; `undefined` at that end of the list. */
  onPrevious?: (() => void) | undefined
  /** Moves to the next page; `undefined` at the end of the list. */
  onNext?: (() => void) | undefined
}

interface NumberedProps {
  /** Current page, counted from 1. */
  page: number
  /** Number of pages. */
  pageCount: number
  /** Called with the page to show, counted from 1. */
  onPageChange: (page: number) => void
  onPrevious?: undefined
  onNext?: undefined
}

export type PaginationProps = Omit<ComponentProps<'nav'>, 'children'> &
  (CursorProps | NumberedProps) & {
    /** Visible rows: shown as "1–50 of 48,211" and announced when they change. */
    range?: PageRange
    /** Text of the caller instead of the range. */
    summary?: ReactNode
    /** A page is being fetched: the buttons are inactive. */
    loading?: boolean
    /** Number of rows per page. */
    pageSize?: number
    /** Sizes to choose from, with `onPageSizeChange`. */
    pageSizes?: readonly number[]
    /** Called with the chosen number of rows per page. */
    onPageSizeChange?: (size: number) => void
    /** Id of the heading of the list: it gets the focus when the page changes. */
    headingId?: string
  }

const defaultPageSizes = [25, 50, 100] as const

/**
 * Moves through the pages of a list, by number or by cursor. At the ends the buttons stay in place, so that focus is
 * never lost.
 */
export function Pagination({
  page,
  pageCount,
  onPageChange,
  onPrevious,
  onNext,
  range,
  summary,
  loading = false,
  pageSize,
  pageSizes = defaultPageSizes,
  onPageSizeChange,
  headingId,
  className,
  ...props
}: PaginationProps) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const requested = useRef(false)
  const text =
    range === undefined
      ? undefined
      : intl.formatMessage(
          {
            id: range.total === undefined ? 'DesignSystem.Pagination.RangeOfUnknown' : 'DesignSystem.Pagination.Range',
          },
          {
            from: format.number(range.from),
            to: format.number(range.to),
            total: range.total === undefined ? '' : format.number(range.total),
          },
        )
  // Announced once the rows are loaded, and only when this control requested them.
  useEffect(() => {
    if (!requested.current || loading || text === undefined) return
    requested.current = false
    announce(text)
  }, [announce, loading, text])

  const step = (act: (() => void) | undefined) =>
    act &&
    (() => {
      requested.current = true
      act()
      if (headingId !== undefined) document.getElementById(headingId)?.focus()
    })
  const to = (target: number) =>
    page === undefined || target < 1 || target > pageCount ? undefined : () => onPageChange(target)
  const previous = loading ? undefined : page === undefined ? onPrevious : to(page - 1)
  const next = loading ? undefined : page === undefined ? onNext : to(page + 1)

  return (
    <nav
      data-slot="pagination"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Pagination.Label' })}
      aria-busy={loading || undefined}
      className={cn(
        'flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-2 text-xs text-fg-muted tabular-nums',
        className,
      )}
      {...props}
    >
      <span className="flex min-w-0 flex-wrap items-center gap-3">
        <span>{summary ?? text}</span>
        {pageSize !== undefined && onPageSizeChange ? (
          <Suspense fallback={<span className="h-control-sm" />}>
            <PageSize
              value={pageSize}
              sizes={pageSizes}
              onValueChange={size => {
                requested.current = true
                onPageSizeChange(size)
              }}
            />
          </Suspense>
        ) : null}
      </span>
      <span className="flex items-center gap-1">
        <Step
          label={intl.formatMessage({ id: 'DesignSystem.Pagination.Previous' })}
          icon={ChevronLeft}
          onStep={step(previous)}
        />
        {page === undefined ? null : (
          <Numbers
            page={page}
            pageCount={pageCount}
            disabled={loading}
            onPage={target => step(() => onPageChange(target))?.()}
          />
        )}
        <Step
          label={intl.formatMessage({ id: 'DesignSystem.Pagination.Next' })}
          icon={ChevronRight}
          onStep={step(next)}
        />
      </span>
    </nav>
  )
}

function Step({ label, icon, onStep }: { label: string; icon: typeof ChevronLeft; onStep: (() => void) | undefined }) {
  return (
    <IconButton
      variant="ghost"
      size="sm"
      icon={icon}
      label={label}
      aria-disabled={onStep === undefined || undefined}
      className="aria-disabled:text-fg-disabled"
      onClick={() => onStep?.()}
    />
  )
}

interface NumbersProps {
  page: number
  pageCount: number
  disabled: boolean
  onPage: (page: number) => void
}

const gap = '…'

function Numbers({ page, pageCount, disabled, onPage }: NumbersProps) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <ol className="flex items-center gap-1 max-sm:hidden">
      {pageWindow(page, pageCount).map((number, index) => (
        <li key={number ?? `gap ${index}`}>
          {number === undefined ? (
            <span aria-hidden className="flex size-control-sm items-center justify-center">
              {gap}
            </span>
          ) : (
            <button
              type="button"
              aria-label={intl.formatMessage(
                { id: 'DesignSystem.Pagination.Page' },
                { page: format.number(number), count: format.number(pageCount) },
              )}
              aria-current={number === page ? 'page' : undefined}
              aria-disabled={disabled || undefined}
              onClick={() => {
                if (!disabled && number !== page) onPage(number)
              }}
              className="focus-ring flex h-control-sm min-w-6 items-center justify-center rounded-chip px-1.5 text-sm text-fg hover:bg-surface-hover aria-[current=page]:border aria-[current=page]:border-transparent aria-[current=page]:bg-accent-subtle aria-[current=page]:font-medium aria-[current=page]:text-accent-text"
            >
              {format.number(number)}
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}
