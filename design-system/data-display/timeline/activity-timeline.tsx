import { CircleDot, Gavel, ListFilter, type LucideIcon, MessageSquare, Settings2 } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { DateTime } from '../date-time/date-time.tsx'
import { type ActivityEntry, type ActivityKind, activityKinds, countNewEntries, groupByDay } from './activity.ts'
import { Timeline, TimelineDay, TimelineItem } from './timeline.tsx'

const icons: Record<ActivityKind, LucideIcon> = {
  event: CircleDot,
  comment: MessageSquare,
  decision: Gavel,
  system: Settings2,
}

export interface TimelineFilterProps
  extends Omit<ComponentProps<typeof IconButton>, 'icon' | 'label' | 'value' | 'defaultValue'> {
  /** Visible kinds. */
  value: readonly ActivityKind[]
  /** Called with the kinds that are visible after a choice. */
  onValueChange: (value: readonly ActivityKind[]) => void
}

/** Filters the kinds of entries: a menu behind one button, for the head of a card. */
export function TimelineFilter({ value, onValueChange, ...props }: TimelineFilterProps) {
  const intl = useIntl()
  const all = value.length === activityKinds.length
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          size="sm"
          icon={ListFilter}
          {...props}
          label={
            all
              ? intl.formatMessage({ id: 'DesignSystem.Timeline.Filter' })
              : intl.formatMessage(
                  { id: 'DesignSystem.Timeline.Filtered' },
                  { count: value.length, total: activityKinds.length },
                )
          }
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {activityKinds.map(kind => (
          <DropdownMenuCheckboxItem
            key={kind}
            checked={value.includes(kind)}
            onSelect={event => event.preventDefault()}
            onCheckedChange={on =>
              onValueChange(activityKinds.filter(each => (each === kind ? on : value.includes(each))))
            }
          >
            {intl.formatMessage({ id: `DesignSystem.Timeline.Kind.${kind}` })}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

export interface ActivityTimelineProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Accessible name of the timeline. */
  label: string
  /** Everything that happened; the component sorts and filters it. */
  entries: readonly ActivityEntry[]
  /** Visible kinds; `TimelineFilter` sets them. */
  kinds?: readonly ActivityKind[]
  /** Kinds that are initially visible, for uncontrolled use. */
  defaultKinds?: readonly ActivityKind[]
  /** Loads entries before the oldest one; set it while there are more. */
  onLoadEarlier?: () => void
  /** Entries are being fetched: the list shows placeholders. */
  loading?: boolean
}

/** Activity of a case by day. New entries are inserted at the head with an announcement and never move the focus. */
export function ActivityTimeline({
  label,
  entries,
  kinds: given,
  defaultKinds = activityKinds,
  onLoadEarlier,
  loading = false,
  className,
  ...props
}: ActivityTimelineProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const format = useFormat()
  useUniqueIds('ActivityTimeline', 'entries', entries)
  const [kinds] = useControllable({ value: given, defaultValue: defaultKinds })
  const days = useMemo(() => groupByDay(entries, kinds, at => format.date(at)), [entries, kinds, format])
  const known = useRef<ReadonlySet<string>>(new Set<string>())
  const tell = useEffectEvent((count: number) =>
    announce(intl.formatMessage({ id: 'DesignSystem.Timeline.CameIn' }, { count })),
  )
  useEffect(() => {
    const count = countNewEntries(known.current, entries)
    known.current = new Set(entries.map(entry => entry.id))
    if (count > 0) tell(count)
  }, [entries])
  return (
    <div data-slot="activity-timeline" className={cn('min-w-0', className)} {...props}>
      {days.length === 0 ? (
        <p className="pbe-2 text-fg-muted">{intl.formatMessage({ id: 'DesignSystem.Timeline.Empty' })}</p>
      ) : (
        <Timeline aria-label={label} aria-busy={loading || undefined}>
          {days.map(({ day, entries: ofDay }) => [
            <TimelineDay key={day}>
              {day === '' ? intl.formatMessage({ id: 'DesignSystem.Timeline.NoDate' }) : day}
            </TimelineDay>,
            ...ofDay.map(({ id, kind, at, text, details, unread = false }) => (
              <TimelineItem
                key={id}
                icon={icons[kind]}
                kind={kind}
                unread={unread}
                details={details}
                time={<DateTime value={at} shape={day === '' ? 'full' : 'time'} exact />}
              >
                <span className="sr-only">{intl.formatMessage({ id: `DesignSystem.Timeline.Spoken.${kind}` })}</span>
                {text}
              </TimelineItem>
            )),
          ])}
        </Timeline>
      )}
      {onLoadEarlier ? (
        <Button variant="ghost" size="sm" className="-ms-2" loading={loading} onClick={onLoadEarlier}>
          {intl.formatMessage({ id: 'DesignSystem.Timeline.LoadEarlier' })}
        </Button>
      ) : null}
    </div>
  )
}
