import { z } from 'zod'
import type { MovedObject } from '../../../contract/moving-in/moving-in.ts'
import type { MovedKind } from '../../../contract/moving-in/moving-in-definitions.ts'
import { createMoved, createNote, placeOfFile } from '../model/moved-objects.ts'

/** A record of a file with several, such as `users.json`. */
interface FoundRecord<Value> {
  /** The place of its object. */
  place: Pick<MovedObject, 'key' | 'kind' | 'name' | 'area'>
  value: Value
}

/** Returns the faults of a record by member, as one sentence. */
export const faultText = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => [...path.map(String), message].join(': ')).join(' ')

/**
 * Reads a file with an array of records. Records that are faulty, and the second of a name, are objects that have
 * failed.
 */
export function readRecords<Value>(
  path: string,
  text: string | undefined,
  { kind, schema, nameOf }: { kind: MovedKind; schema: z.ZodType<Value>; nameOf: (value: Value) => string },
): { records: FoundRecord<Value>[]; failed: MovedObject[] } {
  if (text === undefined) return { records: [], failed: [] }
  const failFile = (detail: string) => ({
    records: [],
    failed: [createMoved(placeOfFile(path), { notes: [createNote('unreadable', { detail })] })],
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return failFile(error instanceof Error ? error.message : String(error))
  }
  const rows = z.array(z.unknown()).max(5000).safeParse(value)
  if (!rows.success) return failFile(faultText(rows.error))
  const folder = path.replace(/\.json$/, '')
  const records = new Map<string, FoundRecord<Value>>()
  const failed: MovedObject[] = []
  const fail = (index: number, detail: string): void =>
    void failed.push(
      createMoved(
        { key: `${folder}/${index + 1}`, kind, name: `${path} ${index + 1}`, area: '' },
        { notes: [createNote('unreadable', { detail })] },
      ),
    )
  for (const [index, row] of rows.data.entries()) {
    const read = schema.safeParse(row)
    if (!read.success) {
      fail(index, faultText(read.error))
      continue
    }
    const name = nameOf(read.data)
    const key = `${folder}/${name}`
    if (records.has(key.toLowerCase())) fail(index, `There are two records named ${name}.`)
    else records.set(key.toLowerCase(), { place: { key, kind, name, area: '' }, value: read.data })
  }
  return { records: [...records.values()], failed }
}
