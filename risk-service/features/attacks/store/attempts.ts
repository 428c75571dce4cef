import { type RawBuilder, sql } from 'kysely'
import { type AttackOutcome, containedReason } from '../../../contract/index.ts'
import type { Attempt } from '../../../engine/attacks/types.ts'
import type { Db } from '../../../ports/database.ts'
import { attemptsOf, type StoredAttack } from './attack-store.ts'

/** Attempts of a stretch that are read, the newest: what bounds the work of a check where there are hundreds a second. */
const attemptsRead = 20_000

/** Data events that say what became of an attempt, by its type. */
const answeringTypes: Readonly<Record<string, readonly string[]>> = {
  purchase: ['bankevent', 'purchasestatus'],
  accountlogin: ['accountloginstatus'],
}

interface AttemptRow {
  event_id: string
  at: Date
  decision: string
  reason: string
  account: string | null
  card: string | null
  device_id: string | null
  ip: string | null
  answered_by: string | null
  status: string | null
  detail: string | null
}

/** A stretch of time of one kind of events in an environment. */
export interface AttemptRange {
  environmentId: string
  eventType: string
  from: Date
  to: Date
}

/** Returns the newest attempts of a stretch with what became of them, as banks and merchants said until now. */
export const loadAttempts = (db: Db, { environmentId, eventType, from, to }: AttemptRange): Promise<Attempt[]> =>
  loadAnswered(
    db,
    sql`select * from event where environment_id = ${environmentId}::uuid and at >= ${from}::timestamptz
      and at <= ${to}::timestamptz and event_type = ${sql.lit(eventType)} order by at desc limit ${attemptsRead}`,
    eventType,
    from,
  )

/** Attempts of an attack without an answer that are asked for again, the newest. */
const unansweredRead = 2000

/** Returns the newest attempts of an attack that nobody had answered, with what banks and merchants said since. */
export const loadUnanswered = (
  trx: Db,
  { id, event_type: eventType, started_at: from }: Pick<StoredAttack, 'id' | 'event_type' | 'started_at'>,
): Promise<Attempt[]> =>
  loadAnswered(
    trx,
    sql`select e.* from ${attemptsOf(id)} and m.outcome in ('open', 'waiting') order by m.at desc limit ${unansweredRead}`,
    eventType,
    from,
  )

/** @param events query of events of a type, none of them before `from` */
async function loadAnswered(db: Db, events: RawBuilder<unknown>, eventType: string, from: Date): Promise<Attempt[]> {
  const { rows } = await sql<AttemptRow>`
    select e.event_id, e.at, e.decision, e.reason, nullif(lower(btrim(e.user_id)), '') as account,
      case when e.last_four is not null then concat_ws('-', e.bin, e.last_four) end as card, e.device_id, e.ip,
      d.answered_by, d.status, d.detail
    from (${events}) as e
    left join lateral (
      select d.event_type as answered_by, coalesce(d.body -> 'statusDetails' ->> 'statusType', d.body ->> 'statusType', d.body ->> 'status') as status,
        coalesce(d.body -> 'statusDetails' ->> 'reasonType', d.body ->> 'bankResponseCode', d.body ->> 'reason') as detail
      from data_event d
      where d.environment_id = e.environment_id and d.subject_type = e.event_type and d.subject_id = e.external_id
        and d.event_type = any(${[...(answeringTypes[eventType] ?? [])]}::text[])
        -- Partitions that end before the window are not opened.
        and d.at >= ${from}::timestamptz - interval '1 day'
        and (d.event_type <> 'bankevent' or d.body ->> 'type' = 'Auth')
      order by d.happened_at desc limit 1) as d on true`.execute(db)
  return rows.map(row => ({
    eventId: row.event_id,
    at: row.at.getTime(),
    ...fateOf(row, eventType),
    account: row.account,
    target: eventType === 'purchase' ? (row.card ?? row.account) : row.account,
    device: row.device_id,
    ip: row.ip,
  }))
}

/** Attempts by which an attack is described, the newest. */
const describedAttempts = 5000

/** Returns the newest attempts of an attack as they are stored, the oldest of them first. */
export async function loadAttackAttempts(trx: Db, attackId: string): Promise<Attempt[]> {
  const { rows } = await sql<{
    event_id: string
    at: Date
    outcome: AttackOutcome
    detail: string | null
    account: string | null
    device: string | null
    ip: string | null
  }>`
    select m.event_id, m.at, m.outcome, m.detail, nullif(lower(btrim(e.user_id)), '') as account, e.device_id as device, e.ip
    from ${attemptsOf(attackId)} order by m.at desc limit ${describedAttempts}`.execute(trx)
  return rows
    .map(({ event_id: eventId, at, ...row }) => ({ ...row, eventId, at: at.getTime(), target: null }))
    .reverse()
}

const refusals: ReadonlySet<string> = new Set(['rejected', 'declined', 'failed', 'canceled', 'cancelled'])

/**
 * Returns what became of an attempt. Of a sign-in the merchant knows best; an order that a rule rejected was not made,
 * whatever the bank says of the card.
 */
function fateOf(
  { decision, reason, answered_by: answeredBy, status, detail }: AttemptRow,
  eventType: string,
): Pick<Attempt, 'outcome' | 'detail'> {
  const answer = status?.toLowerCase() ?? ''
  const fate = (outcome: AttackOutcome, why: string | null = null) => ({ outcome, detail: why })
  const isSignIn = eventType !== 'purchase'
  if (isSignIn && answer === 'approved') return fate('succeeded')
  if (decision === 'Reject') return fate(reason === containedReason ? 'contained' : 'rejected')
  if (refusals.has(answer)) return fate(answeredBy === 'bankevent' ? 'declined' : 'refused', detail)
  if (answer === 'approved') return fate('succeeded')
  return fate(decision === 'Approve' ? 'open' : 'waiting')
}

/** Attempts whose user agents are read: enough to say which families there are. */
const agentsRead = 300

/** Returns the family of the user agent of the newest of some attempts; attempts without a device fingerprint have none. */
export async function loadAgents(
  db: Db,
  environmentId: string,
  attempts: readonly Pick<Attempt, 'eventId' | 'at'>[],
): Promise<Map<string, string>> {
  const newest = attempts.slice(-agentsRead)
  const { rows } = await sql<{ event_id: string; family: string | null }>`
    select b.event_id, b.enrichment -> 'deviceAttributes' ->> 'userAgentBrowser' as family
    from unnest(${newest.map(({ eventId }) => eventId)}::uuid[], ${newest.map(({ at }) => new Date(at))}::timestamptz[]) as a (event_id, at)
    join event_body b on b.environment_id = ${environmentId}::uuid and b.at = a.at and b.event_id = a.event_id`.execute(
    db,
  )
  return new Map(rows.flatMap(({ event_id, family }) => (family ? [[event_id, family] as const] : [])))
}

/** Accounts that are looked up: enough to say whether most of them existed. */
const accountsRead = 200

/** Returns the share of the accounts of attempts that the environment saw before a time; 1 where none has an account. */
export async function loadExistingShare(
  db: Db,
  environmentId: string,
  attempts: readonly Attempt[],
  before: Date,
): Promise<number> {
  const accounts = [...new Set(attempts.flatMap(({ account }) => account ?? []))].slice(0, accountsRead)
  if (accounts.length === 0) return 1
  const { rows } = await sql<{ existing: number }>`
    select count(*)::int as existing from unnest(${accounts}::text[]) as a (value)
    where exists (select 1 from event_entity x where x.environment_id = ${environmentId}::uuid and x.entity_type = 'user'
      and x.entity_value = a.value and x.at < ${before}::timestamptz)`.execute(db)
  return (rows[0]?.existing ?? 0) / accounts.length
}
