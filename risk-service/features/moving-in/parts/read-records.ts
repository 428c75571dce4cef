import { z } from 'zod'
import type { MovedObject, MoveNote } from '../../../contract/moving-in/moving-in.ts'
import type { MovedKind } from '../../../contract/moving-in/moving-in-definitions.ts'
import { createMoved, createNote, placeOfFile } from '../model/moved-objects.ts'
import { schemaNotes } from '../model/schema-notes.ts'
import { readJson } from './read-json.ts'

/** A record of a file with several, such as `users.json`. */
interface FoundRecord<Value> {
  /** The place of its object. */
  place: Pick<MovedObject, 'key' | 'kind' | 'name' | 'area'>
  value: Value
}

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
  const failFile = (...notes: MoveNote[]) => ({
    records: [],
    failed: [createMoved(placeOfFile(path), { notes })],
  })
  const read = readJson(text)
  if ('note' in read) return failFile(read.note)
  const rows = z.array(z.unknown()).max(5000).safeParse(read.value)
  if (!rows.success) return failFile(...schemaNotes(rows.error, read.value))
  const folder = path.replace(/\.json$/, '')
  const records = new Map<string, FoundRecord<Value>>()
  const failed: MovedObject[] = []
  const fail = (index: number, ...notes: MoveNote[]): void =>
    void failed.push(
      createMoved({ key: `${folder}/${index + 1}`, kind, name: `${path} ${index + 1}`, area: '' }, { notes }),
    )
  for (const [index, row] of rows.data.entries()) {
    const record = schema.safeParse(row)
    if (!record.success) {
      fail(index, ...schemaNotes(record.error, row))
      continue
    }
    const name = nameOf(record.data)
    const key = `${folder}/${name}`
    if (records.has(key.toLowerCase())) fail(index, createNote('repeated', { name }))
    else records.set(key.toLowerCase(), { place: { key, kind, name, area: '' }, value: record.data })
  }
  return { records: [...records.values()], failed }
}
