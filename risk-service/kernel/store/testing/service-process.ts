/**
 * A small service for the kill tests: opens the store of a folder and writes numbered rows, one commit each. Prints the
 * database's process id, then every number after its commit was acknowledged.
 */

import { findPostmaster } from '../embedded/postmaster.ts'
import { openStore } from '../store.ts'

const dataDir = process.argv[2] ?? ''
const store = await openStore(
  { dataDir, databaseUrl: null, retention: { eventMonths: 1, logMonths: 1, telemetryDays: 1 } },
  { write: () => undefined },
)
const writer = await store.writer()
await writer.query('truncate telemetry')
process.stdout.write(`server ${(await findPostmaster(`${dataDir}/pg`))?.pid ?? 0}\n`)
for (let number = 1; ; number++) {
  await writer.query(`insert into telemetry (kind, name, body) values ('kill', $1, '{}')`, [String(number)])
  process.stdout.write(`${number}\n`)
}
