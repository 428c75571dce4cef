import { Avatar, AvatarGroup, Badge, Icon, useFormat, useNow } from '@assay/design-system'
import type { Person, Queue } from '@assay/risk-service/contract'
import { Clock, ClockAlert, Lock, PauseCircle, UserCheck } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { assigneesOf } from './queue-settings.ts'

const minute = 60_000
const shownUsers = 5
const shownSupervisors = 2

/** System queue, order of review, strategy of assignment and draining as badges; an unrestricted queue in use has none. */
export function QueueBadges({ queue: { kind, sequence, draining, assignment, assignmentPaused } }: { queue: Queue }) {
  return (
    <>
      {kind === 'System' ? (
        <Badge>
          <FormattedMessage id="Queues.System" />
        </Badge>
      ) : null}
      {sequence === 'Restricted' ? (
        <Badge>
          <Icon icon={Lock} size={12} />
          <FormattedMessage id="Queues.Sequence.Restricted" />
        </Badge>
      ) : null}
      {assignment === 'Pull' ? null : (
        <Badge {...(assignmentPaused ? { tone: 'warning' as const } : {})}>
          <Icon icon={assignmentPaused ? PauseCircle : UserCheck} size={12} />
          <FormattedMessage id={assignmentPaused ? 'Queues.Assignment.Stopped' : `Queues.Assignment.${assignment}`} />
        </Badge>
      )}
      {draining ? (
        <Badge tone="warning">
          <Icon icon={PauseCircle} size={12} />
          <FormattedMessage id="Queues.Draining" />
        </Badge>
      ) : null}
    </>
  )
}

/** How many cases are overdue or at risk; nothing while none is. */
export function RiskBadges({ counts: { overdue, slaAtRisk } }: Pick<Queue, 'counts'>) {
  return (
    <>
      {overdue > 0 ? (
        <Badge tone="danger">
          <Icon icon={ClockAlert} size={12} />
          <FormattedMessage id="Queues.Overdue" values={{ count: overdue }} />
        </Badge>
      ) : null}
      {slaAtRisk > 0 ? (
        <Badge tone="warning">
          <Icon icon={Clock} size={12} />
          <FormattedMessage id="Queues.AtRisk" values={{ count: slaAtRisk }} />
        </Badge>
      ) : null}
    </>
  )
}

/** Who is assigned to a queue and who supervises it, by initials; nothing for a queue without people. */
export function QueuePeople({ queue }: { queue: Queue }) {
  return (
    <>
      <Faces people={assigneesOf(queue)} max={shownUsers} labelId="Queues.AssignedUsers" />
      <Faces people={queue.supervisors} max={shownSupervisors} labelId="Queues.Supervisors" />
    </>
  )
}

function Faces({ people, max, labelId }: { people: readonly Person[]; max: number; labelId: string }) {
  const intl = useIntl()
  if (people.length === 0) return null
  return (
    <AvatarGroup max={max} aria-label={intl.formatMessage({ id: labelId })}>
      {people.map(({ id, name }) => (
        <Avatar key={id} name={name} label={name} title={name} />
      ))}
    </AvatarGroup>
  )
}

/** For how long the oldest case has waited, such as "2h 18m". */
export function OldestWaiting({ counts: { oldestEnteredAt } }: Pick<Queue, 'counts'>) {
  const format = useFormat()
  const now = useNow()
  return oldestEnteredAt === null ? null : <>{format.duration(Math.max(0, now - Date.parse(oldestEnteredAt)))}</>
}

/** Milliseconds of a number of minutes, as settings have them. */
export const minutesToMs = (minutes: number): number => minutes * minute
