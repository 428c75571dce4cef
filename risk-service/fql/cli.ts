/** Command line of the query language: check, eval, cases, fmt and fuzz. `npm run --silent fql` prints its use. */
import { readFileSync, writeFileSync } from 'node:fs'
import { run } from './cli/commands.ts'

/** A byte order mark is no part of a text; letters of another encoding would be lost when the text is written back. */
function read(file: string): string {
  const bytes = readFileSync(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${file} is not text in UTF-8.`)
  }
}

process.exitCode = await run(process.argv.slice(2), {
  read,
  write: (file, text) => writeFileSync(file, text),
  print: (line) => process.stdout.write(`${line}\n`),
  fail: (line) => process.stderr.write(`${line}\n`),
})
