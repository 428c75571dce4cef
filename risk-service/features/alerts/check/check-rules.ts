import { sql } from 'kysely'
import { type AlertOutcome, evaluateAlert } from '../../../engine/alerts/alert-condition.ts'
import { sumSeries } from '../../../engine/alerts/alert-series.ts'
import { type EnvironmentTree, loadEnvironmentTree, scopeOf } from '../../../kernel/environments/environment-tree.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { notify } from '../../notifications/notify.ts'
import { planDeliveries } from '../delivery/deliver-incidents.ts'
import { advanceIncident } from '../incidents/incident-progress.ts'
import {
  insertIncident,
  lockOpenIncident,
  type StoredIncident,
  writeNotice,
  writeProgress,
} from '../incidents/incident-store.ts'
import { readPresentWindow } from '../reads/alert-series.ts'
import { definitionOf, figuresOf } from '../rules/definition.ts'
import type { StoredRule } from '../rules/rule-store.ts'

export interface AlertServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId' | 'log'>
  live: Pick<LiveHub, 'publish'>
}

/** Seconds between two checks of an alert rule: an attack is noticed within a minute even where one check is slow. */
export const checkSeconds = 30
/** A run that begins a little early must not leave a rule out. */
const dueMs = (checkSeconds - 5) * 1000

type DueRule = StoredRule & { tenant_id: string }

/**
 * Evaluates the alert rules of all environments that are due, in the window that ends now. The first window that fires
 * opens an incident, of which those responsible are notified once.
 */
export async function checkAlertRules(services: AlertServices): Promise<void> {
  const { db, clock, log } = services.ports
  const trees = new Map<string, EnvironmentTree>()
  for (const rule of await claimDueRules(db, clock())) {
    try {
      const tree = trees.get(rule.tenant_id) ?? (await loadEnvironmentTree(db, rule.tenant_id))
      trees.set(rule.tenant_id, tree)
      await checkRule(services, rule, scopeOf(tree, rule.environment_id))
    } catch (error) {
      // One rule that cannot be read must not silence the others.
      log.write(2, 'alerts.not-checked', { name: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

/** Returns the alert rules that are on and were not checked lately; each is returned to one caller. */
async function claimDueRules(db: Db, now: Date): Promise<DueRule[]> {
  const { rows } = await sql<DueRule>`
    update alert_rule r set checked_at = ${now}::timestamptz
    from environment e
    where e.id = r.environment_id and e.status = 'Active' and r.enabled
      and (r.checked_at is null or r.checked_at <= ${new Date(now.getTime() - dueMs)}::timestamptz)
    returning r.*, e.tenant_id`.execute(db)
  return rows
}

async function checkRule(services: AlertServices, rule: DueRule, scope: readonly string[]): Promise<void> {
  const { db, clock } = services.ports
  const now = clock()
  const weeks = await readPresentWindow(db, rule.settings, scope, now.getTime())
  // Steps are whole windows, a week apart.
  const outcome = evaluateAlert(
    sumSeries({ steps: weeks, stepsPerWeek: 1 }),
    definitionOf(rule.settings, 1),
    weeks.length - 1,
    1,
  )
  if (outcome === null) return
  const publish = await db.transaction().execute(trx => applyOutcome(trx, services, rule, outcome, now))
  publish?.()
}

async function applyOutcome(
  trx: Db,
  services: AlertServices,
  rule: DueRule,
  outcome: AlertOutcome,
  now: Date,
): Promise<(() => void) | null> {
  const checked = JSON.stringify({ ...figuresOf(outcome, now.getTime()), state: outcome.state })
  const current = await trx
    .updateTable('alert_rule')
    .set({ checked })
    .where('id', '=', rule.id)
    .where('version', '=', rule.version)
    .where('enabled', '=', true)
    .returning('snoozed_until')
    .executeTakeFirst()
  // Changed or deleted meanwhile: the next check evaluates what it is now.
  if (current === undefined) return null
  const isSnoozed = current.snoozed_until !== null && current.snoozed_until > now
  const open = await lockOpenIncident(trx, rule.id)
  if (open === undefined)
    return outcome.state === 'fires' ? openIncident(trx, services, rule, outcome, { now, isSnoozed }) : null
  const advanced = advanceIncident(open, outcome, now)
  await writeProgress(trx, advanced)
  return isSnoozed || !isUnannounced(advanced) ? null : announce(trx, services, rule, open.id, now)
}

/** Whether an incident goes on of which a snooze kept the notification, and on which nobody acted since. */
const isUnannounced = ({ ended_at, notified_at, status }: StoredIncident): boolean =>
  ended_at === null && notified_at === null && (status === 'open' || status === 'snoozed')

async function openIncident(
  trx: Db,
  services: AlertServices,
  rule: DueRule,
  outcome: AlertOutcome,
  { now, isSnoozed }: { now: Date; isSnoozed: boolean },
): Promise<(() => void) | null> {
  const incident = {
    id: services.ports.newId(),
    environment_id: rule.environment_id,
    alert_id: rule.id,
    name: rule.name,
    settings: rule.settings,
    opened_at: now,
    fired_at: now,
    peak: figuresOf(outcome, now.getTime()),
  } satisfies Partial<StoredIncident>
  if (!(await insertIncident(trx, incident))) return null
  return isSnoozed ? null : announce(trx, services, rule, incident.id, now)
}

/** Notifies those responsible of an incident, and plans its delivery to webhooks. */
async function announce(
  trx: Db,
  { ports, live }: AlertServices,
  rule: DueRule,
  incidentId: string,
  now: Date,
): Promise<() => void> {
  await writeNotice(trx, incidentId, now)
  await planDeliveries(trx, ports.newId, { id: incidentId, environment_id: rule.environment_id }, now)
  return notify(
    trx,
    { ports, live },
    {
      tenantId: rule.tenant_id,
      environmentId: rule.environment_id,
      event: 'IncidentOpened',
      params: { name: rule.name, incidentId },
    },
  )
}
