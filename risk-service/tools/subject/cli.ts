/**
 * Receipts of data subject requests.
 *   npm run --silent subject -- verify RECEIPT [--key KEYS.json] [--value-file FILE]
 * Verifies what a deletion removed, without a service, also years later. With the value of the person in a file it
 * proves that the receipt is about that person. Exit code 0: verified; 1: not verified; 2: wrong use, or a file that
 * cannot be read.
 */
import { runVerify } from './verify-command.ts'

process.exitCode = await runVerify(process.argv.slice(2), {
  print: line => process.stdout.write(`${line}\n`),
  printError: line => process.stderr.write(`${line}\n`),
})
