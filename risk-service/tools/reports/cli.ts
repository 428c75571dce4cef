/**
 * Runs the calculations of reports over worked examples.
 *   npm run --silent report -- cases FILE.json
 * Prints what was expected and what was computed; exits with 1 when they differ, with 2 when the file cannot be read.
 */
import { readFileSync } from 'node:fs'
import { runCommand } from './commands.ts'

process.exitCode = runCommand(process.argv.slice(2), {
  read: file => readFileSync(file, 'utf8'),
  print: line => process.stdout.write(`${line}\n`),
  printError: line => process.stderr.write(`${line}\n`),
})
