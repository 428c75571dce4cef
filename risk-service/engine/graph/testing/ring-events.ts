import type { RingEntity, RingEvent } from '../rings/types.ts'

const hour = 3_600_000
let made = 0

/** Returns a transaction of a user with the values of its strong entities, hours after the first one. */
export function ringEvent(
  user: string | null,
  values: Partial<Record<RingEntity['type'], string>>,
  { bad = false, hours = 0, signIn = false }: { bad?: boolean; hours?: number; signIn?: boolean } = {},
): RingEvent {
  made += 1
  return {
    eventId: `e-${made}`,
    at: Date.UTC(2025, 10, 1) + hours * hour,
    user,
    entities: Object.entries(values).map(([type, value]) => ({ type: type as RingEntity['type'], value })),
    signIn,
    bad,
    amountUsd: 1000,
  }
}
