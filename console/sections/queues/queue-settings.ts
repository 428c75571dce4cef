import type { Queue, QueueSettings } from '@assay/risk-service/contract'

/** What may be changed of a queue, as a change of it is sent: people by their ids. */
export function settingsOf(queue: Queue): QueueSettings {
  const { name, description, sequence, orderBy, direction, timeoutMinutes, defaultAction } = queue
  const {
    restrictToAssignees,
    allowedDecisions,
    escalation,
    hold,
    transfer,
    sla,
    fourEyes,
    checklist,
    quickDecisions,
  } = queue
  const { sampling, closeOnStatus, onlyManagersDecideInBulk, draining, qualityPercent } = queue
  return {
    name,
    description,
    sequence,
    orderBy,
    direction,
    timeoutMinutes,
    defaultAction,
    assignedUsers: queue.assignedUsers.map(({ id }) => id),
    supervisors: queue.supervisors.map(({ id }) => id),
    restrictToAssignees,
    allowedDecisions,
    escalation,
    hold,
    transfer,
    sla,
    fourEyes,
    checklist,
    quickDecisions,
    sampling,
    qualityPercent,
    closeOnStatus,
    onlyManagersDecideInBulk,
    draining,
  }
}
