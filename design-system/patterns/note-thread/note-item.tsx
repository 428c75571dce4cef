import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Avatar } from '../../primitives/avatar/avatar.tsx'

/** Notes, newest first, or the replies to a note, oldest first. */
export function NoteList({ className, ...props }: ComponentProps<'ul'>) {
  return (
    // eslint-disable-next-line jsx-a11y-x/no-redundant-roles -- without bullets Safari does not take it for a list
    <ul role="list" data-slot="note-list" className={cn('min-w-0 divide-y divide-line-subtle', className)} {...props} />
  )
}

export interface NoteItemProps extends Omit<ComponentProps<'li'>, 'children'> {
  /** Who wrote it; without a name the service did. */
  author?: string | undefined
  /** A `RelativeTime`. Leave it out where the sentence of a deleted note has the time. */
  time?: ReactNode
  /**
   * `system` reports an action and is less prominent than what people write; `deleted` says that a note was here, and by
   * whom it was deleted.
   */
  kind?: 'note' | 'system' | 'deleted'
  /** Marks a note that the reader has not seen. */
  unread?: boolean
  /** Content after the time: that the note was edited. */
  meta?: ReactNode
  /** Menu at the inline end of the first line. */
  actions?: ReactNode
  /** A `NoteText`, or one sentence. */
  children: ReactNode
  /** `NoteFile` elements. */
  files?: ReactNode
  /** A `NoteList` of replies. */
  replies?: ReactNode
  /** Content after the replies: a button or the field for a new one. */
  footer?: ReactNode
}

/** One note: author and time, text, files, replies. */
export function NoteItem({
  author,
  time,
  kind = 'note',
  unread = false,
  meta,
  actions,
  children,
  files,
  replies,
  footer,
  className,
  ...props
}: NoteItemProps) {
  const id = useId()
  const hasHead = kind === 'note' || time !== undefined
  return (
    <li data-slot="note-item" data-kind={kind} className={cn('min-w-0 py-3 text-sm', className)} {...props}>
      <article aria-labelledby={`${id}-by`} className="flex min-w-0 flex-col gap-1">
        {kind === 'note' ? (
          <div className="flex min-w-0 items-center gap-2">
            <span aria-hidden className="flex">
              <Avatar name={author ?? ''} />
            </span>
            <div id={`${id}-by`} className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 font-medium wrap-anywhere">
                <bdi>{author}</bdi>
              </span>
              <span className="text-xs text-fg-muted">{time}</span>
              {meta === undefined ? null : <span className="text-xs text-fg-muted">{meta}</span>}
              {unread ? (
                <span className="inline-flex items-center gap-1 text-xs text-accent-text">
                  <span aria-hidden className="size-1.5 rounded-full bg-accent forced-color-adjust-none" />
                  <FormattedMessage id="DesignSystem.NoteItem.Unread" />
                </span>
              ) : null}
            </div>
            {actions}
          </div>
        ) : time === undefined ? null : (
          <p id={`${id}-by`} className="text-xs wrap-anywhere text-fg-muted">
            {kind === 'system' && author !== undefined ? (
              <>
                <bdi className="font-medium">{author}</bdi>{' '}
              </>
            ) : null}
            {time}
          </p>
        )}
        <div
          id={hasHead ? undefined : `${id}-by`}
          className={cn('min-w-0', kind === 'note' ? 'text-fg' : 'text-fg-secondary', kind === 'deleted' && 'italic')}
        >
          {children}
        </div>
        {files === undefined ? null : <div className="mbs-1 grid min-w-0 gap-1">{files}</div>}
      </article>
      {replies === undefined ? null : <div className="mbs-2 min-w-0 border-s-2 border-line ps-3">{replies}</div>}
      {footer === undefined ? null : <div className="mbs-1 min-w-0">{footer}</div>}
    </li>
  )
}
