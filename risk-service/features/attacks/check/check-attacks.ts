import { sql } from 'kysely'
import { attackedTypes, attackLimits } from '../../../contract/index.ts'
import { keyText } from '../../../engine/attacks/attempt-keys.ts'
import { describeAttack, kindOf } from '../../../engine/attacks/describe-attack.ts'
import { attemptsWith, findAttacks } from '../../../engine/attacks/find-attacks.ts'
import type { AttackGroup, AttackKey, Attempt } from '../../../engine/attacks/types.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { notify } from '../../notifications/notify.ts'
import { countAttempts, loadContinuable, type StoredAttack, writeAttack, writeAttempts } from '../store/attack-store.ts'
import { loadAgents, loadAttackAttempts, loadAttempts, loadExistingShare } from '../store/attempts.ts'
import { loadContained } from '../store/containments.ts'

export interface AttackServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId' | 'log'>
  live: Pick<LiveHub, 'publish'>
  /** Has decisions follow the keys of contained attacks. */
  reload: (environmentId: string) => Promise<void>
}

/** Seconds between two checks: an attack is announced within a minute of the attempt that makes it one. */
export const attackCheckSeconds = 15
const minuteMs = 60_000
const hourMs = 60 * minuteMs
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
      if (grown && (await loadContained(db, traffic.environment_id, now)).size > 0)
        await services.reload(traffic.environment_id)
    } catch (error) {
      // One environment that cannot be read must not hide the attacks on others.
      log.write(2, 'attacks.not-checked', { name: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

/** Returns the environments and kinds of events with attempts in the window, or with an attack that goes on. */
async function loadTraffic(db: Db, now: Date): Promise<CheckedTraffic[]> {
  const { rows } = await sql<CheckedTraffic>`
    select e.id as environment_id, e.tenant_id, t.event_type
    from environment e, unnest(${[...attackedTypes]}::text[]) as t (event_type)
    where e.status = 'Active' and (exists (select 1 from event v where v.environment_id = e.id
        and v.at >= ${new Date(now.getTime() - windowMs)}::timestamptz and v.at <= ${now}::timestamptz and v.event_type = t.event_type)
      or exists (select 1 from attack a where a.environment_id = e.id and a.event_type = t.event_type and a.ended_at is null))
    order by e.id, t.event_type`.execute(db)
  return rows
}

/** Returns what announces new attacks after the commit, and whether an attack has further keys. */
async function checkTraffic(
  services: AttackServices,
  traffic: CheckedTraffic,
  now: Date,
): Promise<{ publish: (() => void)[]; grown: boolean }> {
  const { db } = services.ports
  const { environment_id: environmentId, event_type: eventType } = traffic
  const from = new Date(now.getTime() - windowMs)
  const attempts = await loadAttempts(db, { environmentId, eventType, from, to: now })
  const groups = findAttacks(attempts)
  return db.transaction().execute(async trx => {
    // One check of an environment at a time, whichever process does it: two would store one attack twice.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`attacks:${environmentId}`}, 0))`.execute(trx)
    const since = new Date(now.getTime() - attackLimits.resumeHours * hourMs)
    const stored = await loadContinuable(trx, { environmentId, eventType, since })
    const publish: (() => void)[] = []
    const continued = new Map<string, AttackKey[]>()
    for (const group of groups) {
      const same = sameAttack(group, stored)
      if (same !== undefined) {
        continued.set(same.id, [...(continued.get(same.id) ?? []), ...group.keys])
        continue
      }
      const attack = await openAttack(trx, services, traffic, group, now)
      publish.push(await announce(trx, services, traffic, attack))
    }
    let grown = false
    for (const attack of stored) {
      const keys = mergeKeys(attack.keys, continued.get(attack.id) ?? [])
      grown ||= keys.length > attack.keys.length
      if (attack.ended_at === null || continued.has(attack.id)) await advanceAttack(trx, attack, keys, attempts, now)
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

const mergeKeys = (keys: readonly AttackKey[], more: readonly AttackKey[]): AttackKey[] => [
  ...new Map([...keys, ...more].map(key => [keyText(key), key])).values(),
]

async function openAttack(
  trx: Db,
  { ports }: AttackServices,
  { environment_id: environmentId, event_type: eventType }: CheckedTraffic,
  { keys, attempts }: AttackGroup,
  now: Date,
): Promise<StoredAttack> {
  const attack: StoredAttack = {
    id: ports.newId(),
    environment_id: environmentId,
    event_type: eventType,
    found_at: now,
    attempts: 0,
    failed: 0,
    accounts: 0,
    fallen: 0,
    keys,
    ended_at: null,
    ...(await describe(trx, environmentId, eventType, attempts)),
    ...spanOf(attempts, now),
  }
  await writeAttack(trx, attack)
  await writeAttempts(trx, attack, attempts)
  await countAttempts(trx, attack.id)
  return attack
}

/** Adds the attempts of the window to an attack; it ends when the last one is long ago. */
async function advanceAttack(
  trx: Db,
  attack: StoredAttack,
  keys: readonly AttackKey[],
  window: readonly Attempt[],
  now: Date,
): Promise<void> {
  const own = attemptsWith(window, keys)
    // What happened with a device long before belongs to no attack.
    .filter(({ at }) => at >= attack.started_at.getTime() - attackLimits.quietMinutes * minuteMs)
    .sort((a, b) => a.at - b.at)
  const last = Math.max(attack.last_at.getTime(), own.at(-1)?.at ?? 0)
  const ended = now.getTime() - last >= attackLimits.quietMinutes * minuteMs
  const advanced = {
    ...attack,
    keys,
    started_at: new Date(Math.min(attack.started_at.getTime(), own[0]?.at ?? Number.POSITIVE_INFINITY)),
    last_at: new Date(last),
    ended_at: ended ? new Date(last) : null,
  }
  await writeAttack(trx, advanced)
  if (!(await writeAttempts(trx, attack, own))) return
  const all = await loadAttackAttempts(trx, attack.id)
  await writeAttack(trx, { ...advanced, ...(await describe(trx, attack.environment_id, attack.event_type, all)) })
  await countAttempts(trx, attack.id)
}

async function describe(
  trx: Db,
  environmentId: string,
  eventType: string,
  attempts: readonly Attempt[],
): Promise<Pick<StoredAttack, 'kind' | 'fingerprint'>> {
  const first = new Date(attempts[0]?.at ?? 0)
  const agents = await loadAgents(trx, environmentId, attempts)
  const existing = eventType === 'purchase' ? 1 : await loadExistingShare(trx, environmentId, attempts, first)
  return { kind: kindOf(eventType, existing), fingerprint: describeAttack(attempts, agents) }
}

const spanOf = (attempts: readonly Attempt[], now: Date): Pick<StoredAttack, 'started_at' | 'last_at'> => ({
  started_at: new Date(attempts[0]?.at ?? now.getTime()),
  last_at: new Date(attempts.at(-1)?.at ?? now.getTime()),
})

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
