import { expect, it } from 'vitest'
import { sessionLifetime } from './lifetimes.ts'

const hour = 3600
it.each([
  ['not signed in yet', undefined, 8],
  ['just signed in', 0, 8],
  ['used on the sixth day', 6 * 24, 8],
  ['used in the last hours of a week', 7 * 24 - 3, 3],
])('a session that is %s ends by itself', (_what, usedAfter, left) => {
  const signedInAt = 1_700_000_000
  const now = signedInAt + (usedAfter ?? 0) * hour
  expect(sessionLifetime(usedAfter === undefined ? undefined : signedInAt, now)).toBe(left * hour)
})
it('a session does not go on after a week', () => {
  expect(sessionLifetime(0, 8 * 24 * hour)).toBe(1)
})
