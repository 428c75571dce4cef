/**
 * Applications that call the risk API: their identity and their credentials.
 *   npm run --silent api-client -- list | add | rotate | revoke   (without a command it prints the options of each)
 * On the store of ASSAY_DATA_DIR or DATABASE_URL, whether a service runs on it or not; the change is in effect at the
 * next token request. Exit code 1: refused; 2: the command was not understood.
 */
import { userInfo } from 'node:os'
import { ClientError } from '../../features/applications/registrar.ts'
import { readSettings } from '../../kernel/settings/settings.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { openSharedStore, StartError } from '../../kernel/store/store.ts'
import { runClientCommand } from './commands.ts'
import { parseCommand, UsageError } from './options.ts'

/** Actor of changes by this command, which have a name and no account. */
const nilUserId = '00000000-0000-0000-0000-000000000000'

try {
  const order = parseCommand(process.argv.slice(2))
  const settings = readSettings(process.env)
  const store = await openSharedStore(settings, { write: () => undefined })
  try {
    const actorIn = (tenantId: string) => ({
      principal: {
        tenantId,
        id: nilUserId,
        name: `npm run api-client (${userInfo().username})`,
        username: '',
        wids: [],
        assignments: [],
      },
      roles: [],
      correlationId: newId(),
    })
    console.log(
      (await runClientCommand({ db: store.db, clock: () => new Date(), newId, actorIn }, settings, order)).join('\n'),
    )
  } finally {
    await store.close()
  }
} catch (error) {
  console.error(
    error instanceof ClientError
      ? `--${error.option}: ${error.message}`
      : error instanceof UsageError || error instanceof StartError
        ? error.message
        : error,
  )
  process.exitCode = error instanceof UsageError ? 2 : 1
}
