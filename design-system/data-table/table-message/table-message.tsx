import { Inbox, Lock, RotateCw, SearchX, Unplug } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'

export type TableMessageKind = 'empty' | 'noResults' | 'error' | 'noAccess'

const shown: Record<TableMessageKind, { icon: ReactNode; title: string; text: string }> = {
  empty: { icon: <Inbox />, title: 'DesignSystem.DataTable.EmptyTitle', text: 'DesignSystem.DataTable.EmptyText' },
  noResults: {
    icon: <SearchX />,
    title: 'DesignSystem.DataTable.NoResultsTitle',
    text: 'DesignSystem.DataTable.NoResultsText',
  },
  error: { icon: <Unplug />, title: 'DesignSystem.DataTable.ErrorTitle', text: 'DesignSystem.DataTable.ErrorText' },
  noAccess: {
    icon: <Lock />,
    title: 'DesignSystem.DataTable.NoAccessTitle',
    text: 'DesignSystem.DataTable.NoAccessText',
  },
}

export interface TableMessageProps extends Omit<ComponentProps<'div'>, 'title' | 'children'> {
  /** Reason why there are no rows: it chooses icon and default texts. */
  kind: TableMessageKind
  /** Replaces the default title of the kind. */
  title?: ReactNode
  /** Replaces the default sentence of the kind. */
  text?: ReactNode
  /** A way to continue: one button or link. */
  action?: ReactNode
  /** Shows a button that loads the rows again, with the kind `error`. */
  onRetry?: (() => void) | undefined
}

/** Shown in place of rows: the reason why there are none, and a way to continue. */
export function TableMessage({ kind, title, text, action, onRetry, className, ...props }: TableMessageProps) {
  const look = shown[kind]
  return (
    <div
      data-slot="table-message"
      className={cn('flex flex-col items-center gap-1 px-4 py-8 text-center', className)}
      {...props}
    >
      <span aria-hidden className="text-fg-muted [&_svg]:size-5">
        {look.icon}
      </span>
      <p className="mbs-1 text-md font-semibold text-fg">{title ?? <FormattedMessage id={look.title} />}</p>
      <p className="max-w-prose text-sm text-fg-secondary">{text ?? <FormattedMessage id={look.text} />}</p>
      <div className="mbs-2">
        {action ??
          (kind === 'error' && onRetry ? (
            <Button onClick={onRetry}>
              <RotateCw aria-hidden />
              <FormattedMessage id="DesignSystem.DataTable.Retry" />
            </Button>
          ) : null)}
      </div>
    </div>
  )
}
