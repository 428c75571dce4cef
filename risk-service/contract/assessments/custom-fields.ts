import { isIsoTime } from '../common/iso-time.ts'

/** Types of custom fields. */
export const customFieldTypes = [
  'String',
  'Integer',
  'Double',
  'Boolean',
  'DateTime',
  'Array',
  'Object',
  'Email',
  'IPAddress',
] as const
export type CustomFieldType = (typeof customFieldTypes)[number]

/** A field of the tenant's own, below `custom`. */
export interface CustomField {
  /** Its key in the body. */
  name: string
  friendlyName?: string
  type: CustomFieldType
  /** A value for examples, of its type; an object has the samples of its fields. */
  sample?: unknown
  required?: boolean
  searchable?: boolean
  /** Of an object. */
  fields?: readonly CustomField[]
}

/** The stored form of a schema: the sections of standard fields, and the tenant's own fields. */
export interface AssessmentSchema {
  sections: readonly string[]
  custom: readonly CustomField[]
}

export const schemaLimits = { fields: 200, depth: 5, name: 64, friendlyName: 200, sample: 2000 } as const
/** Names of custom fields. */
export const fieldNamePattern = /^[a-z_]\w{0,63}$/i

const email = /^[^\s@]+@[^\s@]+$/
const ipV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/

/** Whether a text is an IP address of version 4 or 6. */
export function isIpAddress(text: string): boolean {
  if (ipV4.test(text)) return !text.endsWith('.')
  if (!text.includes(':') || !/^[\da-f:.]+$/i.test(text)) return false
  try {
    return new URL(`http://[${text}]/`).hostname !== ''
  } catch {
    return false
  }
}

/** Whether a value can be one of a field of this type. */
export function isValueOfType(type: CustomFieldType, value: unknown): boolean {
  switch (type) {
    case 'Integer':
      return Number.isSafeInteger(value)
    case 'Double':
      return typeof value === 'number' && Number.isFinite(value)
    case 'Boolean':
      return typeof value === 'boolean'
    case 'DateTime':
      return typeof value === 'string' && isIsoTime(value)
    case 'Array':
      return Array.isArray(value)
    case 'Object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'Email':
      return typeof value === 'string' && email.test(value)
    case 'IPAddress':
      return typeof value === 'string' && isIpAddress(value)
    default:
      return typeof value === 'string'
  }
}

/** Returns the narrowest type of a value: an ISO time, an address and an email are more than a text. */
export function typeOfValue(value: unknown): CustomFieldType {
  if (Array.isArray(value)) return 'Array'
  if (typeof value === 'object' && value !== null) return 'Object'
  if (typeof value === 'boolean') return 'Boolean'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'Integer' : 'Double'
  const narrow = (['DateTime', 'IPAddress', 'Email'] as const).find(type => isValueOfType(type, value))
  return narrow ?? 'String'
}

export const countFields = (fields: readonly CustomField[]): number =>
  fields.reduce((sum, field) => sum + 1 + countFields(field.fields ?? []), 0)

export type SchemaIssueCode = 'name' | 'nameTaken' | 'type' | 'friendlyName' | 'sample' | 'depth' | 'count' | 'inner'
/** What is wrong with a custom field, at its path of names; an empty path: with all of them. */
export interface SchemaIssue {
  path: readonly string[]
  code: SchemaIssueCode
}

/** Returns what is wrong with custom fields: names, types, sample values, and their number and depth. */
export function findSchemaIssues(custom: readonly CustomField[]): SchemaIssue[] {
  const issues: SchemaIssue[] = []
  if (countFields(custom) > schemaLimits.fields) issues.push({ path: [], code: 'count' })
  visit(custom, [])
  return issues

  function visit(fields: readonly CustomField[], parent: readonly string[]): void {
    const names = new Set<string>()
    for (const field of fields) {
      const path = [...parent, field.name]
      const report = (code: SchemaIssueCode) => issues.push({ path, code })
      if (!fieldNamePattern.test(field.name)) report('name')
      else if (names.has(field.name)) report('nameTaken')
      names.add(field.name)
      if (path.length > schemaLimits.depth) report('depth')
      if (!customFieldTypes.includes(field.type)) report('type')
      else if (!isSampleValid(field)) report('sample')
      if ((field.friendlyName ?? '').length > schemaLimits.friendlyName) report('friendlyName')
      if (field.fields !== undefined && field.fields.length > 0) {
        if (field.type !== 'Object') report('inner')
        if (path.length < schemaLimits.depth + 1) visit(field.fields, path)
      }
    }
  }
}

function isSampleValid({ type, sample }: CustomField): boolean {
  if (sample === undefined) return true
  // The sample of an object is that of its fields.
  if (type === 'Object') return false
  return isValueOfType(type, sample) && JSON.stringify(sample).length <= schemaLimits.sample
}
