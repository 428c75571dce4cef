import type { LucideIcon } from 'lucide-react'
import { CircleDot } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import type { ActivityKind } from './activity.ts'

/** A sequence of events, newest first, along a rail at the inline start. */
export function Timeline({ className, ...props }: ComponentProps<'ol'>) {
  return <ol data-slot="timeline" className={cn('min-w-0', className)} {...props} />
}

export interface TimelineItemProps extends ComponentProps<'li'> {
  /** Picture of the event; a dot without it. */
  icon?: LucideIcon
  /** Actions of the system are less prominent than actions of people. */
  kind?: ActivityKind
  /** A `RelativeTime` or `DateTime`. */
  time: ReactNode
  /** Marks an unseen entry by text, not only by weight. */
  unread?: boolean
  /** Details below the sentence: a comment, changed values. */
  details?: ReactNode
}

/** One entry. Its children are one sentence with actor and action. */
export function TimelineItem({
  icon = CircleDot,
  kind = 'event',
  time,
  unread = false,
  details,
  className,
  children,
  ...props
}: TimelineItemProps) {
  const intl = useIntl()
  return (
    <li data-slot="timeline-item" className={cn('group relative flex gap-3 pbe-4', className)} {...props}>
      <span
        aria-hidden
        className="absolute inset-s-2 -inset-be-0.5 inset-bs-5 border-s border-line group-last:hidden [.group:has(+[data-slot=timeline-day])_&]:hidden"
      />
      <span
        className={cn(
          'flex size-4 shrink-0 items-center justify-center pbs-1',
          kind === 'system' ? 'text-fg-muted' : 'text-fg-secondary',
        )}
      >
        <Icon icon={icon} size={12} />
      </span>
      <div className="min-w-0 flex-1">
        {/* The time is at the end of the line, and under the sentence where there is no room beside it. */}
        <div className="flex flex-wrap items-baseline gap-x-2">
          <p className={cn('min-w-0 flex-1 basis-[10rem] wrap-break-word', unread && 'font-medium')}>
            {children}
            {unread ? (
              <span className="ms-2 inline-block text-xs text-accent-text">
                {intl.formatMessage({ id: 'DesignSystem.Timeline.Unread' })}
              </span>
            ) : null}
          </p>
          <p className="text-xs text-fg-muted">{time}</p>
        </div>
        {details ? <div className="text-xs text-fg-muted wrap-break-word">{details}</div> : null}
      </div>
    </li>
  )
}

/** Heading of a day inside the list. */
export function TimelineDay({ className, ...props }: ComponentProps<'li'>) {
  return <li data-slot="timeline-day" className={cn('pbe-2 text-xs font-medium text-fg-muted', className)} {...props} />
}
