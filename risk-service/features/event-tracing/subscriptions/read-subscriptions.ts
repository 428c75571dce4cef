import { sql } from 'kysely'
import {
  type DeliveryFailure,
  type EventKind,
  type EventSubscription,
  type SubscriptionState,
  tracingLimits,
} from '../../../contract/index.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import type { Db } from '../../../ports/database.ts'
import type { HistoryState } from '../../../ports/tables/review/event-tracing.ts'
import { rowKindsOf } from '../delivery/read-events.ts'
import { tracedScope } from '../delivery/traced-environments.ts'
import { type StoredSink, sinkOf } from '../sinks/sink-settings.ts'

/** A call of the console API in an environment. */
export type TracingCall = EnvironmentCallContext & { environmentId: string }

/** A subscription as it is stored. */
export interface SubscriptionRow extends StoredSink {
  id: string
  environment_id: string
  name: string
  secret: string | null
  credential: string | null
  kinds: EventKind[]
  active: boolean
  reached: number
  attempts: number
  next_at: Date | null
  failing_since: Date | null
  failure: DeliveryFailure | null
  status: number | null
  stopped_at: Date | null
  delivered_at: Date | null
  delay_ms: number | null
  history: HistoryState | null
  files: number
  version: number
  updated_at: Date
  updated_by: string
}

export const loadSubscriptions = async (db: Db, environmentId: string): Promise<SubscriptionRow[]> =>
  (await db
    .selectFrom('event_subscription')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .orderBy(sql`lower(name)`)
    .execute()) as SubscriptionRow[]

interface Figures {
  waiting: number
  dead_letters: number
  delivered: number
  failed: number
  hours: Record<string, number> | null
}
const hourMs = 3_600_000
const dayHours = 24

/** Returns the subscriptions of the environment by name, with their figures and without their keys. */
export async function listSubscriptions({ db, ports, environmentId }: TracingCall): Promise<EventSubscription[]> {
  const rows = await loadSubscriptions(db, environmentId)
  const scope = rows.length === 0 ? [] : await tracedScope(db, environmentId)
  const now = ports.clock()
  return Promise.all(rows.map(async row => subscriptionOf(row, await readFigures(db, row, scope, now), now)))
}

/** Returns one of the subscriptions with its figures. */
export async function readSubscription(
  { db, ports }: Pick<TracingCall, 'db' | 'ports'>,
  row: SubscriptionRow,
): Promise<EventSubscription> {
  const now = ports.clock()
  return subscriptionOf(row, await readFigures(db, row, await tracedScope(db, row.environment_id), now), now)
}

async function readFigures(db: Db, row: SubscriptionRow, scope: readonly string[], now: Date): Promise<Figures> {
  const kinds = rowKindsOf(row.kinds)
  // One more than is shown; nothing is delivered to those who pull.
  const counted = row.sink === 'pull' ? 0 : tracingLimits.waiting + 1
  const { rows } = await sql<Figures>`
    select
      (select count(*) from (
        (select 1 from traced_event where seq > ${row.reached} and environment_id = any(${scope}::uuid[]) and kind = any(${kinds}::text[])
          limit ${counted})
        union all
        (select 1 from event_outbox o cross join unnest(coalesce(o.refs, array[o.ref]))
          where o.environment_id = any(${scope}::uuid[]) and o.kind = any(${kinds}::text[]) limit ${counted})
        limit ${counted}
      ) w) as waiting,
      (select count(*) from event_dead_letter where subscription_id = ${row.id}::uuid) as dead_letters,
      coalesce(sum(h.delivered), 0)::int as delivered, coalesce(sum(h.failed), 0)::int as failed,
      jsonb_object_agg(floor(extract(epoch from h.hour) / 3600)::bigint, h.delivered) filter (where h.hour is not null) as hours
    from event_delivery_hour h
    where h.subscription_id = ${row.id}::uuid and h.hour > ${new Date(now.getTime() - dayHours * hourMs)}::timestamptz`.execute(
    db,
  )
  const [figures] = rows
  if (figures === undefined) throw new Error('An aggregate has one row.')
  return figures
}

function subscriptionOf(row: SubscriptionRow, figures: Figures, now: Date): EventSubscription {
  const present = Math.floor(now.getTime() / hourMs)
  return {
    id: row.id,
    environmentId: row.environment_id,
    name: row.name,
    sink: sinkOf(row),
    kinds: row.kinds,
    state: stateOf(row, now),
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    eventsPerHour: figures.delivered / dayHours,
    failuresPerHour: figures.failed / dayHours,
    hours: Array.from({ length: dayHours }, (_, n) => figures.hours?.[String(present - dayHours + 1 + n)] ?? 0),
    delivered: figures.delivered,
    waiting: Number(figures.waiting),
    deadLetters: Number(figures.dead_letters),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    delayMs: row.delay_ms,
    failure: row.failure === null ? null : { reason: row.failure, status: row.status },
    failingSince: row.failing_since?.toISOString() ?? null,
    attempts: row.attempts,
    nextAt: row.active ? (row.next_at?.toISOString() ?? null) : null,
    history: row.history && percentOf(row.history),
    files: row.files,
  }
}

/** Returns how much is copied, of what was stored when copying began; 100 only when it has ended, which no state has. */
const percentOf = ({ done, total }: HistoryState): number =>
  total === null || total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))

function stateOf({ active, stopped_at, failing_since }: SubscriptionRow, now: Date): SubscriptionState {
  if (!active) return stopped_at === null ? 'inactive' : 'stopped'
  const minutes = failing_since === null ? 0 : (now.getTime() - failing_since.getTime()) / 60_000
  return minutes >= tracingLimits.failingMinutes ? 'failing' : 'active'
}
