import type { ComponentProps, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '../../lib/cn.ts'
import { type Breadcrumb, Breadcrumbs } from '../breadcrumbs/breadcrumbs.tsx'
import { useOptionalNavShell } from '../nav-shell/nav-context.ts'

export interface PageHeaderProps extends Omit<ComponentProps<'header'>, 'title'> {
  /** The one `h1` of the page. */
  title: ReactNode
  /** Rendered into the top bar of the shell. Its last item is this page. */
  breadcrumb?: readonly Breadcrumb[]
  /** Status badges, or a segmented control that selects the subject of the page. */
  badges?: ReactNode
  /** One line of secondary text: scope, period, count. */
  meta?: ReactNode
  /** Ghost before secondary before the one primary; `PageActions` moves those without room into a menu. */
  actions?: ReactNode
  /** A row of tabs under the title, over the full width: `TabList` or `TabNav`. */
  tabs?: ReactNode
}

/** Title and actions of a page. */
export function PageHeader({ title, breadcrumb, badges, meta, actions, tabs, className, ...props }: PageHeaderProps) {
  const shell = useOptionalNavShell()
  return (
    <header
      data-slot="page-header"
      className={cn('flex min-h-page-header shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-page py-2', className)}
      {...props}
    >
      {breadcrumb && shell?.breadcrumbHost
        ? createPortal(<Breadcrumbs items={breadcrumb} renderLink={shell.renderLink} />, shell.breadcrumbHost)
        : null}
      <h1
        data-page-title
        tabIndex={-1}
        className={cn(
          'min-w-0 text-xl font-semibold text-fg outline-none max-sm:wrap-anywhere sm:truncate',
          tabs !== undefined && 'min-h-bar content-center',
        )}
      >
        {title}
      </h1>
      {badges}
      {meta === undefined ? null : <p className="min-w-0 text-xs text-fg-muted">{meta}</p>}
      {actions === undefined ? null : (
        <div className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-3 print:hidden">{actions}</div>
      )}
      {tabs === undefined ? null : (
        <div data-slot="page-tabs" className="-mx-page -mbe-2 w-full max-w-none grow basis-full *:px-page">
          {tabs}
        </div>
      )}
    </header>
  )
}
