import { type ContainmentAction, containedReason, type Decision } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import { keysOf, keyText } from './attempt-keys.ts'
import type { AttackKey } from './types.ts'

/** Attempts of an attack that are challenged or rejected for a time. */
interface Containment {
  eventType: string
  action: ContainmentAction
  until: Date
}
/** Containments by environment and key. An environment without any is absent: its decisions cost nothing more. */
export type ContainmentIndex = ReadonlyMap<string, ReadonlyMap<string, readonly Containment[]>>

/** Reads the containments of all environments that have not ended. */
export async function loadContainments(db: Db, now: Date): Promise<ContainmentIndex> {
  const rows = await db
    .selectFrom('attack_containment as c')
    .innerJoin('attack as a', 'a.id', 'c.attack_id')
    .select(['c.environment_id', 'c.action', 'c.key_types', 'c.until', 'a.event_type', 'a.keys'])
    .where('c.ended_at', 'is', null)
    .where('c.until', '>', now)
    .execute()
  const index = new Map<string, Map<string, Containment[]>>()
  for (const row of rows) {
    const ofEnvironment = index.get(row.environment_id) ?? new Map<string, Containment[]>()
    index.set(row.environment_id, ofEnvironment)
    const containment = { eventType: row.event_type, action: row.action, until: row.until }
    for (const key of row.keys as readonly AttackKey[])
      if (row.key_types.includes(key.type))
        ofEnvironment.set(keyText(key), [...(ofEnvironment.get(keyText(key)) ?? []), containment])
  }
  return index
}

/** Returns what the containments of an environment do with an event at a time, the strictest; null for nothing. */
export function findContainment(
  containments: ReadonlyMap<string, readonly Containment[]>,
  eventType: string,
  { deviceId, ip }: { deviceId: string | null; ip: string | null },
  at: Date,
): ContainmentAction | null {
  const found = keysOf({ device: deviceId, ip })
    .flatMap(key => containments.get(keyText(key)) ?? [])
    .filter(containment => containment.eventType === eventType && containment.until > at)
  if (found.length === 0) return null
  return found.some(({ action }) => action === 'reject') ? 'reject' : 'challenge'
}

interface Decided {
  decision: Decision
  reason: string
  supportMessage: string | null
  challengeType: string | null
  rule: unknown
  clause: string | null
}

/** Returns the result of the rules as a containment makes it: never milder than the rules decided. @param action null: nothing is contained */
export function contain<Result extends Decided>(result: Result, action: ContainmentAction | null): Result {
  const isStricter = action === 'reject' ? result.decision !== 'Reject' : result.decision === 'Approve'
  if (action === null || !isStricter) return result
  return {
    ...result,
    decision: action === 'reject' ? 'Reject' : 'Challenge',
    reason: containedReason,
    supportMessage: null,
    challengeType: null,
    rule: null,
    clause: null,
  }
}
