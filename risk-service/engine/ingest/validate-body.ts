import type { FieldFault } from '../types/inputs-and-results.ts'
import type { NormaliseIssue } from './normalise.ts'
import type { Validator } from './validate.ts'

/** Returns the messages about a normalised body, and the field that the first one names; no messages: it is valid. */
export function validateBody(
  { validate }: { validate: Validator },
  value: Record<string, unknown>,
  issues: readonly NormaliseIssue[],
): { messages: string[]; fault?: FieldFault } {
  let fault: FieldFault | undefined
  const messages = validate(value, issues, first => {
    fault = first
  })
  return fault === undefined ? { messages } : { messages, fault }
}
