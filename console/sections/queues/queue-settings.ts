import type { Person, Queue, QueueSettings } from '@assay/risk-service/contract'

/** What may be changed of a queue, as a change of it is sent: people and groups by their ids. */
export function settingsOf(queue: Queue): QueueSettings {
  const { name, description, sequence, orderBy, direction, timeoutMinutes, defaultAction } = queue
  const { restrictToAssignees, allowedDecisions, escalation, hold, transfer, sla, fourEyes, checklist } = queue
  const { sampling, closeOnStatus, onlyManagersDecideInBulk, draining, assignment, assignmentPaused } = queue
  const { quickDecisions, qualityPercent, challenge, challengeDecides, escalationQueueId, summary } = queue
  return {
    name,
    description,
    sequence,
    orderBy,
    direction,
    timeoutMinutes,
    defaultAction,
    assignedUsers: queue.assignedUsers.map(({ id }) => id),
    assignedGroups: queue.assignedGroups.map(({ id }) => id),
    supervisors: queue.supervisors.map(({ id }) => id),
    restrictToAssignees,
    allowedDecisions,
    escalation,
    escalationQueueId,
    hold,
    transfer,
    challenge,
    challengeDecides,
    sla,
    fourEyes,
    checklist,
    quickDecisions,
    sampling,
    qualityPercent,
    closeOnStatus,
    summary,
    onlyManagersDecideInBulk,
    draining,
    assignment,
    assignmentPaused,
  }
}

/** Everybody who is assigned to a queue, alone or with a group. Its supervisors are none of them. */
export function assigneesOf({ assignedUsers, assignedGroups, supervisors }: Queue): Person[] {
  const people = [...assignedUsers, ...assignedGroups.flatMap(({ members }) => members)]
  const byId = new Map(people.map(person => [person.id, person]))
  for (const { id } of supervisors) byId.delete(id)
  return [...byId.values()]
}
