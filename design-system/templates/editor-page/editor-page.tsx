import type { ComponentProps, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { PageContent, type PageStateProps, splitStatus } from '../page-content/page-content.tsx'

export interface EditorPageProps extends Omit<ComponentProps<'div'>, 'children'>, PageStateProps {
  /** `PageHeader`. */
  header: ReactNode
  /** `Callout` under the header: a conflict, a lock, a draft. */
  notice?: ReactNode
  /** `EditorColumns`. */
  children: ReactNode
  /** Content over all columns: the effect of the text on past events. */
  foot?: ReactNode
}

/** Page for editing a text: one sheet, header and columns touching. */
export function EditorPage({ header, notice, children, foot, className, ...rest }: EditorPageProps) {
  const [status, props] = splitStatus(rest)
  return (
    <div data-slot="editor-page" className={cn('flex min-h-0 flex-1 flex-col bg-surface', className)} {...props}>
      {header}
      {notice}
      <PageContent {...status}>
        {children}
        {foot === undefined ? null : <div className="shrink-0 border-bs border-line-subtle">{foot}</div>}
      </PageContent>
    </div>
  )
}

export interface EditorColumnsProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Parts of the text at the inline start: clauses, versions. */
  rail: ReactNode
  /** The editor and its problems list. */
  children: ReactNode
  /** Sample and result. Under 900 px they are below the editor. */
  side: ReactNode
}

/**
 * A text with its parts at one side and its effect at the other: three columns between hairlines, stacked where there
 * is no room.
 */
export function EditorColumns({ rail, children, side, className, ...props }: EditorColumnsProps) {
  const intl = useIntl()
  return (
    <div
      data-slot="editor-columns"
      className={cn(
        'flex min-h-0 flex-1 flex-col overflow-y-auto md:grid md:grid-cols-[200px_minmax(0,1fr)_320px] md:grid-rows-[minmax(0,1fr)] md:overflow-hidden lg:grid-cols-[256px_minmax(0,1fr)_352px]',
        className,
      )}
      {...props}
    >
      <div className="flex min-w-0 shrink-0 flex-col border-be border-line-subtle md:min-h-0 md:border-e md:border-be-0">
        {rail}
      </div>
      <div className="flex min-w-0 shrink-0 flex-col md:min-h-0">{children}</div>
      <aside
        aria-label={intl.formatMessage({ id: 'DesignSystem.EditorPage.Side' })}
        className="flex min-w-0 shrink-0 flex-col border-bs border-line-subtle md:min-h-0 md:border-s md:border-bs-0"
      >
        {side}
      </aside>
    </div>
  )
}
