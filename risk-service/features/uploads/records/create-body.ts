import type { UploadEntityName, UploadFormat } from '../../../contract/index.ts'
import type { FieldNormaliser } from '../../../engine/ingest/normalise.ts'
import { memoise } from '../../../engine/lib/memoise.ts'
import type { UploadColumn } from '../../../upload-files/entities/entities.ts'
import { compileReadCell, type ReadCell } from '../../../upload-files/values/cell-values.ts'
import type { ColumnOf } from '../files/mapping.ts'
import { pathOfAttribute } from './attribute-paths.ts'

export type Body = Record<string, unknown>
/** Creates the body of a row of a file. */
export type CreateBody = (cells: readonly string[]) => Body

interface Field {
  index: number
  read: ReadCell
  parents: readonly string[]
  name: string
}

export interface BodyOptions {
  entity: UploadEntityName
  attributes: readonly UploadColumn[]
  /** Columns of the file. */
  columns: readonly string[]
  columnOf: ColumnOf
  formats: Readonly<Record<string, UploadFormat>>
  /**
   * Normalises the fields; without it the body is normalised as a whole. Bodies of normalised fields have undefined ones,
   * too.
   */
  normaliserOf?: ((path: readonly string[]) => FieldNormaliser | null) | undefined
}

/** Compiles the rows of a file into bodies as the risk API has them. */
export function compileBody({ entity, attributes, columns, columnOf, formats, normaliserOf }: BodyOptions): CreateBody {
  const isNormalised = normaliserOf !== undefined
  const normalisedField = normaliserOf ?? (path => ({ path, normalise: (value: unknown) => value }))
  // Objects in one cell first: cells of their own add to them.
  const ordered = [...attributes].sort((one, other) => Number(other.type === 'json') - Number(one.type === 'json'))
  const parentsOf = memoise((path: string): readonly string[] => (path === '' ? [] : path.split('.')))
  const fields = ordered.flatMap((attribute): Field[] => {
    const index = columns.indexOf(columnOf[attribute.name] ?? '')
    const sent = pathOfAttribute(entity, attribute.name)
    const field = sent === null ? null : normalisedField(sent)
    const name = field?.path.at(-1)
    if (index < 0 || field === null || name === undefined) return []
    const read = isObjectText(entity, attribute.name)
      ? parseObject
      : compileReadCell(attribute, formats[attribute.name])
    const value: ReadCell = cell => field.normalise(read(cell))
    return [{ index, read: value, parents: parentsOf(field.path.slice(0, -1).join('.')), name }]
  })
  const createEmpty = compileEmpty(isNormalised ? fields : [])
  return cells => {
    const body = createEmpty('')
    // Fields of one object mostly follow one another.
    let parents: readonly string[] | null = null
    let target: Body | null = null
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] as Field
      const cell = cells[field.index] ?? ''
      const value = cell === '' ? undefined : field.read(cell)
      if (value === undefined) continue
      if (field.parents !== parents) {
        parents = field.parents
        target = parents.length === 0 ? body : parentOf(body, parents, createEmpty)
      }
      if (target === null) continue
      target[field.name] = value
      // It may have taken the place of the parent of others.
      if (typeof value === 'object') parents = null
    }
    return body
  }
}

/**
 * Returns what makes the objects of a body by their paths, with all of their fields undefined: an object to which more
 * than a dozen names are added one by one becomes a hash table, which takes three times as long to fill and to write as
 * JSON.
 */
function compileEmpty(fields: readonly Field[]): (path: string) => Body {
  const namesOf = new Map<string, Set<string>>()
  const add = (path: readonly string[], name: string): void => {
    const key = path.join('.')
    namesOf.set(key, (namesOf.get(key) ?? new Set()).add(name))
    const last = path.at(-1)
    if (last !== undefined) add(path.slice(0, -1), last)
  }
  for (const { parents, name } of fields) add(parents, name)
  const empty = new Map<string, Body>()
  for (const [path, names] of namesOf) {
    // What is read from JSON is no hash table.
    const object = JSON.parse(JSON.stringify(Object.fromEntries([...names].map(name => [name, null])))) as Body
    for (const name of names) object[name] = undefined
    empty.set(path, object)
  }
  return path => ({ ...empty.get(path) })
}

/** Texts that contain an object or a list: columns of the earlier release. */
const isObjectText = (entity: UploadEntityName, attribute: string): boolean =>
  (entity === 'BankEvents' && attribute === 'ThreeDS') ||
  (entity === 'UpdateAccount' && ['AddressList', 'PaymentInstrumentList', 'DeviceContext'].includes(attribute))

/** Returns the value of a text that may be JSON; another one is no object, and is left out. */
function parseObject(cell: string): unknown {
  if (cell === '') return undefined
  try {
    const value: unknown = JSON.parse(cell)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the object of a path, made where it is missing; null where something else is there. `0` is the first of a list. */
function parentOf(body: Body, parents: readonly string[], createEmpty: (path: string) => Body): Body | null {
  let at: Body = body
  let path = ''
  for (let index = 0; index < parents.length; index++) {
    const name = parents[index] ?? ''
    path = path === '' ? name : `${path}.${name}`
    const isList = parents[index + 1] === '0'
    const next = (at[name] ??= isList ? ([] as unknown as Body) : createEmpty(path))
    if (typeof next !== 'object' || next === null) return null
    at = next as Body
  }
  return at
}
