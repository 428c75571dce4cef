import { isObject, type Json } from '../../../engine/lib/json.ts'
import type { RowBytes } from '../../../upload-files/cells/row-bytes.ts'
import { CellCache } from './cell-cache.ts'
import type { Body, BodyOptions } from './create-body.ts'
import { JsonBytes, prefixOf } from './json-bytes.ts'
import { isFact, type PurchaseField, purchaseFields } from './purchase-fields.ts'

/** A purchase of a file as it is stored. */
export interface PurchaseRow {
  /** The normalised purchase in JSON. */
  request: Uint8Array
  /** Where its lists begin: they are behind all other fields. */
  listsAt: number
  /** The fields that enrichment reads. */
  facts: Body
}

interface Field extends PurchaseField {
  prefix: Uint8Array
  cache: CellCache<Uint8Array>
}
/** An object of a purchase. */
interface Part {
  name: string
  prefix: Uint8Array
  isList: boolean
  fields: Field[]
  parts: Part[]
  /** The column with the object as a whole: fields of other columns take the place of its own. */
  whole: Field | null
  wholes: CellCache<{ value: unknown }>
  /** Fields that were written for the current row. */
  written: Set<string>
  facts: Field[]
}

const none = new Uint8Array()
const listOpen = new TextEncoder().encode('[')
const listClose = 93
/** Memory of the requests of some hundred rows. */
const slabSize = 1 << 20

/** Compiles the rows of a file of purchases: most bytes of cells are copied into the request as they are. */
export function compilePurchase(options: Omit<BodyOptions, 'entity'>): (cells: RowBytes) => PurchaseRow {
  const root = partsOf(purchaseFields(options))
  const out = new JsonBytes()
  const size = sizeOf(root)
  /** Bytes for which there must be room behind a value that is longer than its cell. */
  let room = 0
  let slab = none
  let used = 0

  function writeValue(field: Field, cells: RowBytes): void {
    const { index, cache } = field
    const from = cells.starts[index] as number
    const to = cells.ends[index] as number
    const mark = cells.marks[index] as number
    const before = cache.find(cells.bytes, from, to, mark)
    if (before !== undefined) {
      out.ensure(before.length + room)
      out.put(before)
      return
    }
    const begin = out.length
    const value = field.read(cells.text(index))
    if (value !== undefined) {
      out.put(field.prefix)
      out.putText(JSON.stringify(value), room)
    }
    cache.add(cells.bytes, from, to, mark, out.bytes.slice(begin, out.length))
  }

  function copyValue({ kind, isMasked }: Field, cells: Uint8Array, from: number, to: number, mark: number): boolean {
    // Two quotation marks in a quoted cell are one.
    if ((mark & 1) !== 0) return false
    if (kind === 'text') {
      const first = cells[from] as number
      return !(isMasked && to - from >= 13 && first >= 50 && first <= 54) && out.copyText(cells, from, to)
    }
    if (mark !== 0) return false
    if (kind === 'number') return out.copyNumber(cells, from, to)
    return kind === 'time' ? out.copyTime(cells, from, to) : kind === 'boolean' && out.copyBoolean(cells, from, to)
  }

  function writeFields(part: Part, cells: RowBytes): void {
    const { fields, whole, written } = part
    const { bytes, starts, ends, marks } = cells
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] as Field
      const from = starts[field.index] as number
      const to = ends[field.index] as number
      if (from === to) continue
      const begin = out.length
      let isCopied = false
      if (field.kind !== 'other') {
        out.put(field.prefix)
        isCopied = copyValue(field, bytes, from, to, marks[field.index] as number)
        if (!isCopied) out.length = begin
      }
      if (!isCopied) writeValue(field, cells)
      if (whole !== null && out.length > begin) written.add(field.name)
    }
  }

  /** Writes an object behind its name; nothing where all of its columns are empty. */
  function writePart(part: Part, cells: RowBytes): boolean {
    const begin = out.length
    const whole = part.whole === null ? undefined : wholeOf(part.whole, part.wholes, cells)
    out.put(part.prefix)
    if (whole !== undefined && !isObject(whole)) {
      out.putText(JSON.stringify(whole), room)
      return true
    }
    if (part.isList) out.put(listOpen)
    const from = out.length
    part.written.clear()
    writeFields(part, cells)
    for (const each of part.parts) if (writePart(each, cells)) part.written.add(each.name)
    if (whole !== undefined) writeRest(whole, part.written)
    if (out.length === from && whole === undefined) {
      out.length = begin
      return false
    }
    out.closeObject(from)
    if (part.isList) out.bytes[out.length++] = listClose
    return true
  }

  function wholeOf({ index, read }: Field, wholes: CellCache<{ value: unknown }>, cells: RowBytes): unknown {
    const from = cells.starts[index] as number
    const to = cells.ends[index] as number
    if (from === to) return undefined
    const mark = cells.marks[index] as number
    let whole = wholes.find(cells.bytes, from, to, mark)
    if (whole === undefined) {
      whole = { value: read(cells.text(index)) }
      wholes.add(cells.bytes, from, to, mark, whole)
    }
    return whole.value
  }

  /** Writes the fields of an object of which no column of their own was written. */
  function writeRest(object: Json, written: ReadonlySet<string>): void {
    for (const [name, value] of Object.entries(object))
      if (value !== undefined && !written.has(name))
        out.putText(`,${JSON.stringify(name)}:${JSON.stringify(value)}`, room)
  }

  return cells => {
    out.length = 0
    const { starts, ends, count } = cells
    room = (ends[count - 1] as number) - (starts[0] as number) + size
    out.ensure(room)
    writeFields(root, cells)
    const facts = factsOf(root, cells)
    for (const part of root.parts)
      if (!part.isList && writePart(part, cells) && part.facts.length > 0) facts[part.name] = factsOf(part, cells)
    const listsAt = out.length
    for (const part of root.parts) if (part.isList && writePart(part, cells)) facts[part.name] = [factsOf(part, cells)]
    out.closeObject(0)
    if (used + out.length > slab.length) {
      slab = new Uint8Array(Math.max(slabSize, out.length))
      used = 0
    }
    const request = slab.subarray(used, used + out.length)
    request.set(out.bytes.subarray(0, out.length))
    used += out.length
    return { request, listsAt, facts }
  }
}

function factsOf({ facts }: Part, cells: RowBytes): Body {
  const body: Body = {}
  for (let at = 0; at < facts.length; at++) {
    const field = facts[at] as Field
    const { index, name } = field
    if (cells.starts[index] === cells.ends[index]) continue
    const text = cells.text(index)
    const value = cells.marks[index] === 0 && isNormal(field, text) ? text : field.read(text)
    if (value !== undefined) body[name] = value
  }
  return body
}

/** Whether a text in ASCII certainly is its own value: it is too short for a card number, and has no characters to replace. */
const isNormal = ({ kind, isMasked }: Field, text: string): boolean =>
  kind === 'text' && !(isMasked && text.length >= 13) && !text.includes('\u0000')

const createPart = (name: string): Part => ({
  name,
  prefix: prefixOf(name),
  isList: false,
  fields: [],
  parts: [],
  whole: null,
  wholes: new CellCache(),
  written: new Set(),
  facts: [],
})

/** Returns the objects of a purchase with their fields. */
function partsOf(fields: readonly PurchaseField[]): Part {
  const root = createPart('')
  for (const field of fields) {
    let part = root
    for (const name of field.parents) {
      if (name === '0') part.isList = true
      else {
        let next = part.parts.find(each => each.name === name)
        if (next === undefined) part.parts.push((next = createPart(name)))
        part = next
      }
    }
    const own = { ...field, prefix: prefixOf(field.name), cache: new CellCache<Uint8Array>() }
    part.fields.push(own)
    if (isFact(field)) part.facts.push(own)
  }
  joinWholes(root)
  return root
}

/** Gives each object that is in one column and has fields in others that column. */
function joinWholes(part: Part): void {
  for (const each of part.parts) {
    each.whole = part.fields.find(({ name, isObject: isWhole }) => isWhole && name === each.name) ?? null
    joinWholes(each)
  }
  const wholes = new Set(part.parts.map(({ whole }) => whole))
  part.fields = part.fields.filter(field => !wholes.has(field))
}

/** Bytes of all names with the marks around them, and of values that are longer than their cells. */
const sizeOf = ({ prefix, fields, parts }: Part): number =>
  prefix.length +
  8 +
  fields.reduce((sum, field) => sum + field.prefix.length + 8, 0) +
  parts.reduce((sum, part) => sum + sizeOf(part), 0)
