import { sql } from 'kysely'
import { undecided } from '../../../contract/common/constants.ts'
import type { Db } from '../../../ports/database.ts'
import {
  hashOf,
  isAnswer,
  keyValues,
  lastAnswer,
  outcomeOf,
  refusals,
  statusOf,
  type Traffic,
  targetOf,
} from '../store/attempt-sql.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'

/**
 * Milliseconds by which reading goes back behind what it has reached. An event is decided in five seconds and written in
 * five more, or refused: none is committed later than that.
 */
const lateMs = 30_000
/** Attempts that one statement takes. */
const perRound = 10_000

const stateOf = (eventType: string) => sql`case ${outcomeOf(eventType)}
  when 'contained' then 2 when 'declined' then 1 when 'refused' then 1 when 'rejected' then 1 else 0 end`

/**
 * Takes the attempts of a window that are not among the recent ones, and what banks and merchants said since the last
 * time; deletes those that are older than the window. The caller has locked the traffic.
 * @returns whether more wait
 */
export async function takeAttempts(
  trx: Db,
  traffic: Traffic,
  { from, to: now }: { from: Date; to: Date },
  most: number = perRound,
): Promise<boolean> {
  const before = await readCursor(trx, traffic)
  const reached = before === undefined || before.reached < from ? from : before.reached
  const next = await endOfRound(trx, traffic, { from: reached, to: now }, most)
  const round = String(BigInt(before?.round ?? 0) + 1n)
  const range = { from: latest(from, earlier(reached)), to: next ?? now }
  await insertAttempts(trx, traffic, { ...range, round })
  // What is taken now has the answers until now. Those of the time of the first round are read again after the last one.
  const answered = before?.answered ?? now
  if (next === null && before !== undefined)
    await applyAnswers(trx, traffic, { from, since: latest(from, earlier(answered)), to: now, round })
  await deleteOld(trx, traffic, from)
  const cursor: Cursor = {
    reached: latest(range.to, reached),
    answered: next === null ? latest(now, answered) : answered,
    round,
    searched: before?.searched ?? '0',
  }
  await writeCursor(trx, traffic, cursor)
  // So many new rows change the statistics by which the search is planned.
  if (next !== null) await sql`analyze recent_attempt`.execute(trx)
  return next !== null
}

const earlier = (time: Date): Date => new Date(time.getTime() - lateMs)
const latest = (one: Date, other: Date): Date => (one > other ? one : other)

/** Returns where a round ends that has as many attempts as it may; null: the range has fewer. */
async function endOfRound(
  trx: Db,
  { environmentId, eventType }: Traffic,
  { from, to }: { from: Date; to: Date },
  most: number,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select at from event
    where environment_id = ${environmentId}::uuid and event_type = ${sql.lit(eventType)} and at > ${from}::timestamptz
      and at < ${to}::timestamptz
    order by at offset ${most} limit 1`.execute(trx)
  return rows[0]?.at ?? null
}

interface Round {
  from: Date
  to: Date
  round: string
}

async function insertAttempts(
  trx: Db,
  { environmentId, eventType }: Traffic,
  { from, to, round }: Round,
): Promise<void> {
  await sql`
    with fresh as materialized (select e.* from event e
      where e.environment_id = ${environmentId}::uuid and e.event_type = ${sql.lit(eventType)}
        and e.at >= ${from}::timestamptz and e.at <= ${to}::timestamptz and e.decision <> ${undecided}
        -- Counted, so that each is looked up by its key: a join would depend on statistics, which a new table has not.
        and (select count(*) from recent_attempt r where r.environment_id = ${environmentId}::uuid
          and r.event_type = ${sql.lit(eventType)} and r.at = e.at and r.event_id = e.event_id) = 0
    ), added as (
      insert into recent_attempt (environment_id, event_type, at, event_id, state, target, device, ip, network, round)
      select e.environment_id, e.event_type, e.at, e.event_id, ${stateOf(eventType)},
        hashtextextended(${targetOf(eventType)}, 0), ${hashOf(eventType, sql`'device'`, sql`k.device`)},
        ${hashOf(eventType, sql`'ip'`, sql`k.ip`)}, ${hashOf(eventType, sql`'network'`, sql`k.network`)}, ${round}::bigint
      from fresh e
      cross join lateral (${keyValues}) as k
      left join lateral (${lastAnswer(eventType, from)}) as d on true
      returning at, state
    )
    insert into recent_attempt_count as c (environment_id, event_type, minute, judged, failed)
    select ${environmentId}::uuid, ${sql.lit(eventType)}, date_trunc('minute', at), count(*) filter (where state <> 2),
      count(*) filter (where state = 1)
    from added group by 3
    on conflict (environment_id, event_type, minute)
      do update set judged = c.judged + excluded.judged, failed = c.failed + excluded.failed`.execute(trx)
}

/** Changes the state of recent attempts that were answered since a time, and of which the answer says something else. */
async function applyAnswers(
  trx: Db,
  { environmentId, eventType }: Traffic,
  { from, since, to, round }: Round & { since: Date },
): Promise<void> {
  const ofTraffic = sql`d.environment_id = ${environmentId}::uuid and d.subject_type = ${sql.lit(eventType)} and ${isAnswer(eventType)}`
  await sql`
    with answered as materialized (
      select d.subject_id, bool_or(${statusOf} = any(${[...refusals]}::text[])) as refused from data_event d
      where ${ofTraffic} and d.at >= ${since}::timestamptz and d.at <= ${to}::timestamptz group by 1
      -- Answers that a later message changed.
      union all
      select d.subject_id, true from data_event d
      where ${ofTraffic} and d.received_at <> d.at and d.received_at >= ${since}::timestamptz
        and d.received_at <= ${to}::timestamptz
    ), own as materialized (
      -- Most answers approve what did not fail, and change nothing.
      select distinct r.at, r.event_id, r.state from answered a
      join event_key k on k.environment_id = ${environmentId}::uuid and k.event_type = ${sql.lit(eventType)}
        and k.external_id = a.subject_id
      cross join lateral (select * from recent_attempt r where r.environment_id = ${environmentId}::uuid
        and r.event_type = ${sql.lit(eventType)} and r.at = k.at and r.event_id = k.event_id limit 1) as r
      where a.refused or r.state <> 0
    ), judged as materialized (
      select o.at, o.event_id, o.state as before, ${stateOf(eventType)} as state from own o
      join event e on e.environment_id = ${environmentId}::uuid and e.at = o.at and e.event_id = o.event_id
      left join lateral (${lastAnswer(eventType, from)}) as d on true
    ), changed as (
      update recent_attempt r set state = j.state, round = ${round}::bigint from judged j
      where r.environment_id = ${environmentId}::uuid and r.event_type = ${sql.lit(eventType)} and r.at = j.at
        and r.event_id = j.event_id and j.state <> j.before
      returning j.at, j.before, j.state
    )
    update recent_attempt_count c set judged = c.judged + d.judged, failed = c.failed + d.failed
    from (select date_trunc('minute', at) as minute, sum((state <> 2)::int - (before <> 2)::int)::int as judged,
        sum((state = 1)::int - (before = 1)::int)::int as failed from changed group by 1) as d
    where c.environment_id = ${environmentId}::uuid and c.event_type = ${sql.lit(eventType)} and c.minute = d.minute`.execute(
    trx,
  )
}

/** Deletes what is older than the window. */
async function deleteOld(trx: Db, { environmentId, eventType }: Traffic, before: Date): Promise<void> {
  const ofTraffic = sql`environment_id = ${environmentId}::uuid and event_type = ${sql.lit(eventType)}`
  await sql`delete from recent_attempt where ${ofTraffic} and at < ${before}::timestamptz`.execute(trx)
  await sql`delete from recent_attempt_count where ${ofTraffic}
    and minute < date_trunc('minute', ${before}::timestamptz)`.execute(trx)
}
