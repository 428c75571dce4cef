/**
 * First tenant, first Product admin and root environment of an installation without demo data. Once.
 *   npm run setup -- --tenant NAME --tenant-id GUID --admin OBJECT_ID [--environment NAME [--geography us|ca|eu]]
 * Without an environment the first administrator makes it in the console.
 * With the embedded database: stop the service first, or run it before the first start.
 */
import { parseArgs } from 'node:util'
import { StartError } from '../../risk-service/kernel/errors/start-error.ts'
import { readSettings } from '../../risk-service/kernel/settings/settings.ts'
import { createInitialSetup, setupSchema } from '../../risk-service/kernel/store/initial-setup.ts'
import { openStore } from '../../risk-service/kernel/store/store.ts'

const usage =
  'Usage: npm run setup -- --tenant NAME --tenant-id GUID --admin OBJECT_ID [--environment NAME [--geography us|ca|eu]]'

function fail(...lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(1)
}

function options(): Record<string, unknown> {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ options: { tenant: text, 'tenant-id': text, admin: text, environment: text, geography: text } })
      .values
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), usage)
  }
}

const parsedOptions = setupSchema.safeParse(options())
if (!parsedOptions.success)
  fail(...parsedOptions.error.issues.map(issue => `--${String(issue.path[0])} ${issue.message}`), usage)
try {
  const store = await openStore(
    readSettings({ ...process.env, ASSAY_DEMO: '0' }),
    { write: () => undefined },
    { progress: line => console.log(line) },
  )
  try {
    await createInitialSetup(store.db, parsedOptions.data)
  } finally {
    await store.close()
  }
  const { tenant, environment, admin } = parsedOptions.data
  console.log(
    `Tenant ${tenant}${environment === undefined ? '' : ` with environment ${environment}`} is set up. Start with ASSAY_DEMO=0 npm start; ${admin} signs in as Product admin${environment === undefined ? ' and makes the first environment' : ''}.`,
  )
} catch (error) {
  fail(
    error instanceof StartError
      ? error.code === 'already-running'
        ? 'Stop the service, run the set-up, then start it again.'
        : error.message
      : String(error),
  )
}
