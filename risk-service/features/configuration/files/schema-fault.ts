import type { z } from 'zod'
import { type FileFaultCode, type FileFaultParams, fileFaultOf } from '../../../contract/common/file-faults.ts'

/** What is wrong with a value of a file, as far as it can be said in every language. */
type SchemaFaultKind =
  | 'missing'
  | 'text'
  | 'number'
  | 'boolean'
  | 'list'
  | 'object'
  | 'short'
  | 'long'
  | 'few'
  | 'many'
  | 'small'
  | 'large'
  | 'choice'
  | 'unknown'
  | 'other'

/** `field`: the path of names, `_` for the whole; `names`: words of the file, or those that it may have. */
export type SchemaFault = Record<'field' | 'names' | 'detail', string> & { kind: SchemaFaultKind; limit: number }

const types: Readonly<Record<string, SchemaFaultKind>> = {
  string: 'text',
  number: 'number',
  int: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  record: 'object',
}

/**
 * Returns an issue of a schema in words of its own; `value` is what was validated. Null for a sentence of the schema
 * itself, which has no translation.
 */
export function schemaFaultOf(issue: z.core.$ZodIssue, value: unknown): SchemaFault | null {
  const kind = kindOf(issue, value)
  if (kind === null) return null
  return {
    kind,
    field: issue.path.length === 0 ? '_' : issue.path.map(String).join('.'),
    limit: limitOf(issue),
    names: namesOf(issue),
    detail: issueText(issue),
  }
}

/** Returns the fault that a check of the schema itself names; null: it names none. */
export function ownFaultOf(issue: z.core.$ZodIssue): { fault: FileFaultCode; params: FileFaultParams } | null {
  if (issue.code !== 'custom') return null
  const fault = fileFaultOf(issue.params)
  const params = Object.entries(issue.params ?? {}).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )
  return fault === null ? null : { fault, params: Object.fromEntries(params) }
}

/** An issue in one English sentence, with its field. */
export const issueText = ({ path, message }: Pick<z.core.$ZodIssue, 'path' | 'message'>): string =>
  [...(path.length === 0 ? [] : [path.map(String).join('.')]), message].join(': ')

function kindOf(issue: z.core.$ZodIssue, value: unknown): SchemaFaultKind | null {
  // Its sentence is one of its own.
  if (issue.code === 'custom') return null
  if (valueAt(value, issue.path) === undefined) return 'missing'
  if (issue.code === 'invalid_type') return types[issue.expected] ?? 'other'
  if (issue.code === 'unrecognized_keys') return 'unknown'
  if (issue.code === 'invalid_value') return 'choice'
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return 'other'
  const isSmall = issue.code === 'too_small'
  if (issue.origin === 'string') return isSmall ? 'short' : 'long'
  if (issue.origin === 'array' || issue.origin === 'set') return isSmall ? 'few' : 'many'
  return isSmall ? 'small' : 'large'
}

function limitOf(issue: z.core.$ZodIssue): number {
  if (issue.code === 'too_small') return Number(issue.minimum)
  return issue.code === 'too_big' ? Number(issue.maximum) : 0
}

function namesOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.join(', ')
  return issue.code === 'invalid_value' ? issue.values.map(String).join(', ') : ''
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined
    at = (at as Record<PropertyKey, unknown>)[step]
  }
  return at
}
