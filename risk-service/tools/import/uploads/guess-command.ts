import { parseArgs } from 'node:util'
import { guessMapping } from '../../../upload-files/guess/guess-mapping.ts'
import { fileOptions, issueLine, openUpload, readEntity, readHeadOptions, UsageError } from './open-upload.ts'

export const guessUsage =
  'npm run --silent import -- guess FILE --entity ENTITY [--delimiter comma|semicolon|tab] [--no-header]'

/** Prints the guessed mapping of a file as JSON `{attribute: column}`. Returns the exit code. */
export async function runGuess(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: fileOptions })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new UsageError('Name one file, or - for standard input.')
  const entity = readEntity(values.entity)
  const opened = await openUpload(file, readHeadOptions(values))
  if (Array.isArray(opened)) {
    for (const issue of opened) console.error(issueLine(issue))
    return 1
  }
  console.log(JSON.stringify(guessMapping(entity, opened.head.columns, opened.head.rows), null, 2))
  return 0
}
