import { Conflict } from '../session/refusals.ts'

const perMinute = 30
const windowMs = 60_000
const asked = new Map<string, number[]>()

/**
 * Tests of calls and of lists in databases go out in the name of the product: a person makes so many a minute. @throws
 * Conflict
 */
export function requirePace(personId: string, now: Date): void {
  const at = now.getTime()
  const recent = (asked.get(personId) ?? []).filter(each => each > at - windowMs)
  if (recent.length >= perMinute)
    throw new Conflict('Too many tests in a minute. Wait a moment.', {
      reason: 'externalCalls.tooManyTests',
      limit: perMinute,
    })
  if (asked.size > 1000) for (const [key, times] of asked) if ((times.at(-1) ?? 0) <= at - windowMs) asked.delete(key)
  asked.set(personId, [...recent, at])
}
