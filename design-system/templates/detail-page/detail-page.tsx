import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { PageContent, splitStatus, type PageStateProps } from '../page-content/page-content.tsx'

export interface DetailPageProps extends Omit<ComponentProps<'div'>, 'children'>, PageStateProps {
  /** `CaseHeader` or `PageHeader`: stays in view. */
  header: ReactNode
  /** `TabNav` or `TabList` under it. */
  tabs?: ReactNode
  /** One view of the object; `DetailColumns` for cards in columns. */
  children: ReactNode
}

/** One object: its identity and tabs stay in view, the chosen view scrolls below. */
export function DetailPage({ header, tabs, children, className, ...rest }: DetailPageProps) {
  const [status, props] = splitStatus(rest)
  return (
    <div data-slot="detail-page" className={cn('flex min-h-full flex-col', className)} {...props}>
      <div className={cn('sticky inset-bs-0 z-sticky border-be bg-surface', tabs === undefined ? 'border-line-subtle' : 'border-line')}>
        {header}
        {/* The line of the tabs lies on the one across the page: two would be seen as a step. */}
        {tabs === undefined ? null : <div className="-mbe-px px-page">{tabs}</div>}
      </div>
      <div className="flex flex-1 flex-col px-page py-3">
        <PageContent {...status}>{children}</PageContent>
      </div>
    </div>
  )
}

export interface DetailColumnsProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Judgement: why, rules, flips. */
  start: ReactNode
  /** Evidence, in cards. */
  children: ReactNode
  /** People and time. Without room for three columns it follows the first. */
  end?: ReactNode
}

/** Cards of an object in up to three columns, each its own stack. Reading order is the same at every width. */
export function DetailColumns({ start, children, end, className, ...props }: DetailColumnsProps) {
  return (
    <div data-slot="detail-columns" className={cn('grid gap-3 md:grid-cols-[360px_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)] lg:grid-rows-[auto] lg:grid-cols-[360px_minmax(0,1fr)_304px] min-[1400px]:grid-cols-[404px_minmax(0,1fr)_304px]', className)} {...props}>
      <div className="flex min-w-0 flex-col gap-3">{start}</div>
      <div className="@container flex min-w-0 flex-col gap-3 md:row-span-2 lg:row-span-1">{children}</div>
      {end === undefined ? null : <div className="flex min-w-0 flex-col gap-3">{end}</div>}
    </div>
  )
}
