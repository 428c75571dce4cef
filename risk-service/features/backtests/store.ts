import { type Selectable, sql } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { BacktestTable } from '../../ports/tables/backtests.ts'
import type { BacktestInput, ChangedEvent, RunResult } from './run/run-types.ts'
import type { TestedBody } from './tested-body.ts'

export type StoredBacktest = Selectable<BacktestTable>

/** Which back-tests: those of decision rules, routing previews, field outages, or runs of the time machine. */
type Kind = BacktestInput['kind']
const ofKind = (kind: Kind) =>
  kind === 'decision' ? sql<boolean>`kind not in ('routing', 'outage', 'history')` : sql<boolean>`kind = ${kind}`

export async function findBacktest(
  db: Db,
  environmentId: string,
  id: string,
  kind: Kind = 'decision',
): Promise<StoredBacktest | null> {
  return (
    (await db
      .selectFrom('backtest')
      .selectAll()
      .where('environment_id', '=', environmentId)
      .where('id', '=', id)
      .where(ofKind(kind))
      .executeTakeFirst()) ?? null
  )
}

export function loadLatestBacktests(
  db: Db,
  environmentId: string,
  { ruleId, branch }: { ruleId?: string | undefined; branch?: string | undefined },
  limit: number,
  kind: Kind = 'decision',
): Promise<StoredBacktest[]> {
  return db
    .selectFrom('backtest')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where(ofKind(kind))
    .$if(ruleId !== undefined, query => query.where('rule_id', '=', ruleId ?? ''))
    .$if(branch !== undefined, query => query.where('branch', '=', branch ?? ''))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

export async function countUnfinishedBacktests(db: Db, environmentId: string, kind: Kind): Promise<number> {
  return (
    await db
      .selectFrom('backtest')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('environment_id', '=', environmentId)
      .where(ofKind(kind))
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirstOrThrow()
  ).found
}

export async function insertBacktest(
  db: Db,
  row: Omit<StoredBacktest, 'body' | 'result'> & { body: TestedBody },
): Promise<void> {
  await db
    .insertInto('backtest')
    .values({ ...row, body: row.body === null ? null : JSON.stringify(row.body), result: null })
    .execute()
}

/** Deletes a back-test; false when none exists. */
export async function deleteBacktest(
  db: Db,
  environmentId: string,
  id: string,
  states?: readonly StoredBacktest['state'][],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('backtest')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .$if(states !== undefined, query => query.where('state', 'in', states ?? []))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all ended back-tests except the latest ones. */
export async function deleteOldBacktests(
  db: Db,
  environmentId: string,
  maxRetained: number,
  kind: Kind,
): Promise<void> {
  await sql`delete from backtest where environment_id = ${environmentId}::uuid and state in ('done', 'failed') and ${ofKind(kind)} and id not in
    (select id from backtest where environment_id = ${environmentId}::uuid and ${ofKind(kind)} order by created_at desc limit ${maxRetained})`.execute(
    db,
  )
}

/**
 * Returns a fingerprint of the rules of an environment's tree, the published ones and those of branches, with their
 * evaluation and the velocity sets and functions that they may name.
 */
export async function rulesFingerprint(db: Db, environmentId: string, eventType: string): Promise<string> {
  const { rows } = await sql<{ mark: string | null }>`
    with recursive up as (select id, parent_id from environment where id = ${environmentId}::uuid union select e.id, e.parent_id from environment e join up on e.id = up.parent_id),
      down as (select id, parent_id from environment where id = ${environmentId}::uuid union select e.id, e.parent_id from environment e join down on e.parent_id = down.id),
      tree as (select id from up union select id from down),
      parts as (
        select r.id || ' ' || r.version || ' ' || r.status || ' ' || coalesce(r.position, 0) || ' ' || r.branch as part
        from rule r join tree on tree.id = r.environment_id where r.type = 'decision' and r.event_type = ${eventType}
        union all select s.environment_id || ' ' || s.evaluation from rule_setting s join tree on tree.id = s.environment_id where s.event_type = ${eventType} and s.evaluation <> 'all'
        union all select v.id || ' ' || v.version || ' ' || v.status from velocity_set v join tree on tree.id = v.environment_id
        union all select f.id || ' ' || f.version || ' ' || f.status from "function" f join tree on tree.id = f.environment_id
      )
    select md5(string_agg(part, ',' order by part)) as mark from parts`.execute(db)
  return rows[0]?.mark ?? ''
}

/** Whether the tried draft has been edited or deleted since. */
export async function isDraftChanged(
  db: Db,
  { environment_id: environmentId, id, kind }: StoredBacktest,
): Promise<boolean> {
  if (kind !== 'draft' && kind !== 'history') return false
  const tried = kind === 'draft' ? sql`b.body` : sql`b.body->'body'`
  const isDraft = kind === 'draft' ? sql`true` : sql`b.body->'subject'->>'kind' = 'draft'`
  const { rows } = await sql<{ moved: boolean }>`select ${isDraft} and ${tried} is distinct from coalesce(
      (select d.body from rule_draft d where d.rule_id = b.rule_id and d.author_id = b.started_by), (select r.body from rule r where r.id = b.rule_id)) as moved
    from backtest b where b.environment_id = ${environmentId}::uuid and b.id = ${id}::uuid`.execute(db)
  return rows[0]?.moved ?? false
}

/**
 * Returns a fingerprint of the events and labels of a period from the roll-ups: events of whole hours, labels of every
 * hour that overlaps the period.
 */
export async function dataFingerprint(
  db: Db,
  environmentId: string,
  eventType: string,
  from: Date,
  to: Date,
): Promise<{ counted: number; labelled: string }> {
  const { rows } = await sql<{ counted: number; labelled: string }>`
    with recursive down as (select id from environment where id = ${environmentId}::uuid union select e.id from environment e join down on e.parent_id = down.id),
      hours as (select hour, label, events from event_hour where environment_id in (select id from down) and event_type = ${eventType} and hour > ${from}::timestamptz - interval '1 hour' and hour < ${to}),
      labels as (select label, sum(events) as events from hours where label <> '' group by label having sum(events) <> 0)
    select (select coalesce(sum(events), 0)::bigint from hours where hour >= ${from}::timestamptz and hour + interval '1 hour' <= ${to}::timestamptz) as counted,
      (select coalesce(string_agg(label || ' ' || events, ',' order by label), '') from labels) as labelled`.execute(db)
  return rows[0] ?? { counted: 0, labelled: '' }
}

/**
 * Returns whether events of the period, or labels of them, arrived after a back-test began: those of its last hours
 * immediately, imported earlier ones by their number.
 */
export async function findChangesSince(db: Db, row: StoredBacktest): Promise<{ events: boolean; labels: boolean }> {
  const { environment_id: environmentId, created_at: since, from_at: from, to_at: to } = row
  const { rows } = await sql<{ late: boolean }>`
    with recursive down as (select id from environment where id = ${environmentId}::uuid union select e.id from environment e join down on e.parent_id = down.id)
    select exists (select 1 from event_body b where b.environment_id in (select id from down) and b.at >= greatest(${from}::timestamptz, ${since}::timestamptz - interval '1 day') and b.at < ${to} and b.received_at > ${since}) as late`.execute(
    db,
  )
  const { counted, labelled } = await dataFingerprint(db, environmentId, row.event_type, from, to)
  return {
    events: rows[0]?.late === true || counted > (row.counted ?? counted),
    labels: labelled !== (row.labelled ?? labelled),
  }
}

/** Claims the oldest back-test that waits, or that ran when the service stopped; it restarts from its beginning. */
export async function claimNextBacktest(
  db: Db,
  kind: Kind,
  running: ReadonlySet<string>,
): Promise<StoredBacktest | null> {
  for (;;) {
    const row = await db
      .selectFrom('backtest')
      .selectAll()
      .where('state', 'in', ['waiting', 'running'])
      .where(ofKind(kind))
      .$if(running.size > 0, query => query.where('id', 'not in', [...running]))
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return null
    const claimed = await db.transaction().execute(async trx => {
      await trx
        .deleteFrom('backtest_event')
        .where('environment_id', '=', row.environment_id)
        .where('backtest_id', '=', row.id)
        .execute()
      const { numUpdatedRows } = await trx
        .updateTable('backtest')
        .set({ state: 'running', events: 0, total: 0 })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
    // A back-test that was cancelled in the meantime cannot be claimed: the loop continues with the next one.
    if (claimed) return row
  }
}

/** Stores the progress; false when the back-test was cancelled. */
export async function saveProgress(
  db: Db,
  row: StoredBacktest,
  events: number,
  total: number,
  changed: readonly ChangedEvent[],
): Promise<boolean> {
  return db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('backtest')
      .set({ events, total })
      .where('environment_id', '=', row.environment_id)
      .where('id', '=', row.id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    for (let from = 0; from < changed.length; from += 1000) {
      const part = changed.slice(from, from + 1000)
      await sql`insert into backtest_event (environment_id, backtest_id, at, event_id, event_environment_id, external_id, before, after, rule, clause, amount_usd, label)
        select ${row.environment_id}::uuid, ${row.id}::uuid, * from unnest(${part.map(each => each.at)}::timestamptz[], ${part.map(each => each.eventId)}::uuid[], ${part.map(each => each.environmentId)}::uuid[],
          ${part.map(each => each.externalId)}::text[], ${part.map(each => each.before)}::text[], ${part.map(each => each.after.decision)}::text[], ${part.map(each => each.after.rule?.name ?? null)}::text[],
          ${part.map(each => each.after.clause)}::text[], ${part.map(each => each.amountUsd)}::bigint[], ${part.map(each => each.label)}::text[]) on conflict do nothing`.execute(
        trx,
      )
    }
    return true
  })
}

/** Stores the end of a back-test; false when it was cancelled. */
export async function finishBacktest(
  db: Db,
  row: StoredBacktest,
  end: { result: RunResult } | { failure: string },
  at: Date,
): Promise<boolean> {
  return db.transaction().execute(async trx => {
    if ('failure' in end)
      await trx
        .deleteFrom('backtest_event')
        .where('environment_id', '=', row.environment_id)
        .where('backtest_id', '=', row.id)
        .execute()
    const { numUpdatedRows } = await trx
      .updateTable('backtest')
      .set(
        'result' in end
          ? { state: 'done', result: JSON.stringify(end.result), finished_at: at }
          : { state: 'failed', failure: end.failure, finished_at: at },
      )
      .where('environment_id', '=', row.environment_id)
      .where('id', '=', row.id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

export interface StoredChangedEvent {
  event_id: string
  event_environment_id: string
  external_id: string
  at: Date
  before: string
  after: string
  rule: string | null
  clause: string | null
  amount_usd: number | null
  label: string | null
}
export async function loadChangedPage(
  db: Db,
  environmentId: string,
  id: string,
  after: [Date, string] | null,
  limit: number,
): Promise<StoredChangedEvent[]> {
  const { rows } =
    await sql<StoredChangedEvent>`select event_id, event_environment_id, external_id, at, before, after, rule, clause, amount_usd, label from backtest_event
    where environment_id = ${environmentId}::uuid and backtest_id = ${id}::uuid ${after === null ? sql`` : sql`and (at, event_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
    order by at desc, event_id desc limit ${limit}`.execute(db)
  return rows
}
