/** Command line of the query language: check, eval, cases, fmt and fuzz. `npm run --silent fql` prints its usage. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { runCommand } from './commands.ts'

/** Reports a missing file in words instead of a system's code. */
function readBytes(file: string): Buffer {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`There is no file ${file}.`)
  if (found.isDirectory())
    throw new Error(`${file} is a folder. Name its files, or check it with: npm run --silent config -- check ${file}`)
  return readFileSync(file)
}

/**
 * Removes a byte order mark, which is no part of a text, and refuses other encodings, whose letters would be lost when
 * the text is written back.
 */
function readText(file: string): string {
  const bytes = readBytes(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${file} is not text in UTF-8.`)
  }
}

process.exitCode = await runCommand(process.argv.slice(2), {
  read: readText,
  write: (file, text) => writeFileSync(file, text),
  print: line => process.stdout.write(`${line}\n`),
  printError: line => process.stderr.write(`${line}\n`),
})
