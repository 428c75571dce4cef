import { sql } from 'kysely'
import type { Queue } from '../../../contract/cases/queue-entities.ts'
import type { Db } from '../../../ports/database.ts'

type Counts = Queue['counts']
export const noCounts: Counts = {
  pending: 0,
  inReview: 0,
  onHold: 0,
  escalated: 0,
  awaitingApproval: 0,
  overdue: 0,
  slaAtRisk: 0,
  oldestEnteredAt: null,
}

/** An SLA is at risk when this share of its time is left. */
const riskShare = 0.25

/** Counts the open cases of queues by view. Cases of a queue that was deleted are counted with General. */
export async function countCases(db: Db, queueIds: readonly string[], now: Date): Promise<ReadonlyMap<string, Counts>> {
  const atRisk = (target: string) =>
    sql`${sql.ref(target)} - (${sql.ref(target)} - entered_queue_at) * ${riskShare}::float8 <= ${now}::timestamptz`
  const { rows } = await sql<
    { queue_id: string; oldest: Date | null } & Record<Exclude<keyof Counts, 'oldestEnteredAt'>, number>
  >`select queue_id,
      count(*) filter (where state = 'Pending' and not escalated)::int as pending,
      count(*) filter (where state = 'InReview')::int as "inReview",
      count(*) filter (where state = 'OnHold')::int as "onHold",
      count(*) filter (where state = 'Pending' and escalated)::int as escalated,
      count(*) filter (where state = 'AwaitingApproval')::int as "awaitingApproval",
      count(*) filter (where timeout_at <= ${now}::timestamptz)::int as overdue,
      count(*) filter (where (first_locked_at is null and ${atRisk('sla_first_touch_at')}) or ${atRisk('sla_resolution_at')})::int as "slaAtRisk",
      min(entered_queue_at) filter (where state = 'Pending') as oldest
    from review_case
    where queue_id = any(${[...queueIds]}::uuid[]) and state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval')
    group by queue_id`.execute(db)
  return new Map(
    rows.map(({ queue_id: id, oldest, ...counts }) => [
      id,
      { ...counts, oldestEnteredAt: oldest?.toISOString() ?? null },
    ]),
  )
}
