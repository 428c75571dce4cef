import { sql } from 'kysely'
import { runInSlices } from '../../../contract/cooperative.ts'
import { attackedTypes, attackLimits } from '../../../contract/index.ts'
import { hasFailedByItself, keyText } from '../../../engine/attacks/attempt-keys.ts'
import { continueAttack, limitKeys, quietMs } from '../../../engine/attacks/continue-attack.ts'
import { describeAttack, kindOf } from '../../../engine/attacks/describe-attack.ts'
import { type AttackSearch, searchAttacks } from '../../../engine/attacks/find-attacks.ts'
import type { AttackGroup, AttackKey, Attempt } from '../../../engine/attacks/types.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { changeNoticeType, notify } from '../../notifications/notify.ts'
import { countAttempts, loadContinuable, type StoredAttack, writeAttack, writeAttempts } from '../store/attack-store.ts'
import { loadAgents, loadAttackAttempts, loadAttempts, loadExistingShare, loadUnanswered } from '../store/attempts.ts'
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
/** Stretch of time whose attempts are grouped: slow attacks have enough attempts in it, and it is read quickly. */
const windowMs = 2 * hourMs

interface CheckedTraffic {
  environment_id: string
  tenant_id: string
  event_type: string
}

/**
 * Searches the latest attempts of all environments for attacks. A new one is stored and announced once; one that goes
 * on gets its further attempts, and one without any for some time ends. A repeat changes nothing.
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
async function checkTraffic(
  services: AttackServices,
  traffic: CheckedTraffic,
  now: Date,
): Promise<{ publish: (() => void)[]; grown: string[] }> {
  const { db } = services.ports
  const { environment_id: environmentId, event_type: eventType } = traffic
  const from = new Date(now.getTime() - windowMs)
  const attempts = await loadAttempts(db, { environmentId, eventType, from, to: now })
  const search = await runInSlices(searchAttacks(attempts))
  return db.transaction().execute(async trx => {
    // One check of an environment at a time, whichever process does it: two would store one attack twice.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`attacks:${environmentId}`}, 0))`.execute(trx)
    const since = new Date(now.getTime() - attackLimits.resumeHours * hourMs)
    const stored = await loadContinuable(trx, { environmentId, eventType, since })
    const publish: (() => void)[] = []
    const continued = new Map<string, AttackKey[]>()
    for (const group of search.groups) {
      const same = sameAttack(group, stored)
      if (same !== undefined) {
        continued.set(same.id, [...(continued.get(same.id) ?? []), ...group.keys])
        continue
      }
      const attack = await openAttack(trx, services, traffic, group, now)
      publish.push(await announce(trx, services, traffic, attack))
    }
    const grown: string[] = []
    for (const attack of stored) {
      const late = await loadUnanswered(trx, attack)
      if (attack.ended_at !== null && !continued.has(attack.id)) await storeAttempts(trx, attack, late)
      else if (await advanceAttack(trx, attack, continued.get(attack.id) ?? [], { ...search, late }, now))
        grown.push(attack.id)
    }
    return { publish, grown }
  })
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
 * Adds the attempts of the window to an attack, and late answers of earlier ones; it ends when the last failure is long
 * ago. Returns whether it has further keys.
 * @param search what the window has, and the attempts that were answered late
 */
async function advanceAttack(
  trx: Db,
  attack: StoredAttack,
  further: readonly AttackKey[],
  { late, ...search }: AttackSearch & { late: readonly Attempt[] },
  now: Date,
): Promise<boolean> {
  const { started_at: started, failed_at: failed } = attack
  const before = { keys: attack.keys, further, startedAt: started.getTime(), failedAt: failed.getTime() }
  const { attempts: own, failedAt, keys } = await runInSlices(continueAttack(before, search))
  const last = Math.max(attack.last_at.getTime(), own.at(-1)?.at ?? 0)
  const advanced = {
    ...attack,
    keys,
    started_at: new Date(Math.min(started.getTime(), own[0]?.at ?? Number.POSITIVE_INFINITY)),
    last_at: new Date(last),
    failed_at: new Date(failedAt),
    ended_at: now.getTime() - failedAt >= quietMs ? new Date(last) : null,
  }
  await writeAttack(trx, advanced)
  await followNotice(trx, attack, advanced)
  await storeAttempts(trx, advanced, [...new Map([...late, ...own].map(each => [each.eventId, each])).values()])
  return keys.length > attack.keys.length
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
  return { kind: kindOf(eventType, existing), fingerprint: describeAttack(attempts, agents) }
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
