import { type FieldErrors, type FieldPath, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { z } from 'zod'
import { type FormErrors, type FormMessage, toFieldError } from './form-errors.ts'

/**
 * Ids of messages for the issues of a schema at a field. `required`: the value is missing; `tooLong`: `Common.TooLong`
 * by default; `tooMany`: of a list; `invalid`: any other issue. Without a message the issue is left to the service. A
 * message receives the maximum as `limit`.
 */
type FieldMessages = string | { invalid?: string; required?: string; tooLong?: string; tooMany?: string }
type IssueKind = 'required' | 'tooLong' | 'tooMany' | 'invalid'

/** By the path of the field in the body; `*` matches any place in a list, such as `tiles.*.title`. */
export type MessagesByField = Readonly<Record<string, FieldMessages>>

type SchemaIssue = z.core.$ZodIssue

function kindOf(issue: SchemaIssue): IssueKind {
  if (issue.code === 'too_small' && (issue.origin === 'string' || issue.origin === 'array')) return 'required'
  if (issue.code === 'invalid_type') return 'required'
  if (issue.code !== 'too_big') return 'invalid'
  return issue.origin === 'string' ? 'tooLong' : issue.origin === 'array' ? 'tooMany' : 'invalid'
}

/** The message for an issue of a schema; null when it has none. The English text of zod is never shown. */
function messageOfIssue(issue: SchemaIssue, messages: FieldMessages): FormMessage | null {
  const id = typeof messages === 'string' ? messages : idOf(kindOf(issue), messages)
  if (id === undefined) return null
  return issue.code === 'too_big' ? { id, values: { limit: Number(issue.maximum) } } : { id }
}

function idOf(kind: IssueKind, messages: Exclude<FieldMessages, string>): string | undefined {
  return messages[kind] ?? (kind === 'tooLong' ? 'Common.TooLong' : messages.invalid)
}

/** The nearest field at or above a path of an issue, such as `tags` for `tags.3`. */
function fieldAt(path: readonly PropertyKey[], messages: MessagesByField): [field: string, FieldMessages] | null {
  for (let length = path.length; length > 0; length--) {
    const field = path.slice(0, length)
    const found = messages[field.map(step => (typeof step === 'number' ? '*' : String(step))).join('.')]
    if (found !== undefined) return [field.map(String).join('.'), found]
  }
  return null
}

/** One error per field, the first that the schema finds. What belongs to no field is left to the service. */
function errorsOfIssues(issues: readonly SchemaIssue[], messages: MessagesByField): Record<string, FormMessage> {
  const errors: Record<string, FormMessage> = {}
  for (const issue of issues) {
    const [field, found] = fieldAt(issue.path, messages) ?? []
    const message = field === undefined || found === undefined ? null : messageOfIssue(issue, found)
    if (field !== undefined && message !== null) errors[field] ??= message
  }
  return errors
}

interface ContractRules<Values extends FieldValues, Schema extends z.ZodType, Body extends z.input<Schema>> {
  schema: Schema
  /** What is sent; its fields are called as those of the form. */
  toBody: (values: Values) => Body
  messages: MessagesByField
  /**
   * What no schema can validate, such as a name that another resource has. These issues precede those of the schema.
   */
  rules?: ((values: Values) => FormErrors<Values>) | undefined
}

/** What is wrong with the values of a form, by field. */
export function validateValues<Values extends FieldValues, Schema extends z.ZodType, Body extends z.input<Schema>>(
  values: Values,
  { schema, toBody, messages, rules }: ContractRules<Values, Schema, Body>,
): FormErrors<Values> {
  const parsed = schema.safeParse(toBody(values))
  const found = parsed.success ? {} : errorsOfIssues(parsed.error.issues, messages)
  return { ...(found as FormErrors<Values>), ...rules?.(values) }
}

/**
 * Validates a form by the schema that the service validates by, so that limits stand in the contract alone. A valid
 * form becomes its body.
 */
export function contractResolver<Values extends FieldValues, Schema extends z.ZodType, Body extends z.input<Schema>>(
  contract: ContractRules<Values, Schema, Body>,
): Resolver<Values, unknown, Body> {
  return values => {
    const found = Object.entries<FormMessage | undefined>(validateValues(values, contract))
    if (found.length === 0) return { values: contract.toBody(values), errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [field, message] of found)
      if (message && get(errors, field) === undefined) set(errors, field as FieldPath<Values>, toFieldError(message))
    return { values: {}, errors }
  }
}
