import { sql } from 'kysely'
import { createYieldPoint } from '../../../contract/cooperative.ts'
import { keysOf, keyText } from '../../../engine/attacks/attempt-keys.ts'
import type { CountedTraffic } from '../../../engine/attacks/find-attacks.ts'
import type { Attempt } from '../../../engine/attacks/types.ts'
import type { Db } from '../../../ports/database.ts'
import type { AttemptRange } from '../store/attempt-sql.ts'
import { type AttemptRow, attemptOf, attemptRows } from '../store/attempts.ts'
import type { KeyHashes } from './find-suspects.ts'

/** Attempts that one check groups, the newest: what bounds its work during an attack of hundreds a second. */
const mostAttempts = 20_000
/** Attempts that are read without a pause. */
const perPage = 500

interface RecentAttempts extends CountedTraffic {
  /** The oldest first. */
  attempts: Attempt[]
}

/**
 * Reads the attempts of a stretch that have one of some keys. The caller is in a transaction.
 * @param devices hashes of devices whose attempts are read although the devices are not suspicious
 */
export async function loadRecent(
  trx: Db,
  range: AttemptRange,
  suspects: KeyHashes,
  devices: readonly string[],
): Promise<RecentAttempts> {
  const { environmentId, eventType, from, to } = range
  const flag = (kind: keyof KeyHashes) =>
    sql`coalesce(r.${sql.ref(kind)} = any(${[...suspects[kind]]}::bigint[]), false) as ${sql.ref(`of_${kind}`)}`
  const withKey = (kind: keyof KeyHashes, hashes: readonly string[]) =>
    sql`select r.at, r.event_id, ${flag('device')}, ${flag('ip')}, ${flag('network')} from recent_attempt r
      where r.environment_id = ${environmentId}::uuid and r.${sql.ref(kind)} = any(${[...hashes]}::bigint[])
        and r.at >= ${from}::timestamptz and r.at <= ${to}::timestamptz`
  const recent = sql`select * from (${withKey('device', [...suspects.device, ...devices])}
      union ${withKey('ip', suspects.ip)} union ${withKey('network', suspects.network)}) as r
    order by r.at desc limit ${sql.lit(mostAttempts)}`
  // By a cursor: each page is computed when it is asked for.
  await sql`declare recent_attempts no scroll cursor for ${attemptRows(
    sql`select e.*, r.of_device, r.of_ip, r.of_network from (${recent}) as r
      join event e on e.environment_id = ${environmentId}::uuid and e.at = r.at and e.event_id = r.event_id`,
    eventType,
    from,
    sql`, e.of_device, e.of_ip, e.of_network`,
  )} order by e.at, e.event_id`.execute(trx)
  const attempts: Attempt[] = []
  const suspicious = new Set<string>()
  const pause = createYieldPoint()
  for (;;) {
    const { rows } = await sql<RecentRow>`fetch ${sql.lit(perPage)} from recent_attempts`.execute(trx)
    for (const row of rows) {
      const attempt = attemptOf(row)
      attempts.push(attempt)
      for (const key of keysOf(attempt)) if (row[`of_${key.type}`]) suspicious.add(keyText(key))
    }
    if (rows.length < perPage) break
    await pause()
  }
  await sql`close recent_attempts`.execute(trx)
  return { attempts, suspicious, all: await countAll(trx, range) }
}

type RecentRow = AttemptRow & Record<`of_${keyof KeyHashes}`, boolean>

/** Counts the attempts of a stretch, whole minutes. */
async function countAll(trx: Db, { environmentId, eventType, from, to }: AttemptRange): Promise<CountedTraffic['all']> {
  const { rows } = await sql<CountedTraffic['all']>`
    select coalesce(sum(judged), 0)::float8 as attempts, coalesce(sum(failed), 0)::float8 as failed
    from recent_attempt_count where environment_id = ${environmentId}::uuid and event_type = ${sql.lit(eventType)}
      and minute >= date_trunc('minute', ${from}::timestamptz) and minute <= ${to}::timestamptz`.execute(trx)
  return rows[0] ?? { attempts: 0, failed: 0 }
}
