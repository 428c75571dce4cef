/**
 * The assistant from outside the console.
 *   npm run --silent assistant -- cases FILE.json
 *   npm run --silent assistant -- train FOLDER… --out FILE.json
 * `cases` judges the questions of a file; its last line says how many passed. `train` writes the weights by which
 * questions are recognised, from files of questions. Exit code 0: all passed; 1: some failed; 2: wrong use, or a file
 * that cannot be read.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './commands.ts'

process.exitCode = runCommand(process.argv.slice(2), {
  read: file => readFileSync(file, 'utf8'),
  list: folder =>
    readdirSync(folder)
      .filter(name => name.endsWith('.json'))
      .toSorted()
      .map(name => path.join(folder, name)),
  write: (file, text) => writeFileSync(file, text),
  print: line => void process.stdout.write(`${line}\n`),
  printError: line => void process.stderr.write(`${line}\n`),
})
