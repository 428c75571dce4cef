import type { ComponentProps, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { PageContent, type PageStateProps, splitStatus } from '../page-content/page-content.tsx'

export interface ExplorerPageProps extends Omit<ComponentProps<'div'>, 'children'>, PageStateProps {
  /** `PageHeader`. */
  header: ReactNode
  /** Starting point of the exploration: a row of 44 px. */
  query?: ReactNode
  /** The findings, by weight. Under 1200 px they are above the picture. */
  rail?: ReactNode
  /** `GraphCanvas` or `GeoMap`. */
  children: ReactNode
  /** `SidePanel` of the chosen node. */
  panel?: ReactNode
}

/** Page for exploring a picture: findings at the start, the picture in the middle, facts and actions at the end. */
export function ExplorerPage({ header, query, rail, children, panel, className, ...rest }: ExplorerPageProps) {
  const intl = useIntl()
  const [status, props] = splitStatus(rest)
  return (
    <div data-slot="explorer-page" className={cn('flex min-h-0 flex-1 flex-col bg-surface', className)} {...props}>
      {header}
      {query === undefined ? null : (
        <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 border-y border-line-subtle px-page py-1.5">
          {query}
        </div>
      )}
      <PageContent {...status}>
        <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
          {rail === undefined ? null : (
            <aside
              aria-label={intl.formatMessage({ id: 'DesignSystem.ExplorerPage.Rail' })}
              className="max-h-[40dvh] shrink-0 overflow-y-auto border-be border-line-subtle lg:max-h-full lg:w-rail lg:border-e lg:border-be-0"
            >
              {rail}
            </aside>
          )}
          <div className="flex min-h-[20rem] min-w-0 flex-1">
            <div className="flex min-w-0 flex-1 flex-col">{children}</div>
            {panel}
          </div>
        </div>
      </PageContent>
    </div>
  )
}
