import { sql } from 'kysely'
import { runInSlices } from '../../../contract/cooperative.ts'
import { attackedTypes, attackLimits } from '../../../contract/index.ts'
import { hasFailedByItself, keyText } from '../../../engine/attacks/attempt-keys.ts'
import { advanceAttack, limitKeys, quietMs, resumeAttack } from '../../../engine/attacks/continue-attack.ts'
import { describeAttack, kindOf } from '../../../engine/attacks/describe-attack.ts'
import type { AttackGroup, AttackKey, Attempt } from '../../../engine/attacks/types.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { changeNoticeType, notify } from '../../notifications/notify.ts'
import { readCursor, writeCursor } from '../recent/cursor.ts'
import { type RecentSearch, searchRecent, searchWithKeys } from '../recent/search-recent.ts'
import { takeAttempts } from '../recent/take-attempts.ts'
import { countAttempts, loadContinuable, type StoredAttack, writeAttack, writeAttempts } from '../store/attack-store.ts'
import type { AttemptRange } from '../store/attempt-sql.ts'
import { loadAgents, loadAttackAttempts, loadExistingShare, loadLateAnswers } from '../store/attempts.ts'
import { loadContained } from '../store/containments.ts'

export interface AttackServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId' | 'log'>
  live: Pick<LiveHub, 'publish'>
  /** Has decisions follow the keys of contained attacks. */
  reloadContainments: () => Promise<void>
}

/** Seconds between two checks: an attack is announced within a minute of the attempt that makes it one. */
export const attackCheckSeconds = 15
const hourMs = 3_600_000
/** Stretch of time whose attempts are grouped: slow attacks have enough attempts in it. */
const windowMs = 2 * hourMs
/** Rounds of taking new attempts in one check; after a start with a full window the next checks take the rest. */
const mostRounds = 30

interface CheckedTraffic {
  environment_id: string
  tenant_id: string
  event_type: string
}
interface CheckResult {
  publish: (() => void)[]
  grown: string[]
}

/**
 * Searches the latest attempts of all environments for attacks. A new one is stored and announced once; one that goes
 * on gets its further attempts, and one without any for some time ends. A check takes what is new since the last one
 * and searches what has a key in common with it. A repeat changes nothing.
 */
export async function checkAttacks(services: AttackServices): Promise<void> {
  const { db, clock, log } = services.ports
  const now = clock()
  for (const traffic of await loadTraffic(db, now)) {
    try {
      const { publish, grown } = await checkTraffic(services, traffic, now)
      for (const each of publish) each()
      if (grown.length === 0) continue
      const contained = await loadContained(db, [traffic.environment_id], now)
      if (grown.some(id => contained.has(id))) await services.reloadContainments()
    } catch (error) {
      // One environment that cannot be read must not hide the attacks on others.
      log.write(2, 'attacks.not-checked', { name: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

/** Returns the environments and kinds of events with attempts in the window, or with an attack that goes on. */
async function loadTraffic(db: Db, now: Date): Promise<CheckedTraffic[]> {
  const from = new Date(now.getTime() - windowMs)
  const { rows } = await sql<CheckedTraffic>`${sql.join(
    attackedTypes.map(type => trafficOf(type, from, now)),
    sql` union all `,
  )} order by environment_id, event_type`.execute(db)
  return rows
}

/**
 * The type is part of the text: the index of the types other than orders is not used for a parameter. The newest attempt
 * is read and not whether there is one: for that PostgreSQL expects one of many soon, and reads the month of an
 * environment without any.
 */
const trafficOf = (type: string, from: Date, to: Date) => sql`
  select e.id as environment_id, e.tenant_id, ${sql.lit(type)}::text as event_type from environment e
  where e.status = 'Active' and ((select v.at from event v where v.environment_id = e.id and v.event_type = ${sql.lit(type)}
      and v.at >= ${from}::timestamptz and v.at <= ${to}::timestamptz order by v.at desc limit 1) is not null
    or exists (select 1 from attack a where a.environment_id = e.id and a.event_type = ${sql.lit(type)} and a.ended_at is null))`

/** Returns what announces new attacks after the commit, and the attacks that have further keys. */
async function checkTraffic(services: AttackServices, checked: CheckedTraffic, now: Date): Promise<CheckResult> {
  const { db } = services.ports
  const range = {
    environmentId: checked.environment_id,
    eventType: checked.event_type,
    from: new Date(now.getTime() - windowMs),
    to: now,
  }
  for (let round = 0, more = true; more && round < mostRounds; round++)
    more = await db.transaction().execute(async trx => {
      await lock(trx, range)
      return takeAttempts(trx, range, range)
    })
  return db.transaction().execute(async trx => {
    await lock(trx, range)
    return searchTaken(trx, services, checked, range)
  })
}

/** One check of an environment at a time, whichever process does it: two would store one attack twice. */
async function lock(trx: Db, { environmentId }: AttemptRange): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attacks:${environmentId}`}, 0))`.execute(trx)
}

/** Searches what was taken since the last search, and stores what it finds. */
async function searchTaken(
  trx: Db,
  services: AttackServices,
  checked: CheckedTraffic,
  range: AttemptRange,
): Promise<CheckResult> {
  const { to: now, ...traffic } = range
  const cursor = await readCursor(trx, traffic)
  const since = new Date(now.getTime() - attackLimits.resumeHours * hourMs)
  const stored = await loadContinuable(trx, { ...traffic, since })
  const search = await searchRecent(trx, range, cursor?.searched ?? '0', stored)
  const publish: (() => void)[] = []
  const continued = new Map<string, AttackKey[]>()
  for (const group of search.groups) {
    const same = sameAttack(group, stored)
    if (same !== undefined) {
      continued.set(same.id, [...(continued.get(same.id) ?? []), ...group.keys])
      continue
    }
    const attack = await openAttack(trx, services, checked, group, now)
    publish.push(await announce(trx, services, checked, attack))
  }
  const grown: string[] = []
  for (const attack of stored) {
    const late = await loadLateAnswers(trx, attack)
    const further = continued.get(attack.id)
    if (attack.ended_at !== null && further === undefined) await storeAttempts(trx, attack, late)
    else if (await advance(trx, attack, range, { search, further: further ?? [], late })) grown.push(attack.id)
  }
  if (cursor !== undefined && cursor.searched !== cursor.round)
    await writeCursor(trx, traffic, { ...cursor, searched: cursor.round })
  return { publish, grown }
}

/** Returns the attack that shares most keys with a group. */
function sameAttack(group: AttackGroup, stored: readonly StoredAttack[]): StoredAttack | undefined {
  const texts = new Set(group.keys.map(keyText))
  let [found, most]: [StoredAttack | undefined, number] = [undefined, 0]
  for (const attack of stored) {
    const shared = attack.keys.filter(key => texts.has(keyText(key))).length
    if (shared > most) [found, most] = [attack, shared]
  }
  return found
}

async function openAttack(
  trx: Db,
  { ports }: AttackServices,
  { environment_id: environmentId, event_type: eventType }: CheckedTraffic,
  { keys, attempts }: AttackGroup,
  now: Date,
): Promise<StoredAttack> {
  const span = spanOf(attempts, now)
  const attack: StoredAttack = {
    id: ports.newId(),
    environment_id: environmentId,
    event_type: eventType,
    found_at: now,
    failed_at: new Date(attempts.findLast(hasFailedByItself)?.at ?? span.last_at),
    attempts: 0,
    failed: 0,
    accounts: 0,
    fallen: 0,
    keys: limitKeys(keys),
    ended_at: null,
    ...(await describe(trx, { environment_id: environmentId, event_type: eventType, ...span }, attempts)),
    ...span,
  }
  await writeAttack(trx, attack)
  await writeAttempts(trx, attack, attempts)
  await countAttempts(trx, attack.id)
  return attack
}

/**
 * Adds the recent attempts to an attack, and late answers of earlier ones; it ends when the last failure is long ago.
 * Returns whether it has further keys.
 */
async function advance(
  trx: Db,
  attack: StoredAttack,
  range: AttemptRange,
  { search, further, late }: { search: RecentSearch; further: readonly AttackKey[]; late: readonly Attempt[] },
): Promise<boolean> {
  const { started_at: started } = attack
  const { attempts: own, failedAt, keys } = await continueWith(trx, attack, range, search, further)
  const last = Math.max(attack.last_at.getTime(), own.at(-1)?.at ?? 0)
  const advanced = {
    ...attack,
    keys,
    started_at: new Date(Math.min(started.getTime(), own[0]?.at ?? Number.POSITIVE_INFINITY)),
    last_at: new Date(last),
    failed_at: new Date(failedAt),
    ended_at: range.to.getTime() - failedAt >= quietMs ? new Date(last) : null,
  }
  if (keys !== attack.keys || own.length > 0 || advanced.ended_at !== attack.ended_at) await writeAttack(trx, advanced)
  await followNotice(trx, attack, advanced)
  await storeAttempts(trx, advanced, [...new Map([...late, ...own].map(each => [each.eventId, each])).values()])
  return keys.length > attack.keys.length
}

/** Returns what recent attempts add to an attack; nothing where none of the new ones has a key of it. */
async function continueWith(
  trx: Db,
  { id, keys, started_at: started, failed_at: failed }: StoredAttack,
  range: AttemptRange,
  search: RecentSearch,
  further: readonly AttackKey[],
): Promise<Pick<AttackGroup, 'attempts' | 'keys'> & { failedAt: number }> {
  const before = { keys, further, startedAt: started.getTime(), failedAt: failed.getTime() }
  if (!search.touched.has(id) && further.length === 0) return { attempts: [], keys, failedAt: before.failedAt }
  const { silentFrom, ...ongoing } = await runInSlices(advanceAttack(before, search))
  if (silentFrom === null) return ongoing
  const after = await searchWithKeys(trx, { ...range, from: new Date(silentFrom) }, ongoing.keys)
  return resumeAttack(ongoing, after.groups)
}

/** Stores attempts of an attack, and describes and counts it anew where that changes anything. */
async function storeAttempts(trx: Db, attack: StoredAttack, attempts: readonly Attempt[]): Promise<void> {
  if (!(await writeAttempts(trx, attack, attempts))) return
  const all = await loadAttackAttempts(trx, attack.id)
  await writeAttack(trx, { ...attack, ...(await describe(trx, attack, all)) })
  await countAttempts(trx, attack.id)
}

/** @param attack its start decides which accounts there were before, whichever of its attempts describe it */
async function describe(
  trx: Db,
  attack: Pick<StoredAttack, 'environment_id' | 'event_type' | 'started_at'>,
  attempts: readonly Attempt[],
): Promise<Pick<StoredAttack, 'kind' | 'fingerprint'>> {
  const { environment_id: environmentId, event_type: eventType, started_at: start } = attack
  const agents = await loadAgents(trx, environmentId, attempts)
  const existing = eventType === 'purchase' ? 1 : await loadExistingShare(trx, environmentId, attempts, start)
  return { kind: kindOf(eventType, existing), fingerprint: await runInSlices(describeAttack(attempts, agents)) }
}

const spanOf = (attempts: readonly Attempt[], now: Date): Pick<StoredAttack, 'started_at' | 'last_at'> => ({
  started_at: new Date(attempts[0]?.at ?? now.getTime()),
  last_at: new Date(attempts.at(-1)?.at ?? now.getTime()),
})

/** A notice is critical, and stands above every page, only while the attack goes on; later it is in the list alone. */
async function followNotice(
  trx: Db,
  before: StoredAttack,
  { id, environment_id, ended_at }: StoredAttack,
): Promise<void> {
  if ((before.ended_at === null) === (ended_at === null)) return
  await changeNoticeType(
    trx,
    { environmentId: environment_id, event: 'AttackFound', param: 'attackId', value: id },
    ended_at === null ? 'Critical' : 'Warning',
  )
}

const announce = (
  trx: Db,
  { ports, live }: AttackServices,
  traffic: CheckedTraffic,
  { id, kind }: StoredAttack,
): Promise<() => void> =>
  notify(
    trx,
    { ports, live },
    {
      tenantId: traffic.tenant_id,
      environmentId: traffic.environment_id,
      event: 'AttackFound',
      params: { kind, attackId: id },
    },
  )
