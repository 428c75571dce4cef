import { createFormat } from '@assay/design-system'
import type { QueueSettings } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { minutesToMs } from '../queue-facts.tsx'

/** Message that names each setting of a queue, in the order of the form. */
export const settingLabels = {
  name: 'Common.Name',
  description: 'Common.Description',
  sequence: 'Queues.Sequence',
  orderBy: 'Queues.OrderBy',
  direction: 'Queues.Direction',
  timeoutMinutes: 'Queues.Timeout',
  defaultAction: 'Queues.DefaultAction',
  assignedUsers: 'Queues.AssignedUsers',
  assignedGroups: 'Queues.AssignedGroups',
  supervisors: 'Queues.Supervisors',
  restrictToAssignees: 'Queues.RestrictToAssignees',
  allowedDecisions: 'Queues.AllowedDecisions',
  escalation: 'Queues.Escalation',
  escalationQueueId: 'Queues.EscalationQueue',
  hold: 'Queues.Hold',
  transfer: 'Queues.Transfer',
  challenge: 'Queues.Challenge',
  challengeDecides: 'Queues.ChallengeDecides',
  sla: 'Queues.Sla',
  fourEyes: 'Queues.FourEyes',
  checklist: 'Queues.Checklist',
  quickDecisions: 'Queues.Quick',
  sampling: 'Queues.Sampling',
  qualityPercent: 'Queues.Quality',
  closeOnStatus: 'Queues.CloseOnStatus',
  summary: 'Queues.Summary',
  onlyManagersDecideInBulk: 'Queues.OnlyManagersDecideInBulk',
  draining: 'Queues.Drain',
  assignment: 'Queues.Assignment',
  assignmentPaused: 'Queues.AssignmentPaused',
} as const satisfies Record<keyof QueueSettings, string>

/** One setting in the reader's language. @param nameOf name of a user, a group or a queue */
export function settingText(
  field: keyof QueueSettings,
  settings: QueueSettings,
  intl: IntlShape,
  nameOf: (id: string) => string,
): string {
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  const format = createFormat(intl.locale, intl.timeZone ?? 'UTC')
  const minutes = (value: number | null) => (value === null ? '–' : format.duration(minutesToMs(value)))
  const value = settings[field]
  switch (field) {
    case 'sequence':
      return text(`Queues.Sequence.${settings.sequence}`)
    case 'orderBy':
      return text(`Queues.OrderBy.${settings.orderBy}`)
    case 'direction':
      return text(`Queues.Direction.${settings.direction}`)
    case 'assignment':
      return text(`Queues.Assignment.${settings.assignment}`)
    case 'timeoutMinutes':
      return minutes(settings.timeoutMinutes)
    case 'assignedUsers':
    case 'assignedGroups':
    case 'supervisors':
      return format.list(settings[field].map(nameOf))
    case 'escalationQueueId':
      return settings.escalationQueueId === null
        ? text('Queues.EscalationQueue.Same')
        : nameOf(settings.escalationQueueId)
    case 'allowedDecisions':
      return settings.allowedDecisions === null
        ? text('Queues.AllowedDecisions.All')
        : format.list(settings.allowedDecisions)
    case 'sla':
      return settings.sla === null
        ? ''
        : [
            `${text('Queues.Sla.FirstTouch')}: ${minutes(settings.sla.firstTouchMinutes)}`,
            `${text('Queues.Sla.Resolution')}: ${minutes(settings.sla.resolutionMinutes)}`,
          ].join('\n')
    case 'fourEyes': {
      const { fourEyes } = settings
      if (fourEyes === null) return ''
      return [
        ...(fourEyes.amountUsd === null
          ? []
          : [`${text('Queues.FourEyes.Amount')}: ${format.money(fourEyes.amountUsd / 100, 'USD')}`]),
        ...(fourEyes.decisions.length === 0
          ? []
          : [`${text('Queues.FourEyes.Decisions')}: ${format.list(fourEyes.decisions)}`]),
        `${text('Queues.FourEyes.Random')}: ${format.percent(fourEyes.randomPercent / 100)}`,
        ...(fourEyes.blind ? [text('Queues.FourEyes.Blind')] : []),
      ].join('\n')
    }
    case 'checklist':
      return settings.checklist.map(({ label }) => label).join('\n')
    case 'quickDecisions':
      return settings.quickDecisions
        .map(({ key, label, decision, reason }) => `${key} ${label} (${decision}: ${reason})`)
        .join('\n')
    case 'sampling':
      return format.percent(settings.sampling / 100)
    case 'qualityPercent':
      return format.percent(settings.qualityPercent / 100)
    default:
      return typeof value === 'boolean' ? text(value ? 'Queues.On' : 'Queues.Off') : String(value)
  }
}
