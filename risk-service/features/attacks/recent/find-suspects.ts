import { type RawBuilder, sql } from 'kysely'
import { suspicionThresholds } from '../../../engine/attacks/find-attacks.ts'
import type { Db } from '../../../ports/database.ts'
import type { AttemptRange } from '../store/attempt-sql.ts'

const kinds = ['device', 'ip', 'network'] as const
type Kind = (typeof kinds)[number]

/** Hashes of keys of recent attempts by their type. A hash names the type, too. */
export type KeyHashes = Readonly<Record<Kind, readonly string[]>>

/** Suspicious keys that one check follows; of more, those that it finds first. */
const mostKeys = 5000
/** Attempts of a key whose other keys are looked at. */
const mostAttempts = 20_000

/** The keys of the attempts `r` of a query, as `kind` and `key`. */
export const keysOfRows = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct k.kind, k.key from (${rows}) as r
  cross join lateral (values ('device', r.device), ('ip', r.ip), ('network', r.network)) as k (kind, key)
  where k.key is not null`

/**
 * Returns the suspicious ones of some keys, and those that occur with them in attempts, and so on: whole components. A
 * key is judged by its own attempts alone, so that the work depends on what is asked for and not on the window.
 * @param seeds query of `kind` and `key`
 * @param before suspicious keys of whole components, which are part of the result
 */
export async function findSuspects(
  trx: Db,
  range: AttemptRange,
  seeds: RawBuilder<unknown>,
  before: KeyHashes = { device: [], ip: [], network: [] },
): Promise<KeyHashes> {
  const found: Record<Kind, string[]> = {
    device: [...before.device],
    ip: [...before.ip],
    network: [...before.network],
  }
  const followed = new Set(Object.values(found).flat())
  let candidate = seeds
  for (;;) {
    const { rows } = await sql<{ kind: Kind; key: string }>`
      with candidate as materialized (${candidate})
      ${sql.join(
        kinds.map(kind => judge(kind, range)),
        sql` union all `,
      )}`.execute(trx)
    const more = rows.filter(({ key }) => !followed.has(key))
    if (more.length === 0 || followed.size >= mostKeys) return found
    for (const { kind, key } of more) {
      followed.add(key)
      found[kind].push(key)
    }
    candidate = sql`select n.kind, n.key from (${neighboursOf(more, range)}) as n
      where not n.key = any(${[...followed]}::bigint[])`
  }
}

/** The suspicious ones of the keys that are candidates, of one type; see `searchAttacks`. */
function judge(kind: Kind, { environmentId, from, to }: AttemptRange): RawBuilder<unknown> {
  const { fewest, failedShare, networkAddresses } = suspicionThresholds
  const own = sql`r.environment_id = ${environmentId}::uuid and r.${sql.ref(kind)} = a.key
    and r.at >= ${from}::timestamptz and r.at <= ${to}::timestamptz`
  return sql`
    select a.kind, a.key::text as key from candidate a
    cross join lateral (select count(*)::int as failed, count(distinct r.target)::int as targets,
      count(distinct r.ip)::int as addresses from recent_attempt r where ${own} and r.state = 1) as f
    where a.kind = ${sql.lit(kind)} and f.failed >= ${sql.lit(fewest[kind])} and f.targets >= ${sql.lit(fewest[kind])}
      and ${kind === 'network' ? sql`f.addresses >= ${sql.lit(networkAddresses)}` : sql`true`}
      -- No more are counted than there may be: many people share an address.
      and (select count(*) from (select 1 from recent_attempt r where ${own} and r.state = 0
          limit floor(f.failed / ${sql.lit(failedShare)} - f.failed)::int + 1) as p)
        <= f.failed / ${sql.lit(failedShare)} - f.failed`
}

/** The keys that occur with others in attempts. */
function neighboursOf(keys: readonly { kind: Kind; key: string }[], { environmentId, from, to }: AttemptRange) {
  const rows = kinds.map(kind => {
    const own = keys.flatMap(each => (each.kind === kind ? [each.key] : []))
    return sql`select r.device, r.ip, r.network from unnest(${own}::bigint[]) as f (key)
      cross join lateral (select r.device, r.ip, r.network from recent_attempt r
        where r.environment_id = ${environmentId}::uuid and r.${sql.ref(kind)} = f.key
          and r.at >= ${from}::timestamptz and r.at <= ${to}::timestamptz limit ${sql.lit(mostAttempts)}) as r`
  })
  return keysOfRows(sql.join(rows, sql` union all `))
}
