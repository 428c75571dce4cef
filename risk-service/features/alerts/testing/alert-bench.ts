import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AlertIncident, AlertPreview, AlertRule, IncidentAct, IncidentDetail } from '../../../contract/index.ts'
import { rebuildRollups } from '../../../kernel/store/maintenance/rollups.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from '../../cases/testing/case-bench.ts'
import { checkAlertRules } from '../check/check-rules.ts'

/** A stretch of evenly spaced events. */
export interface Stretch {
  from: string
  count: number
  everySeconds: number
  decision?: string
  score?: number
  environmentId?: string
  ruleId?: string
  eventType?: string
}

interface Refusal {
  details: { issues: { path: (string | number)[] }[] }
}

/** An event two days before: what a check evaluates has begun. */
export const earlierEvent: Stretch = { from: '2025-03-01T09:00:00Z', count: 1, everySeconds: 60 }

/** An attack of 20 events in ten minutes, from 9:00 on. */
export const attack: Stretch = { from: '2025-03-03T09:00:00Z', count: 20, everySeconds: 30 }

/** Calls of alert rules on a bench of the console API; the last day is Monday, 3 March 2025. */
export async function openAlertBench({ hasMailServer = true }: { hasMailServer?: boolean } = {}) {
  const bench = await openCaseBench({ hasMailServer })
  const { db } = bench.store
  const rulesPath = (environmentId: string = caseIds.root) => `${environmentId}/alerts/rules`
  const incidentsPath = (environmentId: string = caseIds.root) => `${environmentId}/alerts/incidents`
  const settings = {
    name: 'Attack',
    metric: 'transactions',
    window: '15m',
    condition: { kind: 'above', value: 10 },
    fewest: 0,
  }
  const calls = {
    bench,
    db,
    rulesPath,
    settings,
    reset: () => resetAlertBench(bench),
    /** Adds events with their roll-ups. */
    async add(...stretches: Stretch[]): Promise<void> {
      for (const stretch of stretches) await addStretch(bench, stretch)
      for (const id of [caseIds.root, caseIds.eu]) await rebuildRollups(db, id)
    },
    /** Checks the rules at a time, as the service does. */
    async check(at: string): Promise<void> {
      bench.at(new Date(at))
      await checkAlertRules({ ports: { db, clock: bench.now, newId, log: silentLog }, live: bench.live })
    },
    create: (more: object = {}, as = 'Max', id: string = randomUUID(), environmentId?: string) =>
      bench.call<AlertRule & Refusal>(as, 'PUT', `${rulesPath(environmentId)}/${id}`, {
        settings: { ...settings, ...more },
      }),
    list: async (as = 'Max', environmentId?: string) =>
      (await bench.call<AlertRule[]>(as, 'GET', rulesPath(environmentId))).json,
    preview: (more: object = {}, as = 'Max') =>
      bench.call<AlertPreview & Refusal>(as, 'POST', `${caseIds.root}/alerts/preview`, {
        settings: { ...settings, ...more },
      }),
    incidents: async (as = 'Max', environmentId?: string) =>
      (await bench.call<AlertIncident[]>(as, 'GET', incidentsPath(environmentId))).json,
    incident: (id: string, as = 'Max', environmentId?: string) =>
      bench.call<IncidentDetail>(as, 'GET', `${incidentsPath(environmentId)}/${id}`),
    act: (id: string, baseVersion: number, act: Partial<IncidentAct>, as = 'Max', environmentId?: string) =>
      bench.call<AlertIncident & Refusal>(as, 'POST', `${incidentsPath(environmentId)}/${id}/act`, {
        baseVersion,
        act,
      }),
    notices: () =>
      db.selectFrom('notification').select(['params', 'user_id']).where('event', '=', 'IncidentOpened').execute(),
  }
  return {
    ...calls,
    /** Creates a rule and an incident of it, found at 9:06 in an attack; returns the incident. */
    async openOne(more: object = {}): Promise<AlertIncident> {
      await calls.create(more)
      await calls.add(attack)
      await calls.check('2025-03-03T09:06:00Z')
      const [incident] = await calls.incidents()
      if (incident === undefined) throw new Error('The rule did not fire.')
      return incident
    },
  }
}
export type AlertBench = Awaited<ReturnType<typeof openAlertBench>>

async function resetAlertBench(bench: CaseBench): Promise<void> {
  await resetCaseBench(bench)
  for (const table of [
    'alert_rule',
    'event_hour',
    'rule_hour',
    'api_call_minute',
    'api_call_hour',
    'field_fill',
  ] as const)
    await bench.store.db.deleteFrom(table).execute()
}

async function addStretch(bench: CaseBench, stretch: Stretch): Promise<void> {
  const { from, count, everySeconds, decision = 'Approve', score = 100, environmentId = caseIds.root } = stretch
  const { ruleId = null, eventType = 'purchase' } = stretch
  await sql`
    insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, rule_id, rule, risk_score)
    select ${environmentId}::uuid, ${from}::timestamptz + make_interval(secs => n * ${everySeconds}::int), id, ${eventType}, id::text, 'Protect',
      ${decision}, '', ${ruleId}::uuid, case when ${ruleId}::uuid is not null then 'Rule' end, ${score}
    from (select n, gen_random_uuid() as id from generate_series(0, ${count - 1}::int) n) as each`.execute(
    bench.store.db,
  )
}
