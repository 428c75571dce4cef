import type { FieldFault } from '../types/inputs-and-results.ts'
import type { NormaliseIssue } from './normalise.ts'
import type { Validator } from './validate.ts'

/**
 * Returns the messages about a normalised body, the field that the first one names, and the messages for the log; no
 * messages: it is valid.
 */
export function validateBody(
  { validate }: { validate: Validator },
  value: Record<string, unknown>,
  issues: readonly NormaliseIssue[],
): { messages: string[]; fault?: FieldFault; logged?: string[] } {
  let found: { fault: FieldFault; logged: string[] } | undefined
  const messages = validate(value, issues, (fault, logged) => {
    found = { fault, logged }
  })
  return { messages, ...found }
}
