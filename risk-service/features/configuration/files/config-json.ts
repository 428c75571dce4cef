import type { z } from 'zod'
import type { ConfigFileIssue } from '../model.ts'
import { createFileIssue } from './file-fault.ts'
import { positionAt, positionOfMember } from './json-position.ts'
import { issueText, ownFaultOf, schemaFaultOf } from './schema-fault.ts'

const issueOf = (file: string, message: string): ConfigFileIssue => ({
  file,
  line: 0,
  column: 0,
  severity: 'error',
  code: 'CFG001',
  message,
})

/** Returns what a schema finds in a value of a file; `text` gives each its position. */
export const schemaIssues = (file: string, error: z.ZodError, value: unknown, text?: string): ConfigFileIssue[] =>
  error.issues.map(issue => {
    const position = text === undefined ? {} : positionOfMember(text, issue.path)
    const own = ownFaultOf(issue)
    if (own !== null)
      return createFileIssue(file, own.fault, own.params, { ...position, field: issue.path.map(String).join('.') })
    const found = schemaFaultOf(issue, value)
    return {
      ...issueOf(file, issueText(issue)),
      ...position,
      ...(found === null ? {} : { params: { fault: 'schema', ...found } }),
    }
  })

/** Parses a JSON file; issues have the position of the member. */
export function parseConfigJson<T>(
  file: string,
  text: string,
  schema: z.ZodType<T>,
  problems: ConfigFileIssue[],
): T | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const at = /at position (\d+)/.exec(message)?.[1]
    problems.push({
      ...issueOf(file, `This is not JSON: ${message}`),
      ...(at === undefined ? {} : positionAt(text, Number(at))),
      params: { fault: 'json' },
    })
    return null
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  problems.push(...schemaIssues(file, parsed.error, value, text))
  return null
}
