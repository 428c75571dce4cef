import type { EventSchema } from './event-schema.ts'

/** A line of a printed schema, with those around it. */
export interface SchemaLine {
  /** From 1. */
  line: number
  text: string
  /** Number of the first line of the excerpt. */
  first: number
  excerpt: string[]
}

/** Lines before and after the one that is meant. */
const around = 3

/** Returns the line of a schema, printed as JSON, whose rule refused a field; null: the schema has no such field. */
export function schemaLineOf(schema: EventSchema, { field, rule }: { field: string; rule: string }): SchemaLine | null {
  const pointers = pointersOf(schema, field, rule)
  if (pointers === null) return null
  const lines: string[] = []
  const positions = new Map<string, number>()
  print(schema, '', '', '', { lines, positions })
  const index = pointers.map(pointer => positions.get(pointer)).find(position => position !== undefined)
  if (index === undefined) return null
  const first = Math.max(0, index - around)
  return {
    line: index + 1,
    text: (lines[index] ?? '').trim(),
    first: first + 1,
    excerpt: lines.slice(first, index + around + 1),
  }
}

/** Returns the JSON pointers of a rule, the most precise first; null for a field that the schema does not have. */
function pointersOf(schema: EventSchema, field: string, rule: string): string[] | null {
  const steps = field === '' ? [] : field.replaceAll('[]', '.[]').split('.')
  const name = rule === 'required' ? steps.pop() : undefined
  let at: unknown = schema
  let pointer = ''
  for (const step of steps) {
    if (step === '*') break
    const below = step === '[]' ? ['items'] : ['properties', step]
    for (const part of below)
      at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined
    if (at === undefined) return null
    pointer += below.map(part => `/${part}`).join('')
    const reference = (at as EventSchema).$ref
    if (reference === undefined) continue
    const definition = reference.split('/').at(-1) ?? ''
    at = schema.$defs?.[definition]
    pointer = `/$defs/${definition}`
  }
  const { required = [], anyOf } = at as EventSchema
  if (name !== undefined) {
    const position = required.indexOf(name)
    return [
      ...(position === -1 ? [] : [`${pointer}/required/${position}`]),
      ...(anyOf === undefined ? [] : [`${pointer}/anyOf`]),
      `${pointer}/properties/${name}`,
      pointer,
    ]
  }
  return [`${pointer}/${rule}`, pointer]
}

interface Print {
  lines: string[]
  positions: Map<string, number>
}

/** Prints a value as `JSON.stringify` with two spaces does, and remembers the lines of what it contains. */
function print(value: unknown, pointer: string, label: string, indent: string, out: Print, end = ''): void {
  out.positions.set(pointer, out.lines.length)
  const entries = Array.isArray(value)
    ? value.map((each, index): [string, unknown, string] => [String(index), each, ''])
    : typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, each]): [string, unknown, string] => [key, each, `${JSON.stringify(key)}: `])
      : null
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries === null || entries.length === 0) {
    out.lines.push(`${indent}${label}${entries === null ? JSON.stringify(value) : open + close}${end}`)
    return
  }
  out.lines.push(`${indent}${label}${open}`)
  for (const [index, [key, each, inner]] of entries.entries())
    print(each, `${pointer}/${key}`, inner, `${indent}  `, out, index === entries.length - 1 ? '' : ',')
  out.lines.push(`${indent}${close}${end}`)
}
