import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { isDate, isIsoTime } from '../../contract/common/iso-time.ts'
import type { EventSchema } from './event-schema.ts'
import { firstFault, type ReportFault, schemaFieldOf } from './field-fault.ts'
import type { NormaliseIssue } from './normalise.ts'

/** The beginning of every message about a body. */
export const validationPrefix = 'Input validation failed - '
/** Maximum of faults in one answer. */
const maxReported = 50

/** Messages in the order the API reports them, empty when the value is valid; `report` receives the first fault. */
export type Validator = (
  value: Record<string, unknown>,
  found?: readonly NormaliseIssue[],
  report?: ReportFault,
) => string[]

/**
 * Compiles a schema into a validator with the messages of the risk API: missing properties first, then the other faults
 * in document order. `found` are faults of the normaliser.
 */
export function compileValidator(schema: EventSchema): Validator {
  // `x-format` describes the purpose of a text; other values are accepted unchanged.
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: true, verbose: true, addUsedSchema: false })
  ajv.addFormat('date-time', (text: string) => isIsoTime(text))
  ajv.addFormat('date', isDate)
  const check = ajv.compile(schema)
  return (value, found = [], report) => {
    if (check(value) && found.length === 0) return []
    const missing = new Map<string, string[]>()
    const wrong = new Map<string, { order: number[]; reason: string; rule: string }>()
    for (const problem of found) wrong.set(problem.path, { order: [-1], reason: problem.message, rule: 'size' })
    for (const error of check.errors ?? []) {
      // Its alternatives have reported what is missing.
      if (error.keyword === 'anyOf') continue
      const { path, order } = locateValue(error.instancePath, value)
      if (error.keyword === 'required') {
        const property = String((error.params as { missingProperty: string }).missingProperty)
        missing.set(path, [...(missing.get(path) ?? []), property])
      } else if (!wrong.has(path)) wrong.set(path, { order, reason: reasonOf(error), rule: error.keyword })
    }
    const ordered = [...wrong].sort(([, a], [, b]) => compareOrder(a.order, b.order))
    return createMessages(schema, missing, ordered, report)
  }
}

/** Returns the messages about faults, and reports the one that the first message names. */
export function createMessages(
  schema: EventSchema,
  missing: ReadonlyMap<string, readonly string[]>,
  wrong: readonly (readonly [path: string, { reason: string; rule: string }])[],
  report: ReportFault | undefined,
): string[] {
  const reasons = wrong.map(([path, { reason }]) => [path, reason] as const)
  if (report !== undefined) {
    const fault = firstFault(
      schema,
      missing,
      wrong.map(([path, { rule }]) => [path, rule]),
    )
    if (fault !== null)
      report(
        fault,
        formatIssues(missing, reasons, path => schemaFieldOf(path, schema) || path),
      )
  }
  return formatIssues(missing, reasons)
}

/**
 * Returns the messages of a body: missing properties by level, then the other faults by path, both in the given order.
 */
function formatIssues(
  missing: ReadonlyMap<string, readonly string[]>,
  wrong: readonly (readonly [path: string, reason: string])[],
  shown: (path: string) => string = path => path,
): string[] {
  const messages = [...missing].map(
    ([path, names]) => `Required properties ${names.join(', ')} are not present at level ${shown(path)}`,
  )
  messages.push(...wrong.map(([path, reason]) => `Invalid value at ${shown(path)}: ${reason}`))
  return messages.slice(0, maxReported).map(message => validationPrefix + message)
}

/** Converts `/a/0/b` to `a[0].b`, with the position of every step in the document. */
function locateValue(pointer: string, root: unknown): { path: string; order: number[] } {
  if (pointer === '') return { path: '(root)', order: [] }
  let path = ''
  let at: unknown = root
  const order: number[] = []
  for (const step of pointer
    .slice(1)
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (Array.isArray(at)) {
      path += `[${step}]`
      order.push(Number(step))
      at = at[Number(step)]
    } else {
      path += path === '' ? step : `.${step}`
      const holder = (typeof at === 'object' && at !== null ? at : {}) as Record<string, unknown>
      order.push(Object.keys(holder).indexOf(step))
      at = holder[step]
    }
  }
  return { path, order }
}

function compareOrder(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function reasonOf(error: ErrorObject): string {
  const parameters = error.params as {
    type?: string | string[]
    allowedValues?: string[]
    limit?: number
    format?: string
  }
  switch (error.keyword) {
    case 'type':
      return `expected ${[parameters.type ?? ''].flat().join(', ')}`
    case 'format':
      return `expected ${parameters.format ?? ''}`
    case 'enum':
      return `'${quoteValue(error.data)}' is not one of ${(parameters.allowedValues ?? []).join(', ')}`
    case 'maxLength':
      return `longer than ${parameters.limit ?? 0} characters`
    case 'minLength':
      return 'expected a text that is not empty'
    case 'maxProperties':
      return `more than ${parameters.limit ?? 0} properties`
    default:
      return error.message ?? 'not valid'
  }
}

/** Returns the sent value, short enough for a message. */
export function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
