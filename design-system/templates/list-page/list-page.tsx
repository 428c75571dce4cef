import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { PageContent, type PageStateProps, splitStatus } from '../page-content/page-content.tsx'

export interface ListPageProps extends Omit<ComponentProps<'div'>, 'children'>, PageStateProps {
  /** `PageHeader`. */
  header: ReactNode
  /** Saved views or tabs, and the filters: rows between hairlines. */
  bars?: ReactNode
  /** `Callout` with information that applies to the list. */
  notice?: ReactNode
  /** `DataTable`; it fills the page and scrolls inside. */
  children: ReactNode
  /** `SidePanel` of the chosen record. */
  panel?: ReactNode
}

/** Page for a list of records: one sheet, bars and table touching, the chosen record beside it. */
export function ListPage({ header, bars, notice, children, panel, className, ...rest }: ListPageProps) {
  const [status, props] = splitStatus(rest)
  return (
    <div data-slot="list-page" className={cn('flex min-h-0 flex-1 flex-col bg-surface', className)} {...props}>
      {header}
      {bars}
      {notice}
      <div className="flex min-h-0 flex-1">
        <PageContent {...status}>{children}</PageContent>
        {panel}
      </div>
    </div>
  )
}
