import type { AlertIncident, IncidentAct, IncidentStatus } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../../kernel/errors/version-conflict.ts'
import type { AlertCall } from '../rules/change-rules.ts'
import { lockRule, writeSnooze } from '../rules/rule-store.ts'
import { findIncident, incidentOf, lockIncident, type StoredIncident, writeAct } from './incident-store.ts'

const hourMs = 3_600_000

const statusOf: Record<IncidentAct['kind'], IncidentStatus> = {
  acknowledge: 'acknowledged',
  snooze: 'snoozed',
  resolve: 'resolved',
}

/**
 * Acknowledges, snoozes or resolves an incident. A snooze keeps further incidents of its alert rule from notifying,
 * until its time is over or its incident is acknowledged or resolved. Resolving says whether the incident led to an act, from which the precision of the rule is computed; it may be
 * repeated to correct that.
 * @throws ValidationError for another act on a resolved incident; ConflictError for another version
 */
export async function actOnIncident(
  call: AlertCall,
  { incidentId, baseVersion, act }: { incidentId: string; baseVersion: number; act: IncidentAct },
): Promise<AlertIncident> {
  const { db, ports, principal, actorRoles, correlationId, environmentId } = call
  return db.transaction().execute(async trx => {
    const found = await findIncident(trx, { environmentId, incidentId })
    if (found === undefined) throw createMissingIncident()
    // The rule first, as the check and a change of the rule lock them.
    const snoozedUntil = await lockRule(trx, found.alert_id)
    const before = await lockIncident(trx, { environmentId, incidentId })
    if (before === undefined) throw createMissingIncident()
    if (before.version !== baseVersion)
      throw createVersionConflict('Somebody else acted on the incident meanwhile.', { version: before.version })
    if (before.status === 'resolved' && act.kind !== 'resolve')
      throw new ValidationError(['act', 'kind'], 'The incident is resolved.')
    const now = ports.clock()
    const until = act.kind === 'snooze' ? new Date(now.getTime() + act.hours * hourMs) : null
    const after: StoredIncident = {
      ...before,
      status: statusOf[act.kind],
      act: { by: principal.name, at: now.toISOString(), note: act.note, until: until?.toISOString() ?? null },
      acted: act.kind === 'resolve' ? act.acted : before.acted,
      // While it goes on, the end of the snooze notifies.
      notified_at: act.kind === 'snooze' ? null : before.notified_at,
      version: before.version + 1,
    }
    await writeAct(trx, after)
    if (until !== null || isSnoozeOf(before, snoozedUntil)) await writeSnooze(trx, before.alert_id, until)
    await auditChange(
      trx,
      { ports, principal, roles: actorRoles, correlationId, environmentId },
      { type: 'AlertIncident', id: incidentId, name: before.name },
      { operation: 'Update', before: { status: before.status, acted: before.acted }, after: act },
    )
    return incidentOf(after)
  })
}

/** Whether an alert rule is snoozed by an incident, not by a later one. */
const isSnoozeOf = ({ status, act }: StoredIncident, until: Date | null): boolean =>
  status === 'snoozed' && until !== null && act?.until === until.toISOString()

export const createMissingIncident = () => new NotFoundError('There is no such incident in this environment.')
