import { isDate, isIsoTime } from '../../contract/common/iso-time.ts'
import { type EventSchema, resolveReference } from './event-schema.ts'
import type { NormaliseIssue } from './normalise.ts'
import { createMessages, quoteValue, type Validator } from './validate.ts'

interface FoundIssues {
  missing: Map<string, string[]>
  wrong: Map<string, { message: string; rule: string }>
}
type Check = (value: unknown, path: string, found: FoundIssues) => void

/**
 * Returns the same validator as `compileValidator`, without generated code: for schemas that are created while the
 * service runs (assessments with fields of the tenant's own), and for events that are too rare to justify compilation.
 * Messages and their order are the same.
 */
export function compileInterpretedValidator(schema: EventSchema): Validator {
  const check = createCheck(schema, schema, new Map())
  return (value, problems: readonly NormaliseIssue[] = [], report) => {
    const found: FoundIssues = {
      missing: new Map(),
      wrong: new Map(problems.map(({ path, message }) => [path, { message, rule: 'size' }])),
    }
    check(value, '', found)
    const { missing, wrong } = found
    return createMessages(
      schema,
      missing,
      [...wrong].map(([path, { message, rule }]) => [path, { reason: message, rule }]),
      report,
    )
  }
}

function createCheck(raw: EventSchema, root: EventSchema, checks: Map<string, { check: Check }>): Check {
  const reference = raw.$ref
  if (reference === undefined) return plainCheck(raw, root, checks)
  const before = checks.get(reference)
  if (before !== undefined)
    return (value, path, found) => {
      before.check(value, path, found)
    }
  const holder: { check: Check } = { check: () => undefined }
  checks.set(reference, holder)
  holder.check = plainCheck(resolveReference(raw, root), root, checks)
  return holder.check
}

function plainCheck(schema: EventSchema, root: EventSchema, checks: Map<string, { check: Check }>): Check {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  const list = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  const inside = [objectCheck(schema, root, checks), arrayCheck(schema, root, checks), textCheck(schema)]
  return (value, path, found) => {
    if (types.length > 0 && !types.some(type => isOfType(value, type)))
      return addIssue(found, path, 'type', `expected ${types.join(', ')}`)
    if (list !== undefined && !list.includes(value as string))
      return addIssue(
        found,
        path,
        schema.enum === undefined ? 'const' : 'enum',
        `'${quoteValue(value)}' is not one of ${list.join(', ')}`,
      )
    for (const check of inside) check?.(value, path, found)
  }
}

function addIssue(found: FoundIssues, path: string, rule: string, message: string): void {
  const at = path === '' ? '(root)' : path
  if (!found.wrong.has(at)) found.wrong.set(at, { message, rule })
}

function objectCheck(schema: EventSchema, root: EventSchema, checks: Map<string, { check: Check }>): Check | null {
  const fields = new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, createCheck(property, root, checks)]),
  )
  const other =
    typeof schema.additionalProperties === 'object' ? createCheck(schema.additionalProperties, root, checks) : null
  const { required = [], maxProperties, anyOf } = schema
  if (
    fields.size === 0 &&
    other === null &&
    required.length === 0 &&
    maxProperties === undefined &&
    anyOf === undefined
  )
    return null
  return (value, path, found) => {
    if (!isObject(value)) return
    const missing = required.filter(name => value[name] === undefined)
    // Alternatives of the schemas concern which of several fields is present.
    if (anyOf !== undefined && !anyOf.some(one => (one.required ?? []).every(name => value[name] !== undefined))) {
      missing.push(...anyOf.flatMap(one => (one.required ?? []).filter(name => value[name] === undefined)))
    }
    if (missing.length > 0) found.missing.set(path === '' ? '(root)' : path, missing)
    if (maxProperties !== undefined && Object.keys(value).length > maxProperties)
      addIssue(found, path, 'maxProperties', `more than ${maxProperties} properties`)
    for (const [name, inner] of Object.entries(value))
      (fields.get(name) ?? other)?.(inner, path === '' ? name : `${path}.${name}`, found)
  }
}

function arrayCheck(schema: EventSchema, root: EventSchema, checks: Map<string, { check: Check }>): Check | null {
  if (schema.items === undefined) return null
  const item = createCheck(schema.items, root, checks)
  return (value, path, found) => {
    if (Array.isArray(value))
      value.forEach((element, index) => {
        item(element, `${path}[${index}]`, found)
      })
  }
}

function textCheck(schema: EventSchema): Check | null {
  const { minLength = 0, maxLength = Infinity, format } = schema
  if (minLength === 0 && maxLength === Infinity && format === undefined) return null
  return (value, path, found) => {
    if (typeof value !== 'string') return
    // Characters are code points; a text that is short enough in code units needs no count.
    if (value.length > maxLength && [...value].length > maxLength)
      addIssue(found, path, 'maxLength', `longer than ${maxLength} characters`)
    else if (value.length < minLength) addIssue(found, path, 'minLength', 'expected a text that is not empty')
    else if (format === 'date-time' && !isIsoTime(value)) addIssue(found, path, 'format', 'expected date-time')
    else if (format === 'date' && !isDate(value)) addIssue(found, path, 'format', 'expected date')
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}
