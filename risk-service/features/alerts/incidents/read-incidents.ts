import { sql } from 'kysely'
import { undecided } from '../../../contract/common/constants.ts'
import { runSync } from '../../../contract/cooperative.ts'
import { type AlertIncident, alertRuleLimits, type IncidentDetail, windowMsOf } from '../../../contract/index.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import { dayMs, readWindows, weekMs } from '../reads/alert-series.ts'
import type { AlertCall } from '../rules/change-rules.ts'
import { pointsOf } from '../rules/preview.ts'
import { loadRules, precisionOf } from '../rules/rule-store.ts'
import { createMissingIncident } from './act-on-incident.ts'
import { findIncident, incidentOf, loadIncidents } from './incident-store.ts'

/** Weeks before an incident whose events its own are compared with. */
const comparedWeeks = 4
/** A longer incident is shown by its last days, the longest range that can be compared with weeks before. */
const longestMs = 7 * dayMs

/** Returns the latest incidents of the environment. */
export const listIncidents = async ({ db, environmentId }: AlertCall): Promise<AlertIncident[]> =>
  (await loadIncidents(db, environmentId, alertRuleLimits.incidents)).map(incidentOf)

/** Returns an incident with the values around it and the distribution of its events. */
export async function readIncident(call: AlertCall, incidentId: string, signal?: AbortSignal): Promise<IncidentDetail> {
  const { db, environmentId, scope, ports } = call
  const incident = await findIncident(db, { environmentId, incidentId })
  if (incident === undefined) throw createMissingIncident()
  const now = ports.clock()
  const windowMs = windowMsOf(incident.settings.window)
  // The moment of the last window belongs to it.
  const to = incident.fired_at.getTime() + 1
  const from = Math.max(incident.opened_at.getTime() - windowMs, to - longestMs)
  const margin = Math.max(dayMs, 4 * windowMs)
  const around = { from: from - margin, to: Math.min(now.getTime(), to + margin / 4) }
  const [windows, distribution, rules] = await Promise.all([
    readWindows(db, incident.settings, scope, around, signal),
    readDistribution(call, { from, to, eventType: incident.settings.eventType }, signal),
    loadRules(db, environmentId, now),
  ])
  const rule = rules.find(({ id }) => id === incident.alert_id)
  return {
    ...incidentOf(incident),
    precision: precisionOf(rule ?? { fired: 1, acted: 0 }),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    points: runSync(pointsOf(windows, incident.settings, alertRuleLimits.points)),
    distribution,
  }
}

interface DistributionRow {
  decision: string
  band: string
  event_type: string
  /** 0: the range itself; else so many weeks before. */
  week: number
  events: number
}

/** Counts the transactions of a range, and those of the same ranges of the weeks before. */
async function readDistribution(
  { db, scope }: Pick<AlertCall, 'db' | 'scope'>,
  { from, to, eventType }: { from: number; to: number; eventType: string | null },
  signal?: AbortSignal,
): Promise<IncidentDetail['distribution']> {
  const starts = Array.from({ length: comparedWeeks + 1 }, (_, week) => new Date(from - week * weekMs))
  const ends = starts.map(start => new Date(start.getTime() + to - from))
  const { rows } = await sql<DistributionRow>`
    select r.week::int - 1 as week, e.decision, least(5, 1 + greatest(e.risk_score, 0) / 200)::text as band, e.event_type,
      count(*)::int as events
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as r (range_from, range_to, week)
    join event e on e.environment_id = any(${[...scope]}::uuid[]) and e.at >= r.range_from and e.at < r.range_to
      and (${eventType}::text is null or e.event_type = ${eventType}) and e.decision <> ${undecided}
    group by 1, 2, 3, 4`.execute(db, cancellable(signal))
  const sharesOf = (keyOf: (row: DistributionRow) => string) => {
    const shares = new Map<string, { key: string; count: number; before: number }>()
    for (const row of rows) {
      const key = keyOf(row)
      const share = shares.get(key) ?? { key, count: 0, before: 0 }
      shares.set(key, share)
      if (row.week === 0) share.count += row.events
      else share.before += row.events
    }
    return [...shares.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }
  return {
    weeks: new Set(rows.filter(({ week }) => week > 0).map(({ week }) => week)).size,
    decisions: sharesOf(row => row.decision),
    scores: sharesOf(row => row.band),
    assessments: sharesOf(row => row.event_type),
  }
}
