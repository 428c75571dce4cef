/**
 * Commands of an installed Assay, which needs no npm: `assay start`, `assay setup --tenant ...`. Each is the command of
 * the same name in a checkout (`npm run setup`), in this process, so that signals reach it.
 */
import path from 'node:path'

const commands = {
  start: 'risk-service/main.ts',
  setup: 'scripts/installation/setup.ts',
  backup: 'scripts/installation/backup.ts',
  restore: 'scripts/installation/restore.ts',
  'api-client': 'risk-service/tools/api-clients/cli.ts',
  config: 'risk-service/tools/config/cli.ts',
  import: 'risk-service/tools/import/cli.ts',
  audit: 'risk-service/tools/audit/cli.ts',
  subject: 'risk-service/tools/subject/cli.ts',
  'secret-key': 'risk-service/tools/secret-key/cli.ts',
}

const [name = 'start', ...rest] = process.argv.slice(2)
const module = Object.hasOwn(commands, name) ? commands[name] : undefined
if (module === undefined) {
  console.error(`Unknown command ${name}. Commands: ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}
const file = path.resolve(import.meta.dirname, '..', module)
process.argv.splice(1, process.argv.length, file, ...rest)
await import(file)
