import { Avatar, Badge, cn, Icon, useFormat, useNow } from '@assay/design-system'
import { type CaseRow, caseLimits, type Person } from '@assay/risk-service/contract'
import { Clock, ClockAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { timeLeftOf } from './time-left.ts'

/** Milliseconds under which the end of a review stands out. */
const lockWarning = 5 * 60_000

const missingMark = '–'

/** A value that a case does not have. */
export function MissingValue() {
  return <span className="text-fg-muted">{missingMark}</span>
}

interface NumberCellProps {
  children: ReactNode
  /** Classes of its colour and weight. */
  className?: string
}

/**
 * Text in a column of numbers, on the same edge as its head in both directions of writing. The text itself is written
 * in its own direction: "5 min 3 s" has words.
 */
export function NumberCell({ children, className }: NumberCellProps) {
  return (
    <span dir="ltr" className={cn('block min-w-0 flex-1 text-end tabular-nums', className)}>
      <bdi>{children}</bdi>
    </span>
  )
}

/** A number that a case does not have. */
export function MissingNumber() {
  return <NumberCell className="text-fg-muted">{missingMark}</NumberCell>
}

/** The number of linked cases, which are counted up to a limit. */
export function CountedLinks({ count }: { count: number | null }) {
  const format = useFormat()
  if (count === null) return <MissingNumber />
  return (
    <NumberCell>
      {count < caseLimits.countedLinks ? (
        format.number(count)
      ) : (
        <FormattedMessage id="Cases.LinkedAtLeast" values={{ count }} />
      )}
    </NumberCell>
  )
}

/** The duration since a moment, such as "2h 18m". */
export function DurationSince({ at }: { at: string | null }) {
  const format = useFormat()
  const now = useNow()
  if (at === null) return <MissingNumber />
  return <NumberCell>{format.duration(Math.max(0, now - Date.parse(at)))}</NumberCell>
}

/** The duration until a moment; zero when it is over. */
export function DurationUntil({ at }: { at: string }) {
  const format = useFormat()
  const now = useNow()
  return <span className="tabular-nums">{format.duration(Math.max(0, Date.parse(at) - now))}</span>
}

/** Time until the time-out of a case; it stands out when it is short, and when a target is missed. */
export function TimeLeftCell({ row }: { row: CaseRow }) {
  const format = useFormat()
  const { left, level } = timeLeftOf(row, useNow())
  const text = left === null ? null : format.duration(Math.max(0, left))
  if (level === null) return text === null ? <MissingNumber /> : <NumberCell>{text}</NumberCell>
  return (
    <NumberCell>
      <Badge tone={level === 'risk' ? 'warning' : 'danger'}>
        <Icon icon={level === 'risk' ? Clock : ClockAlert} size={12} />
        {level === 'risk' ? text : <FormattedMessage id={`Cases.TimeLeft.${level}`} />}
      </Badge>
    </NumberCell>
  )
}

/** Time until a review ends unless its reviewer goes on. */
export function LockEndsCell({ row: { lock } }: { row: CaseRow }) {
  const format = useFormat()
  const now = useNow()
  if (lock === null) return <MissingNumber />
  const left = Math.max(0, Date.parse(lock.expiresAt) - now)
  return (
    <NumberCell {...(left < lockWarning ? { className: 'font-medium text-warning-text' } : {})}>
      {format.duration(left)}
    </NumberCell>
  )
}

/** A person by initials and name. */
export function PersonCell({ person, own }: { person: Person | null; own: boolean }) {
  if (person === null) return <MissingValue />
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={person.name} />
      {own ? (
        <span className="font-medium">
          <FormattedMessage id="Cases.You" />
        </span>
      ) : (
        <bdi className="truncate">{person.name}</bdi>
      )}
    </span>
  )
}
