import type { FraudOverview } from '../../contract/index.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import type { Db } from '../../ports/database.ts'
import { lastEvents, totalsSince } from './counts/store.ts'

const hour = 3_600_000

interface OverviewRequest {
  environmentId: string
  /** The environment and its descendants. */
  scope: readonly string[]
  now: Date
  signal: AbortSignal | undefined
}

/** Loads the assessments of an environment with their figures of the last 24 hours, which end with the current one. */
export async function loadFraudOverview(
  db: Db,
  engine: Pick<RuleEngine, 'assessments'>,
  { environmentId, scope, now, signal }: OverviewRequest,
): Promise<FraudOverview> {
  const from = new Date(Math.floor(now.getTime() / hour) * hour - 23 * hour)
  const [totals, last] = await Promise.all([totalsSince(db, scope, from, signal), lastEvents(db, scope, signal)])
  const totalsOf = new Map(totals.map(row => [row.event_type, row]))
  return {
    now: now.toISOString(),
    assessments: engine.assessments(environmentId).map(({ key, id, name, kind, reports }) => {
      const { transactions, rejected } = totalsOf.get(key) ?? { transactions: 0, rejected: 0 }
      return {
        eventType: key,
        assessmentId: id,
        name,
        kind,
        transactions,
        rejectedRate: transactions === 0 ? null : rejected / transactions,
        lastEventAt: last.get(key)?.toISOString() ?? null,
        reports,
      }
    }),
  }
}
