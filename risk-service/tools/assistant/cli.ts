/**
 * The assistant from outside the console.
 *   npm run --silent assistant -- cases FILE.json
 *   npm run --silent assistant -- train FOLDER… --out FILE.json
 * `cases` judges the questions of a file; its last line says how many passed. Rows with `cites` are asked as their role
 * in their environment, of a service in this process with sample data, and what the answers cite is judged too. `train` writes the weights by which
 * questions are recognised, from files of questions. Exit code 0: all passed; 1: some failed; 2: wrong use, or a file
 * that cannot be read.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './commands.ts'
import { openSampleAnswers } from './sample-answers.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  read: file => readFileSync(file, 'utf8'),
  list: folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.json'))
      .toSorted()
      .map(name => path.join(folder, name)),
  write: (file, text) => writeFileSync(file, text),
  print: line => void process.stdout.write(`${line}\n`),
  printError: line => void process.stderr.write(`${line}\n`),
  openAnswers: openSampleAnswers,
})
