/**
 * Applications that call the risk API: who they are and how they prove it.
 *   npm run --silent api-client -- list | add | rotate | revoke   (without a command it says which options each has)
 * On the store of ASSAY_DATA_DIR or DATABASE_URL, whether a service runs on it or not; the next token request sees the
 * change. Exit code 1: something was refused; 2: the command was not understood.
 */
import { userInfo } from 'node:os'
import { readSettings } from '../settings.ts'
import { openBeside, StartError } from '../store/index.ts'
import { newId } from '../store/new-id.ts'
import { carryOut } from './commands.ts'
import { readOrder, UsageError } from './options.ts'
import { ClientRefused } from './registry.ts'

/** Changes by this command have a name and no account. */
const nobody = '00000000-0000-0000-0000-000000000000'

try {
  const order = readOrder(process.argv.slice(2))
  const settings = readSettings(process.env)
  const store = await openBeside(settings, { write: () => undefined })
  try {
    const actorIn = (tenantId: string) => ({
      principal: {
        tenantId,
        id: nobody,
        name: `npm run api-client (${userInfo().username})`,
        username: '',
        wids: [],
        assignments: [],
      },
      roles: [],
      correlationId: newId(),
    })
    console.log((await carryOut({ db: store.db, clock: () => new Date(), newId, actorIn }, settings, order)).join('\n'))
  } finally {
    await store.close()
  }
} catch (error) {
  console.error(
    error instanceof ClientRefused
      ? `--${error.option}: ${error.message}`
      : error instanceof UsageError || error instanceof StartError
        ? error.message
        : error,
  )
  process.exitCode = error instanceof UsageError ? 2 : 1
}
