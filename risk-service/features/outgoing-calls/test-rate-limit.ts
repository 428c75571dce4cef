import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { MonotonicClock } from '../../kernel/limits/monotonic-clock.ts'
import { createSlidingWindowLimiter, type SlidingWindowLimiter } from '../../kernel/limits/sliding-window-limiter.ts'

/** Creates the limiter of tests of calls and of database lists: one for each console API. */
export const createTestLimiter = (now?: MonotonicClock): SlidingWindowLimiter =>
  createSlidingWindowLimiter({ limit: 30, windowMs: 60_000, ...(now ? { now } : {}) })

/**
 * Limits the tests of calls and of database lists per user and minute, because they are sent in the name of the
 * product. @throws ConflictError
 */
export function assertTestRate({
  testLimiter,
  principal,
}: Pick<ConsoleContext, 'testLimiter'> & { principal: Pick<ConsoleContext['principal'], 'id'> }): void {
  if (!testLimiter.acquire(principal.id))
    throw new ConflictError('Too many tests in a minute. Wait a moment.', {
      reason: 'externalCalls.tooManyTests',
      limit: testLimiter.limit,
    })
}
