import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import type { MirrorEventTable, MirrorResult, MirrorTable } from '../../../ports/tables/backtests.ts'

export type StoredMirror = Selectable<MirrorTable>
type StoredEvent = Pick<Selectable<MirrorEventTable>, 'seq' | 'at' | 'event_type' | 'content'>

export async function findMirror(db: Db, environmentId: string): Promise<StoredMirror | null> {
  const row = await db.selectFrom('mirror').selectAll().where('environment_id', '=', environmentId).executeTakeFirst()
  return row ?? null
}

export const loadMirrors = (db: Db): Promise<StoredMirror[]> =>
  db.selectFrom('mirror').selectAll().orderBy('created_at').execute()

/** Whether a mirror runs, or has events that wait. */
export async function hasMirrorWork(db: Db): Promise<boolean> {
  const { rows } = await sql`select from mirror m where state = 'running' or exists (
    select from mirror_event e where e.environment_id = m.environment_id and e.seq > m.compared_seq) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Loads events behind `after`, up to `upTo` if it is given, in the order in which they arrived. */
export const loadMirrorEvents = (
  db: Db,
  { environment_id, id }: Pick<StoredMirror, 'environment_id' | 'id'>,
  { after, upTo, limit }: { after: number; upTo?: number; limit: number },
): Promise<StoredEvent[]> =>
  db
    .selectFrom('mirror_event')
    .select(['seq', 'at', 'event_type', 'content'])
    .where('environment_id', '=', environment_id)
    .where('mirror_id', '=', id)
    .where('seq', '>', after)
    .$if(upTo !== undefined, query => query.where('seq', '<=', upTo ?? 0))
    .orderBy('seq')
    .limit(limit)
    .execute()

export async function loadMirrorTypes(db: Db, { environment_id }: Pick<StoredMirror, 'environment_id'>) {
  const rows = await db
    .selectFrom('mirror_event')
    .select('event_type')
    .distinct()
    .where('environment_id', '=', environment_id)
    .execute()
  return rows.map(({ event_type }) => event_type)
}

/** What became of an event. */
export interface EventResult {
  seq: number
  at: Date
  result: MirrorResult
  /** Decision of the former system, or its word. */
  former: string
  own: string
  /** JSON of the group of a difference. */
  cause: string | null
  /** JSON of a difference. */
  example: string | null
  sameRule: boolean
  amountUsd: number
}

interface ComparedBatch {
  results: readonly EventResult[]
  notes: StoredMirror['notes']
  ruleSet: string
}

/**
 * Stores the results of a batch with their sums; false when another process has compared these events, or the mirror is
 * gone.
 */
export function saveResults(
  db: Db,
  mirror: StoredMirror,
  { results, notes, ruleSet }: ComparedBatch,
  now: Date,
): Promise<boolean> {
  const { environment_id, id, compared_seq } = mirror
  const times = results.map(({ at }) => at.getTime())
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  return db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('mirror')
      .set({
        compared_seq: results.at(-1)?.seq ?? compared_seq,
        first_at: sql`least(first_at, ${first}::timestamptz)`,
        last_at: sql`greatest(last_at, ${last}::timestamptz)`,
        failure: null,
        notes: JSON.stringify(notes),
        rule_set_at: sql`case when rule_set is not distinct from ${ruleSet} then rule_set_at else ${now}::timestamptz end`,
        rule_set: ruleSet,
      })
      .where('environment_id', '=', environment_id)
      .where('id', '=', id)
      .where('compared_seq', '=', compared_seq)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await sql`
      update mirror_event e set result = x.result, cause = x.cause, example = x.example
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as x(seq bigint, result text, cause text, example text)
      where e.environment_id = ${environment_id} and e.seq = x.seq`.execute(trx)
    await sql`
      insert into mirror_count (environment_id, mirror_id, hour, result, former, own, cause, events, same_rule, amount_usd)
      select ${environment_id}::uuid, ${id}::uuid, date_trunc('hour', at, 'UTC'), result, former, own, coalesce(cause, ''),
        count(*), count(*) filter (where "sameRule"), sum("amountUsd")
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as x(at timestamptz, result text, former text, own text, cause text, "sameRule" boolean, "amountUsd" bigint)
      group by 3, 4, 5, 6, 7
      on conflict (environment_id, hour, result, former, own, cause) do update set events = mirror_count.events + excluded.events,
        same_rule = mirror_count.same_rule + excluded.same_rule, amount_usd = mirror_count.amount_usd + excluded.amount_usd`.execute(
      trx,
    )
    return true
  })
}

export async function saveFailure(
  db: Db,
  { environment_id, id }: StoredMirror,
  failure: StoredMirror['failure'],
): Promise<void> {
  await db
    .updateTable('mirror')
    .set({ failure })
    .where('environment_id', '=', environment_id)
    .where('id', '=', id)
    .execute()
}
