/**
 * Sends the rows of a CSV file as purchases with labels to a running service.
 *   npm run import -- FILE --map ecommerce [--url http://localhost:4300] [--tenant ID] [--client ID] [--secret TEXT]
 *                     [--environment ID or path] [--limit N] [--restart]
 * Or stores a folder of retail transactions for the loss prevention report:
 *   npm run import -- FOLDER --map lossprevention [--environment ID or path]
 * After Ctrl+C or an interruption, the next start resumes at the same row. Exit code 0 when every row was stored, else
 * 1.
 *
 * Or sends the file of a data upload, checks it and stores its rows, as the page does; after Ctrl+C the same command goes
 * on. Prints the error file, with progress and a summary on standard error. `-` is standard input.
 *   npm run --silent import -- FILE --entity purchases [--with ENTITY=FILE]… [--environment ID or path] [--dry-run]
 *                              [--good-rows] [--again] [--mapping FILE] [--format ATTRIBUTE=FORMAT]
 *
 * Or works on such a file alone, without a store: prints the guessed mapping of its columns, or checks it and
 * prints its error file, with a summary on standard error. `-` is standard input.
 *   npm run --silent import -- guess FILE --entity purchases
 *   npm run --silent import -- check FILE --entity purchases [--mapping FILE] [--format ATTRIBUTE=FORMAT] [--parent FILE]
 */
import { runImport } from './import-command.ts'
import { checkUsage, runCheck } from './uploads/check-command.ts'
import { guessUsage, runGuess } from './uploads/guess-command.ts'
import { runUpload, uploadUsage } from './uploads/upload-command.ts'

const uploadCommands = new Map([
  ['guess', { run: runGuess, usage: guessUsage }],
  ['check', { run: runCheck, usage: checkUsage }],
])
const args = process.argv.slice(2)
const named = uploadCommands.get(args[0] ?? '')
const isUpload = args.some(arg => arg === '--entity' || arg.startsWith('--entity='))
const command = named ?? (isUpload ? { run: runUpload, usage: uploadUsage } : undefined)
if (command === undefined) await runImport(args)
else
  try {
    process.exitCode = await command.run(named === undefined ? args : args.slice(1))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nUsage: ${command.usage}`)
    process.exitCode = 2
  }
