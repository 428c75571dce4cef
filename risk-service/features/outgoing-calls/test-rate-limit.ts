import { ConflictError } from '../../kernel/errors/errors.ts'

const perMinute = 30
const windowMs = 60_000
const testTimesByPerson = new Map<string, number[]>()

/**
 * Tests of calls and of lists in databases go out in the name of the product: a person makes so many a minute. @throws
 * ConflictError
 */
export function assertTestRate(personId: string, now: Date): void {
  const at = now.getTime()
  const recent = (testTimesByPerson.get(personId) ?? []).filter(each => each > at - windowMs)
  if (recent.length >= perMinute)
    throw new ConflictError('Too many tests in a minute. Wait a moment.', {
      reason: 'externalCalls.tooManyTests',
      limit: perMinute,
    })
  if (testTimesByPerson.size > 1000)
    for (const [key, times] of testTimesByPerson)
      if ((times.at(-1) ?? 0) <= at - windowMs) testTimesByPerson.delete(key)
  testTimesByPerson.set(personId, [...recent, at])
}
