/**
 * The activity log from outside the console.
 *   npm run --silent audit -- verify FILE [--key KEYS.json ...]
 *   npm run --silent audit -- erase --environment ID or path --value-file FILE --reason TEXT
 * `verify` proves a file of the log without a service; its last line is the verdict, which names the first entry that
 * was changed or is missing. `erase` removes the content of entries that have a value, on the store of ASSAY_DATA_DIR or
 * DATABASE_URL. Exit code 0: proven, or erased; 1: not proven, or refused; 2: wrong use, or a file that cannot be read.
 */
import { parseArgs } from 'node:util'
import { readSettings } from '../../kernel/settings/settings.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { openSharedStore } from '../../kernel/store/store.ts'
import { runErase } from './erase-command.ts'
import { runVerify, usage } from './verify-command.ts'

const output = {
  print: (line: string) => void process.stdout.write(`${line}\n`),
  printError: (line: string) => void process.stderr.write(`${line}\n`),
}

async function erase(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { environment: { type: 'string' }, 'value-file': { type: 'string' }, reason: { type: 'string' } },
  })
  const { environment, 'value-file': file, reason } = values
  if (environment === undefined || file === undefined || !reason?.trim()) throw new TypeError(usage)
  const store = await openSharedStore(readSettings(process.env), { write: () => undefined })
  try {
    output.print(await runErase({ db: store.db, clock: () => new Date(), newId }, { environment, file, reason }))
    return 0
  } finally {
    await store.close()
  }
}

const [command, ...args] = process.argv.slice(2)
try {
  process.exitCode = command === 'erase' ? await erase(args) : await runVerify(process.argv.slice(2), output)
} catch (error) {
  output.printError(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof TypeError ? 2 : 1
}
