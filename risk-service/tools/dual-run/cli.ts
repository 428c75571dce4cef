/**
 * Decides events of another installation again and compares the decisions.
 *   npm run --silent dual-run -- FILE --environment PATH [--assessment NAME] [--word WORD=DECISION] [--out report.json]
 *   npm run --silent dual-run -- verify FILE [--key-id ID]
 * FILE has the events with the answers of the former system: messages of event tracing, a search export, or a log of the
 * API; NDJSON, JSON or CSV, packed with gzip or not. Prints the summary; progress goes to standard error. Exit code 0:
 * all events were compared and no decision differs; 1: some differ or were not compared; 2: wrong use, or a file that
 * cannot be read. Two runs over the same file and rules print the same.
 */
import { runDualCommand } from './dual-run-command.ts'

process.exitCode = await runDualCommand(process.argv.slice(2), {
  print: line => process.stdout.write(`${line}\n`),
  printError: line => process.stderr.write(`${line}\n`),
})
