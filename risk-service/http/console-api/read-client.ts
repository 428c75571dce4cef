import { createRouterClient } from '@orpc/server'
import { isReadProcedure } from '../../contract/procedure-effects.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import type { ReadClient } from '../../kernel/console-api/read-client.ts'
import { router } from './router.ts'

interface ReadClientDeps {
  /** Receives the error of every refused call. */
  onError: (error: unknown, context: ConsoleContext) => void
}

/** Opens the procedures of the console API that store nothing with the rights of a caller. */
export function createReadClient(context: ConsoleContext, { onError }: ReadClientDeps): ReadClient {
  return createRouterClient(router, {
    context,
    interceptors: [
      async ({ next, path }) => {
        if (!isReadProcedure(path)) throw new Error(`${path.join('.')} stores something.`)
        try {
          return await next()
        } catch (error) {
          onError(error, context)
          throw error
        }
      },
    ],
  }) as unknown as ReadClient
}
