import { sql } from 'kysely'
import { createYieldPoint } from '../../../contract/cooperative.ts'
import { type Attack, type AttackFingerprint, type AttackKind, attackLimits } from '../../../contract/index.ts'
import type { AttackKey, Attempt } from '../../../engine/attacks/types.ts'
import type { Db } from '../../../ports/database.ts'

export interface StoredAttack {
  id: string
  environment_id: string
  kind: AttackKind
  event_type: string
  started_at: Date
  last_at: Date
  /** Time of its last failure: only failures prolong an attack. */
  failed_at: Date
  found_at: Date
  ended_at: Date | null
  keys: readonly AttackKey[]
  fingerprint: AttackFingerprint
  attempts: number
  failed: number
  accounts: number
  fallen: number
}

/** Returns the latest attacks of environments. */
export async function loadAttacks(db: Db, environmentIds: readonly string[]): Promise<StoredAttack[]> {
  const rows = await db
    .selectFrom('attack')
    .selectAll()
    .where('environment_id', 'in', environmentIds)
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .limit(attackLimits.attacks)
    .execute()
  return rows as StoredAttack[]
}

/** Returns an attack of an environment; undefined where it has none of this id. */
export async function findAttack(
  db: Db,
  { environmentId, attackId }: { environmentId: string; attackId: string },
): Promise<StoredAttack | undefined> {
  const row = await db
    .selectFrom('attack')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('id', '=', attackId)
    .executeTakeFirst()
  return row as StoredAttack | undefined
}

/** Returns the attacks that go on, and those that ended since a time: attempts with their keys may continue them. */
export async function loadContinuable(
  trx: Db,
  { environmentId, eventType, since }: { environmentId: string; eventType: string; since: Date },
): Promise<StoredAttack[]> {
  const rows = await trx
    .selectFrom('attack')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .where(({ eb, or }) => or([eb('ended_at', 'is', null), eb('last_at', '>=', since)]))
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows as StoredAttack[]
}

/** Stores an attack, new or with what changed of it. */
export async function writeAttack(trx: Db, attack: StoredAttack): Promise<void> {
  const { id, kind, started_at, last_at, failed_at, ended_at } = attack
  const changing = {
    kind,
    started_at,
    last_at,
    failed_at,
    ended_at,
    keys: JSON.stringify(attack.keys),
    fingerprint: JSON.stringify(attack.fingerprint),
  }
  await trx
    .insertInto('attack')
    .values({
      id,
      environment_id: attack.environment_id,
      event_type: attack.event_type,
      found_at: attack.found_at,
      ...changing,
    })
    .onConflict(conflict => conflict.column('id').doUpdateSet(changing))
    .execute()
}

/** Attempts that are written without a pause. */
const perPage = 500

/**
 * Stores attempts of an attack, and what became of those that it has. One that belongs to another attack stays there;
 * an attack with as many as are stored takes no further ones. Returns whether that changed anything.
 * @param most attempts of an attack that are stored
 */
export async function writeAttempts(
  trx: Db,
  attack: StoredAttack,
  attempts: readonly Attempt[],
  most: number = attackLimits.attempts,
): Promise<boolean> {
  const ordered = attempts.toSorted((a, b) => a.at - b.at)
  const pause = createYieldPoint()
  let changed = false
  for (let first = 0; first < ordered.length; first += perPage) {
    if (await writePage(trx, attack, ordered.slice(first, first + perPage), most)) changed = true
    await pause()
  }
  return changed
}

async function writePage(
  trx: Db,
  { id, environment_id: environmentId }: StoredAttack,
  attempts: readonly Attempt[],
  most: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with given as (select a.*, m.event_id is not null as known
      from unnest(${attempts.map(({ eventId }) => eventId)}::uuid[], ${attempts.map(({ at }) => new Date(at))}::timestamptz[],
        ${attempts.map(({ outcome }) => outcome)}::text[], ${attempts.map(({ detail }) => detail)}::text[]) as a (event_id, at, outcome, detail)
      left join attack_attempt m on m.environment_id = ${environmentId}::uuid and m.event_id = a.event_id),
    ranked as (select g.*, row_number() over (partition by g.known order by g.at, g.event_id) as number from given g)
    insert into attack_attempt (environment_id, event_id, attack_id, at, outcome, detail)
    select ${environmentId}::uuid, r.event_id, ${id}::uuid, r.at, r.outcome, r.detail from ranked r
    where r.known or r.number <= ${most} - (select count(*) from attack_attempt m where m.attack_id = ${id}::uuid)
    on conflict (environment_id, event_id) do update set outcome = excluded.outcome, detail = excluded.detail
      where attack_attempt.attack_id = excluded.attack_id
        and (attack_attempt.outcome, attack_attempt.detail) is distinct from (excluded.outcome, excluded.detail)`.execute(
    trx,
  )
  return numAffectedRows > 0n
}

/** Condition on an attempt `m`. */
export const isFailed = sql<boolean>`m.outcome = any(${['declined', 'refused', 'rejected', 'contained']}::text[])`

/** The events `e` of the attempts `m` of an attack. */
export const attemptsOf = (attackId: string) => sql`attack_attempt m
    join event e on e.environment_id = m.environment_id and e.at = m.at and e.event_id = m.event_id
    where m.attack_id = ${attackId}::uuid`

/** Account of an event `e` as it is compared; a guest's order counts as its own account. */
const accountOf = sql<string>`coalesce(nullif(lower(btrim(e.user_id)), ''), e.event_id::text)`

/**
 * The attempts by which accounts of an attack fell, as a query: they got through after the first failure of the attack.
 * Honest customers share networks with an attack. An attempt counts when it came from a device or an address of the
 * attack or the attack had failed with its account; by the network alone only where the attack has nothing else. One
 * that nobody confirmed counts by the device or the account.
 */
export const fallenOf = (attackId: string) => sql`
  with keys as (select k.type, k.value from attack a, jsonb_to_recordset(a.keys) as k (type text, value text) where a.id = ${attackId}::uuid),
    own as (select m.outcome, m.at, ${isFailed} as failed, ${accountOf} as account, e.environment_id, e.event_type, e.external_id,
        e.user_id, e.email, e.last_four, lower(btrim(e.device_id)) as device, lower(btrim(e.ip)) as ip from ${attemptsOf(attackId)}),
    counted as (select *, (count(*) filter (where failed) over (partition by account order by at
        groups between unbounded preceding and 1 preceding))::int as failed_before from own)
  select c.* from counted c, (select min(at) as at from own where failed) as f
  where c.outcome in ('succeeded', 'open') and c.at > f.at
    and (c.failed_before > 0 or exists (select 1 from keys k where k.type = 'device' and k.value = c.device)
      or (c.outcome = 'succeeded' and (exists (select 1 from keys k where k.type = 'ip' and k.value = c.ip)
        or not exists (select 1 from keys k where k.type <> 'network'))))`

/** Counts the attempts of an attack, its accounts, and those that fell. */
export async function countAttempts(trx: Db, attackId: string): Promise<void> {
  await sql`
    update attack set attempts = c.attempts, failed = c.failed, accounts = c.accounts, fallen = f.fallen
    from (select count(*)::int as attempts, (count(*) filter (where ${isFailed}))::int as failed,
        count(distinct ${accountOf})::int as accounts from ${attemptsOf(attackId)}) as c,
      (select count(distinct account)::int as fallen from (${fallenOf(attackId)}) as o) as f
    where id = ${attackId}::uuid`.execute(trx)
}

/** Returns an attack as the console lists it. */
export const attackOf = (stored: StoredAttack, contained: boolean): Attack => ({
  id: stored.id,
  environmentId: stored.environment_id,
  kind: stored.kind,
  eventType: stored.event_type,
  startedAt: stored.started_at.toISOString(),
  lastAt: stored.last_at.toISOString(),
  foundAt: stored.found_at.toISOString(),
  endedAt: stored.ended_at?.toISOString() ?? null,
  attempts: stored.attempts,
  failed: stored.failed,
  accounts: stored.accounts,
  fallen: stored.fallen,
  contained,
})
