/** Command line of the query language: check, eval, cases, fmt and fuzz. `npm run --silent fql` prints its use. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { run } from './cli/commands.ts'

/** Says what is not there in words instead of a system's code. */
function bytesOf(file: string): Buffer {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`There is no file ${file}.`)
  if (found.isDirectory())
    throw new Error(`${file} is a folder. Name its files, or check it with: npm run --silent config -- check ${file}`)
  return readFileSync(file)
}

/** A byte order mark is no part of a text; letters of another encoding would be lost when the text is written back. */
function read(file: string): string {
  const bytes = bytesOf(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${file} is not text in UTF-8.`)
  }
}

process.exitCode = await run(process.argv.slice(2), {
  read,
  write: (file, text) => writeFileSync(file, text),
  print: line => process.stdout.write(`${line}\n`),
  fail: line => process.stderr.write(`${line}\n`),
})
