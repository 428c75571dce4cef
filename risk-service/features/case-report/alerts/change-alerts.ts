import type { AlertSettings, ReportAlert } from '../../../contract/cases/report/alerts.ts'
import { reportLimits } from '../../../contract/cases/report/report-definitions.ts'
import { allows } from '../../../contract/index.ts'
import { AccessError, levelIn } from '../../../kernel/access/authorize.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { namedRows } from '../../../kernel/named-rows.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import { isManager } from '../../cases/model/queue-role.ts'
import { loadQueues } from '../../cases/store/queue-store.ts'
import type { ReportCall } from '../scope/report-scope.ts'
import { deleteAlert, loadAlerts, lockAlerts, putAlert, type StoredAlert } from './alert-store.ts'

const reportAlerts = namedRows({ one: 'An alert', noun: 'alert', limit: reportLimits.alerts })

interface AlertPlace {
  environmentId: string
  alertId: string
}

/** Returns the alerts of an environment by name. */
export const listAlerts = async ({ db }: Pick<ReportCall, 'db'>, environmentId: string): Promise<ReportAlert[]> =>
  (await loadAlerts(db, environmentId)).map(alertOf)

/**
 * Stores an alert; the caller owns it. Repeating the call that created it changes nothing.
 * @param input `baseVersion` null: a new alert
 * @throws AccessError for callers who do not manage cases, ValidationError naming the field
 */
export async function saveAlert(
  call: ReportCall,
  input: AlertPlace & { settings: AlertSettings; baseVersion: number | null },
): Promise<ReportAlert> {
  const { environmentId, alertId, settings, baseVersion } = input
  await assertQueues(call, settings)
  return call.db.transaction().execute(async trx => {
    await lockAlerts(trx, environmentId)
    const alerts = await loadAlerts(trx, environmentId)
    const before = alerts.find(({ id }) => id === alertId)
    if (baseVersion !== null) reportAlerts.requireVersion(before, baseVersion)
    else if (before !== undefined) {
      if (isSameJson(before.settings, settings)) return alertOf(before)
      throw reportAlerts.createIdConflict()
    }
    reportAlerts.assertPlace(settings.name, alerts, before)
    assertManages(call)
    if (before === undefined) await assertFree(trx, alertId)
    const after = storedOf(call, { environmentId, alertId, settings }, before)
    await putAlert(trx, after)
    await auditAlert(trx, call, after, before === undefined ? 'Create' : 'Update', before?.settings ?? null, settings)
    return alertOf(after)
  })
}

/** Deletes an alert. */
export async function removeAlert(
  call: ReportCall,
  { environmentId, alertId, baseVersion }: AlertPlace & { baseVersion: number },
): Promise<{ removed: boolean }> {
  return call.db.transaction().execute(async trx => {
    await lockAlerts(trx, environmentId)
    const found = reportAlerts.requireVersion(
      (await loadAlerts(trx, environmentId)).find(({ id }) => id === alertId),
      baseVersion,
    )
    assertManages(call)
    await deleteAlert(trx, alertId)
    await auditAlert(trx, call, found, 'Delete', found.settings, null)
    return { removed: true }
  })
}

function assertManages({ actorRoles }: ReportCall): void {
  if (!isManager(actorRoles)) throw new AccessError('forbidden', 'cases.report', 'write')
}

/** @throws ValidationError for a queue that is not one of the environment or of those below it */
async function assertQueues({ db, scope }: ReportCall, { queueIds }: AlertSettings): Promise<void> {
  const own = new Set((await loadQueues(db, scope)).map(({ id }) => id))
  const unknown = queueIds.findIndex(id => !own.has(id))
  if (unknown >= 0)
    throw new ValidationError(
      ['settings', 'queueIds', unknown],
      'Choose a queue of this environment or of one below it.',
    )
}

/** An id is unique in the installation: one of another environment is not overwritten. */
async function assertFree(trx: Db, id: string): Promise<void> {
  const taken = await trx.selectFrom('case_alert').select('id').where('id', '=', id).executeTakeFirst()
  if (taken !== undefined) throw reportAlerts.createIdConflict()
}

function storedOf(
  { ports, principal, tree }: ReportCall,
  { environmentId, alertId, settings }: AlertPlace & { settings: AlertSettings },
  before: StoredAlert | undefined,
): StoredAlert {
  const now = ports.clock()
  const stored = { ...principal, wids: [] }
  return {
    id: alertId,
    environment_id: environmentId,
    name: settings.name,
    settings,
    enabled: settings.enabled,
    pause_reason: settings.enabled ? null : 'switchedOff',
    owner_id: principal.id,
    owner_name: principal.name,
    owner_by_directory: !allows(levelIn(stored, environmentId, 'cases.report', tree), 'read'),
    // What was computed belongs to the settings before.
    checked_at: null,
    checked_value: null,
    notified_at: before?.notified_at ?? null,
    version: (before?.version ?? 0) + 1,
    created_at: before?.created_at ?? now,
    updated_at: now,
  }
}

const alertOf = (stored: StoredAlert): ReportAlert => ({
  ...stored.settings,
  enabled: stored.enabled,
  id: stored.id,
  environmentId: stored.environment_id,
  owner: { id: stored.owner_id, name: stored.owner_name },
  pauseReason: stored.pause_reason,
  checked: stored.checked_at === null ? null : { at: stored.checked_at.toISOString(), value: stored.checked_value },
  notifiedAt: stored.notified_at?.toISOString() ?? null,
  version: stored.version,
})

const auditAlert = (
  trx: Db,
  { ports, principal, actorRoles, correlationId }: ReportCall,
  { id, name, environment_id: environmentId }: StoredAlert,
  operation: 'Create' | 'Update' | 'Delete',
  before: unknown,
  after: unknown,
): Promise<void> =>
  auditChange(
    trx,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'CaseReportAlert', id, name },
    { operation, before, after },
  )
