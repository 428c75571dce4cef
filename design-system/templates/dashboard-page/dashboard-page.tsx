import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { PageContent, type PageStateProps, splitStatus } from '../page-content/page-content.tsx'

export interface DashboardPageProps extends Omit<ComponentProps<'div'>, 'children'>, PageStateProps {
  /** `PageHeader`. */
  header: ReactNode
  /** `Callout`: a warning about old figures, for example. */
  notice?: ReactNode
  /** The strip of tiles, over the whole width. */
  tiles?: ReactNode
  /** Cards in the wide and the narrow column, in reading order: wide, narrow, wide, narrow. */
  children: ReactNode
  /** Content over the whole width, for rare use. */
  foot?: ReactNode
}

/** Page for the figures of a period: tiles, then cards on the canvas in a wide and a narrow column. */
export function DashboardPage({ header, notice, tiles, children, foot, className, ...rest }: DashboardPageProps) {
  const [status, props] = splitStatus(rest)
  return (
    <div data-slot="dashboard-page" className={cn('flex flex-col', className)} {...props}>
      {header}
      <div className="flex flex-col gap-3 px-page pbe-6">
        <PageContent {...status}>
          {notice}
          {tiles}
          {/* Without room for two columns the narrow cards are side by side: over the whole width their names and
              figures would be far apart. */}
          <div
            data-slot="dashboard-columns"
            className="grid gap-3 md:max-lg:grid-flow-row-dense md:max-lg:grid-cols-2 md:max-lg:*:odd:col-span-2 lg:grid-cols-[minmax(0,1fr)_352px]"
          >
            {children}
          </div>
          {foot}
        </PageContent>
      </div>
    </div>
  )
}
