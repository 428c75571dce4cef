import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import { createSharedWindowLimiter, type SharedWindowLimiter } from '../../kernel/limits/shared-window-limiter.ts'
import type { Db } from '../../ports/database.ts'

/** Creates the limiter of tests of calls and of database lists, which all processes count together. */
export const createTestLimiter = (db: Db): SharedWindowLimiter =>
  createSharedWindowLimiter(db, { name: 'test', limit: 30, windowSeconds: 60 })

/**
 * Limits the tests of calls and of database lists per user and minute, because they are sent in the name of the
 * product. @throws ConflictError
 */
export async function assertTestRate({
  testLimiter,
  principal,
}: Pick<ConsoleContext, 'testLimiter'> & { principal: Pick<ConsoleContext['principal'], 'id'> }): Promise<void> {
  if (!(await testLimiter.acquire(principal.id)))
    throw new ConflictError('Too many tests in a minute. Wait a moment.', {
      reason: 'externalCalls.tooManyTests',
      limit: testLimiter.limit,
    })
}
