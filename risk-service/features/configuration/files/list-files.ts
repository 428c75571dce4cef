import { type ListFileSummary, readListFile } from '../../../contract/lists/list-file.ts'
import { listNameSchema } from '../../../contract/lists/list-inputs.ts'
import type { ConfigDatabaseList, ConfigFileIssue, EnvironmentConfig } from '../model.ts'
import { schemaIssues } from './config-json.ts'
import { checkNoSecret } from './secret-check.ts'

/* Files of lists: custom lists as CSV, database lists as JSON. */

/** Adds a database list to the configuration. */
export function readSourceList(
  file: string,
  text: string,
  list: ConfigDatabaseList,
  config: EnvironmentConfig,
  problems: ConfigFileIssue[],
): void {
  config.sourceLists.push({ ...list, name: parseListName(file, list.name, problems) })
  checkNoSecret(file, text, ['connection', 'secret'], list.connection.secret, problems)
}

/** Parses the name of a list in the spelling that the console stores. */
export function parseListName(file: string, name: string, problems: ConfigFileIssue[]): string {
  const read = listNameSchema.safeParse(name)
  if (!read.success)
    for (const issue of schemaIssues(file, read.error, name))
      problems.push({ ...issue, message: `No list can have this name: ${issue.message}` })
  return read.data ?? name
}

/** Adds the faults of the file of a custom list to the problems. */
export function checkCustomList(file: string, text: string, problems: ConfigFileIssue[]): void {
  for (const { row, code, message, params } of readListFileFacts(text, file).problems)
    problems.push({ file, line: row ?? 0, column: 0, severity: 'error', code, message, params })
}

/** Returns columns and faults of the file of a custom list. */
export function readListFileFacts(text: string, file: string): ListFileSummary {
  const reading = readListFile(new TextEncoder().encode(text), file)
  let step = reading.next()
  while (!step.done) step = reading.next()
  return step.value
}
