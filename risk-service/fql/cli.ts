/** Command line of the query language: check, eval, cases, fmt and fuzz. `npm run --silent fql` prints its use. */
import { readFileSync, writeFileSync } from 'node:fs'
import { run } from './cli/commands.ts'

process.exitCode = await run(process.argv.slice(2), {
  // A byte order mark is no part of a text.
  read: (file) => readFileSync(file, 'utf8').replace(/^\uFEFF/, ''),
  write: (file, text) => writeFileSync(file, text),
  print: (line) => process.stdout.write(`${line}\n`),
  fail: (line) => process.stderr.write(`${line}\n`),
})
