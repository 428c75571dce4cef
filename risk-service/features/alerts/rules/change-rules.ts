import { type AlertRule, type AlertRuleSettings, alertRuleLimits } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { namedRows } from '../../../kernel/named-rows.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { Db } from '../../../ports/database.ts'
import {
  deleteRule,
  endIncident,
  isRuleIdTaken,
  loadRules,
  lockRules,
  putRule,
  ruleOf,
  type StoredRule,
} from './rule-store.ts'
import { assertSubject } from './rule-subject.ts'

const alerts = namedRows({ one: 'An alert rule', noun: 'alert rule', limit: alertRuleLimits.rules })

/** A call of the console API in an environment. */
export type AlertCall = EnvironmentCallContext & { environmentId: string }

/** Returns the alert rules of the environment by name. */
export async function listRules({ db, ports, environmentId }: AlertCall): Promise<AlertRule[]> {
  const now = ports.clock()
  return (await loadRules(db, environmentId, now)).map(stored => ruleOf(stored, now))
}

/**
 * Stores an alert rule. Repeating the call that created it changes nothing. A change ends the incident that goes on,
 * unless only the name is another.
 * @param input `baseVersion` null: a new rule
 * @throws ValidationError naming the field; ConflictError for another version and for an id that is taken
 */
export async function saveRule(
  call: AlertCall,
  input: { alertId: string; settings: AlertRuleSettings; baseVersion: number | null },
): Promise<AlertRule> {
  const { alertId, settings, baseVersion } = input
  const { environmentId } = call
  await assertSubject(call, settings)
  return call.db.transaction().execute(async trx => {
    await lockRules(trx, environmentId)
    const now = call.ports.clock()
    const rules = await loadRules(trx, environmentId, now)
    const before = rules.find(({ id }) => id === alertId)
    if (baseVersion !== null) alerts.requireVersion(before, baseVersion)
    else if (before !== undefined) {
      if (isSameJson(before.settings, settings)) return ruleOf(before, now)
      throw alerts.createIdConflict()
    }
    alerts.assertPlace(settings.name, rules, before)
    if (before === undefined && (await isRuleIdTaken(trx, alertId))) throw alerts.createIdConflict()
    const after = storedOf(call, { alertId, settings, now }, before)
    await putRule(trx, after)
    const isRenamed = before !== undefined && isSameJson({ ...before.settings, name: '' }, { ...settings, name: '' })
    if (before !== undefined && !isRenamed) await endIncident(trx, alertId, now)
    await auditRule(trx, call, after, before === undefined ? 'Create' : 'Update', before?.settings ?? null, settings)
    const stored = (await loadRules(trx, environmentId, now)).find(({ id }) => id === alertId)
    return ruleOf(alerts.require(stored), now)
  })
}

/** Deletes an alert rule with its incidents. */
export async function removeRule(
  call: AlertCall,
  { alertId, baseVersion }: { alertId: string; baseVersion: number },
): Promise<{ removed: boolean }> {
  return call.db.transaction().execute(async trx => {
    await lockRules(trx, call.environmentId)
    const rules = await loadRules(trx, call.environmentId, call.ports.clock())
    const found = alerts.requireVersion(
      rules.find(({ id }) => id === alertId),
      baseVersion,
    )
    await deleteRule(trx, alertId)
    await auditRule(trx, call, found, 'Delete', found.settings, null)
    return { removed: true }
  })
}

const storedOf = (
  { principal, environmentId }: AlertCall,
  { alertId, settings, now }: { alertId: string; settings: AlertRuleSettings; now: Date },
  before: StoredRule | undefined,
): StoredRule => ({
  id: alertId,
  environment_id: environmentId,
  name: settings.name,
  settings,
  enabled: settings.enabled,
  // What was evaluated belongs to the settings before.
  checked_at: null,
  checked: null,
  snoozed_until: null,
  changed_by_id: principal.id,
  changed_by: principal.name,
  version: (before?.version ?? 0) + 1,
  created_at: before?.created_at ?? now,
  updated_at: now,
})

const auditRule = (
  trx: Db,
  { ports, principal, actorRoles, correlationId, environmentId }: AlertCall,
  { id, name }: StoredRule,
  operation: 'Create' | 'Update' | 'Delete',
  before: unknown,
  after: unknown,
): Promise<void> =>
  auditChange(
    trx,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'AlertRule', id, name },
    { operation, before, after },
  )
