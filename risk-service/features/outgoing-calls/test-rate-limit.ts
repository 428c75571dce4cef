import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import { createSlidingWindowLimiter, type SlidingWindowLimiter } from '../../kernel/limits/sliding-window-limiter.ts'

/** The limiter of tests of calls and of lists in databases: one for each console API. */
export const createTestLimiter = (): SlidingWindowLimiter => createSlidingWindowLimiter({ limit: 30, windowMs: 60_000 })

/**
 * Tests of calls and of lists in databases go out in the name of the product: a person makes so many a minute. @throws
 * ConflictError
 */
export function assertTestRate({
  testLimiter,
  principal,
  ports,
}: Pick<ConsoleContext, 'testLimiter'> & {
  principal: Pick<ConsoleContext['principal'], 'id'>
  ports: Pick<ConsoleContext['ports'], 'clock'>
}): void {
  if (!testLimiter.acquire(principal.id, ports.clock()))
    throw new ConflictError('Too many tests in a minute. Wait a moment.', {
      reason: 'externalCalls.tooManyTests',
      limit: testLimiter.limit,
    })
}
