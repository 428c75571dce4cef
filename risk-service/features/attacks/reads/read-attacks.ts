import { sql } from 'kysely'
import {
  type Attack,
  type AttackDetail,
  attackLimits,
  attackSteps,
  type FallenAccount,
} from '../../../contract/index.ts'
import { keysOf, keyText } from '../../../engine/attacks/attempt-keys.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { AttackCall } from '../store/attack-call.ts'
import { attackOf, attemptsOf, fallenOf, isFailed, loadAttacks, type StoredAttack } from '../store/attack-store.ts'
import { loadContained, loadContainments } from '../store/containments.ts'
import { requireAttack } from '../store/require-attack.ts'

/** Returns the latest attacks of the environment and those below it. */
export async function listAttacks({ db, scope, ports }: AttackCall): Promise<Attack[]> {
  const [attacks, contained] = await Promise.all([loadAttacks(db, scope), loadContained(db, scope, ports.clock())])
  return attacks.map(attack => attackOf(attack, contained.has(attack.id)))
}

/** Returns an attack with its fingerprint, its course, the accounts that fell, and what was done. */
export async function readAttack(call: AttackCall, attackId: string, signal?: AbortSignal): Promise<AttackDetail> {
  const { db } = call
  const attack = await requireAttack(db, { environmentId: call.environmentId, attackId })
  const [keys, timeline, fallenAccounts, checklist, containments] = await Promise.all([
    countKeys(db, attack, signal),
    readTimeline(db, attack, signal),
    loadFallen(db, attack, attackLimits.accounts, signal),
    readChecklist(db, attackId),
    loadContainments(db, attackId, call.ports.clock()),
  ])
  return {
    ...attackOf(
      attack,
      containments.some(({ active }) => active),
    ),
    fingerprint: attack.fingerprint,
    keys,
    timeline,
    fallenAccounts,
    checklist,
    containments,
  }
}

/** Returns the devices, addresses and networks of an attack with their attempts, the most used first. */
async function countKeys(db: Db, attack: StoredAttack, signal?: AbortSignal): Promise<AttackDetail['keys']> {
  const { rows } = await sql<{ device: string | null; ip: string | null; attempts: number; failed: number }>`
    select e.device_id as device, e.ip, count(*)::int as attempts, (count(*) filter (where ${isFailed}))::int as failed
    from ${attemptsOf(attack.id)} group by 1, 2`.execute(db, cancellable(signal))
  const counted = new Map(attack.keys.map(key => [keyText(key), { ...key, attempts: 0, failed: 0 }]))
  for (const row of rows)
    for (const key of keysOf(row)) {
      const own = counted.get(keyText(key))
      if (own === undefined) continue
      own.attempts += row.attempts
      own.failed += row.failed
    }
  return [...counted.values()].sort((a, b) => b.attempts - a.attempts || (a.value < b.value ? -1 : 1))
}

/** Lengths of steps, in milliseconds: the shortest with which an attack has few enough. */
const stepLengths = [60_000, 300_000, 900_000, 3_600_000, 21_600_000, 86_400_000]

/** Counts the attempts of an attack over time. */
async function readTimeline(
  db: Db,
  { id, started_at: start, last_at: last }: StoredAttack,
  signal?: AbortSignal,
): Promise<AttackDetail['timeline']> {
  const stepMs =
    stepLengths.find(length => (last.getTime() - start.getTime()) / length < attackLimits.steps - 1) ??
    Math.ceil((last.getTime() - start.getTime()) / attackLimits.steps)
  const first = Math.floor(start.getTime() / stepMs)
  const { rows } = await sql<{ step: number; failed: number; passed: number }>`
    select floor(extract(epoch from m.at) * 1000 / ${stepMs}::float8)::float8 as step, (count(*) filter (where ${isFailed}))::int as failed,
      (count(*) filter (where not ${isFailed}))::int as passed
    from attack_attempt m where m.attack_id = ${id}::uuid group by 1`.execute(db, cancellable(signal))
  const counted = new Map(rows.map(row => [row.step, row]))
  return {
    stepMs,
    steps: Array.from({ length: Math.floor(last.getTime() / stepMs) - first + 1 }, (_, index) => {
      const { failed = 0, passed = 0 } = counted.get(first + index) ?? {}
      return { at: new Date((first + index) * stepMs).toISOString(), failed, passed }
    }),
  }
}

interface FallenRow {
  environment_id: string
  event_type: string
  external_id: string
  user_id: string | null
  email: string | null
  last_four: string | null
  at: Date
  outcome: string
  account: string
  failed_before: number
}

/** Returns the accounts of an attack that fell, by the first attempt of each that got through, confirmed ones first. */
export async function loadFallen(
  db: Db,
  { id }: Pick<StoredAttack, 'id'>,
  limit: number,
  signal?: AbortSignal,
): Promise<FallenAccount[]> {
  const { rows } = await sql<FallenRow>`
    select distinct on (o.outcome <> 'succeeded', o.account) o.* from (${fallenOf(id)}) as o
    order by o.outcome <> 'succeeded', o.account, o.at`.execute(db, cancellable(signal))
  const accounts = new Map<string, FallenRow>()
  // Confirmed ones come first: an account whose sign-in was confirmed is not listed again for another one.
  for (const row of rows) if (!accounts.has(row.account)) accounts.set(row.account, row)
  return [...accounts.values()]
    .sort(
      (a, b) =>
        Number(b.outcome === 'succeeded') - Number(a.outcome === 'succeeded') || a.at.getTime() - b.at.getTime(),
    )
    .slice(0, limit)
    .map(row => ({
      environmentId: row.environment_id,
      eventType: row.event_type,
      externalId: row.external_id,
      userId: row.user_id,
      email: row.email,
      lastFour: row.last_four,
      at: row.at.toISOString(),
      confirmed: row.outcome === 'succeeded',
      failedBefore: row.failed_before,
    }))
}

/** Returns the steps of the checklist with who did them. */
export async function readChecklist(db: Db, attackId: string): Promise<AttackDetail['checklist']> {
  const rows = await db.selectFrom('attack_step').selectAll().where('attack_id', '=', attackId).execute()
  const done = new Map(rows.map(row => [row.step, { by: row.done_by_name, at: row.done_at.toISOString() }]))
  return attackSteps.map(step => ({ step, done: done.get(step) ?? null }))
}
