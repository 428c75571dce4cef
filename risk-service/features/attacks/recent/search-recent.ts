import { type RawBuilder, sql } from 'kysely'
import { runInSlices } from '../../../contract/cooperative.ts'
import { type AttackSearch, searchAttacks } from '../../../engine/attacks/find-attacks.ts'
import type { AttackKey } from '../../../engine/attacks/types.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredAttack } from '../store/attack-store.ts'
import { type AttemptRange, hashOf, type Traffic } from '../store/attempt-sql.ts'
import { findSuspects, type KeyHashes, keysOfRows } from './find-suspects.ts'
import { loadRecent } from './load-recent.ts'

export interface RecentSearch extends AttackSearch {
  /** Ids of stored attacks that new attempts may belong to. */
  touched: ReadonlySet<string>
}

/**
 * Searches for attacks among the recent attempts that share a key, or a key of a key, with one that is new since a
 * round. What else is recent was searched before.
 * @param stored attacks that new attempts may continue
 */
export async function searchRecent(
  trx: Db,
  range: AttemptRange,
  searched: string,
  stored: readonly StoredAttack[],
): Promise<RecentSearch> {
  const fresh = freshAttempts(range, searched)
  const failed = await findSuspects(trx, range, keysOfRows(sql`${fresh} and r.state = 1`))
  const touched = await findTouched(
    trx,
    range,
    stored,
    sql`
    select key from (${keysOfRows(fresh)}) as f
    union select unnest(${[...failed.device, ...failed.ip, ...failed.network]}::bigint[])`,
  )
  const keys = stored.flatMap(attack => (touched.has(attack.id) ? attack.keys : []))
  return { ...(await searchWithKeys(trx, range, keys, failed)), touched }
}

/**
 * Searches for attacks among the recent attempts of a stretch that belong to some keys.
 * @param found suspicious keys of whole components, whose attempts are searched too
 */
export async function searchWithKeys(
  trx: Db,
  range: AttemptRange,
  keys: readonly AttackKey[],
  found: KeyHashes = { device: [], ip: [], network: [] },
): Promise<AttackSearch> {
  const own = keys.length === 0 ? [] : await hashKeys(trx, range, keys)
  const seeds = sql`select * from unnest(${own.map(({ type }) => type)}::text[], ${own.map(({ hash }) => hash)}::bigint[]) as k (kind, key)`
  const suspects = own.length === 0 ? found : await findSuspects(trx, range, seeds, found)
  const devices = own.flatMap(({ type, hash }) => (type === 'device' ? [hash] : []))
  if (Object.values(suspects).every(hashes => hashes.length === 0) && devices.length === 0)
    return { groups: [], ordered: [], suspicious: new Set() }
  const { attempts, ...counted } = await loadRecent(trx, range, suspects, devices)
  return runInSlices(searchAttacks(attempts, counted))
}

/** The attempts `r` that were taken or changed after a round. */
const freshAttempts = (
  { environmentId, eventType, from, to }: AttemptRange,
  searched: string,
): RawBuilder<unknown> => sql`
  select r.device, r.ip, r.network from recent_attempt r
  where r.environment_id = ${environmentId}::uuid and r.event_type = ${sql.lit(eventType)} and r.round > ${searched}::bigint
    and r.at >= ${from}::timestamptz and r.at <= ${to}::timestamptz`

/** Returns the attacks that have a key of some hashes. @param hashes query of `key` */
async function findTouched(
  trx: Db,
  { eventType }: Traffic,
  stored: readonly StoredAttack[],
  hashes: RawBuilder<unknown>,
): Promise<ReadonlySet<string>> {
  if (stored.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with fresh as materialized (${hashes})
    select distinct a.id from attack a
    cross join lateral jsonb_to_recordset(a.keys) as k (type text, value text)
    join fresh f on f.key = ${hashOf(eventType, sql`k.type`, sql`k.value`)}
    where a.id = any(${stored.map(({ id }) => id)}::uuid[])`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the hashes of keys, in their order. */
async function hashKeys(
  trx: Db,
  { eventType }: Traffic,
  keys: readonly AttackKey[],
): Promise<{ type: AttackKey['type']; hash: string }[]> {
  const { rows } = await sql<{ type: AttackKey['type']; hash: string }>`
    select k.type, ${hashOf(eventType, sql`k.type`, sql`k.value`)}::text as hash
    from unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ value }) => value)}::text[]) as k (type, value)`.execute(
    trx,
  )
  return rows
}
