import { sql } from 'kysely'
import type { QueuePreview } from '../../../contract/cases/queue-preview.ts'
import type { RuleEngine } from '../../../kernel/console-api/context.ts'
import { ancestorsOf } from '../../../kernel/environments/environment-tree.ts'
import type { Db } from '../../../ports/database.ts'
import { loadStoredDecisions } from '../../review/stored-decisions.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { loadRoutingRules } from '../queues/queue-rules.ts'
import type { CaseCall } from '../work/case-call.ts'

const days = 7
/** Cases that are looked at, the newest first. */
const checkedCases = 1000
/** Cases whose events are read at the same time. */
const batchSize = 200

type PreviewCall = CaseCall & { engine: Pick<RuleEngine, 'routeStored'> }
interface PreviewedQueue {
  environmentId: string
  assessment: string
  name: string
}
interface RecentCase {
  id: string
  environment_id: string
  at_text: string
  day: string
  /** Minutes in queues until the decision, or until now; null: it never was in one. */
  waited: number | null
}

/**
 * Runs the published routing rules over the cases of the last 7 days, and returns what they send to a queue with this
 * name. A rule whose queue does not exist runs nowhere, and brings nothing. Waiting times are those that the
 * cases really had.
 */
export async function previewQueue(
  call: PreviewCall,
  queue: PreviewedQueue,
  signal: AbortSignal | undefined,
): Promise<QueuePreview> {
  const { db, engine, ports } = call
  const { environmentId, name } = queue
  await advanceCases(call, [environmentId])
  const queueName = name.toLowerCase()
  // Rules of the environments above run here, too.
  const rules = (
    await loadRoutingRules(db, [environmentId, ...ancestorsOf(call.tree, environmentId).map(({ id }) => id)])
  )
    .filter(rule => !rule.draft && rule.queues.has(queueName))
    .map(rule => rule.name)
  const found = rules.length === 0 ? [] : await loadRecent(db, queue, ports.clock())
  const recent = found.slice(0, checkedCases)
  const sent: RecentCase[] = []
  for (let start = 0; start < recent.length; start += batchSize) {
    // Whoever types on has no use for the answer.
    signal?.throwIfAborted()
    const batch = recent.slice(start, start + batchSize)
    const events = await loadStoredDecisions(
      db,
      batch.map(({ environment_id, at_text, id }) => ({ environment_id, at_text, event_id: id })),
    )
    const readable = batch.filter(({ id }) => events.has(id))
    const routes = await engine.routeStored(readable.flatMap(({ id }) => events.get(id) ?? []))
    sent.push(...readable.filter((_, index) => routes[index]?.queue.toLowerCase() === queueName))
  }
  const byDay = [...Map.groupBy(sent, ({ day }) => day).values()].map(each => each.length)
  return {
    days,
    rules,
    cases: sent.length,
    checked: recent.length,
    complete: found.length <= checkedCases,
    busiestDay: Math.max(0, ...byDay),
    // Rounded up, a time is above a whole number of minutes whenever the exact one is.
    waitedMinutes: sent.flatMap(({ waited }) => (waited === null ? [] : Math.max(0, Math.ceil(waited)))),
  }
}

/** Loads one more case than is looked at. */
async function loadRecent(db: Db, { environmentId, assessment }: PreviewedQueue, now: Date): Promise<RecentCase[]> {
  const { rows } = await sql<RecentCase>`
    select id, environment_id, at::text as at_text, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      (extract(epoch from (coalesce(decided_at, ${now}::timestamptz) - entered_queue_at)) / 60)::float8 as waited
    from review_case
    where environment_id = ${environmentId}::uuid and event_type = ${assessment} and state not in ('Removed', 'NotRouted')
      and created_at >= ${new Date(now.getTime() - days * 86_400_000)}::timestamptz
    order by created_at desc, id limit ${checkedCases + 1}`.execute(db)
  return rows
}
