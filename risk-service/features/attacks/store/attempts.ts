import { type RawBuilder, sql } from 'kysely'
import { createYieldPoint } from '../../../contract/cooperative.ts'
import type { AttackOutcome } from '../../../contract/index.ts'
import type { Attempt } from '../../../engine/attacks/types.ts'
import type { Db } from '../../../ports/database.ts'
import { attemptsOf, type StoredAttack } from './attack-store.ts'
import { account, lastAnswer, outcomeOf, targetOf } from './attempt-sql.ts'

/** An attempt as a query returns it. */
export interface AttemptRow {
  event_id: string
  at: Date
  outcome: AttackOutcome
  detail: string | null
  account: string | null
  target: string | null
  device: string | null
  ip: string | null
}

/**
 * Query of attempts with what became of them, as banks and merchants said until now; the events are `e`.
 * @param events query of events of a type, none of them before `from`
 * @param more further columns of theirs
 */
export const attemptRows = (
  events: RawBuilder<unknown>,
  eventType: string,
  from: Date,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  select e.event_id, e.at, f.outcome, case when f.outcome in ('declined', 'refused') then d.detail end as detail,
    ${account} as account, ${targetOf(eventType)} as target, e.device_id as device, e.ip ${more}
  from (${events}) as e
  left join lateral (${lastAnswer(eventType, from)}) as d on true
  cross join lateral (select ${outcomeOf(eventType)} as outcome) as f`

export const attemptOf = (row: AttemptRow): Attempt => ({
  eventId: row.event_id,
  at: row.at.getTime(),
  outcome: row.outcome,
  detail: row.detail,
  account: row.account,
  target: row.target,
  device: row.device,
  ip: row.ip,
})

/** Attempts of an attack without an answer that are asked for again, the newest. */
const unansweredRead = 2000

/** Returns those of the newest attempts of an attack without an answer of which banks and merchants say something now. */
export async function loadLateAnswers(
  trx: Db,
  { id, event_type: eventType, started_at: from }: Pick<StoredAttack, 'id' | 'event_type' | 'started_at'>,
): Promise<Attempt[]> {
  const unanswered = sql`select e.*, m.outcome as before from ${attemptsOf(id)} and m.outcome in ('open', 'waiting')
    order by m.at desc limit ${unansweredRead}`
  const { rows } = await sql<AttemptRow>`${attemptRows(unanswered, eventType, from)}
    where f.outcome is distinct from e.before order by e.at, e.event_id`.execute(trx)
  return rows.map(attemptOf)
}

/** Attempts by which an attack is described, the newest. */
const describedAttempts = 5000

/** Attempts that are read without a pause. */
const perPage = 500

/** Returns the newest attempts of an attack as they are stored, the oldest of them first. */
export async function loadAttackAttempts(trx: Db, attackId: string): Promise<Attempt[]> {
  await sql`declare attack_attempts no scroll cursor for
    select m.event_id, m.at, m.outcome, m.detail, ${account} as account, null::text as target, e.device_id as device, e.ip
    from ${attemptsOf(attackId)} order by m.at desc limit ${sql.lit(describedAttempts)}`.execute(trx)
  const attempts: Attempt[] = []
  const pause = createYieldPoint()
  for (;;) {
    const { rows } = await sql<AttemptRow>`fetch ${sql.lit(perPage)} from attack_attempts`.execute(trx)
    for (const row of rows) attempts.push(attemptOf(row))
    if (rows.length < perPage) break
    await pause()
  }
  await sql`close attack_attempts`.execute(trx)
  return attempts.reverse()
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
