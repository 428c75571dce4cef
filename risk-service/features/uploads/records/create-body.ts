import type { UploadEntityName, UploadFormat } from '../../../contract/index.ts'
import { memoise } from '../../../engine/lib/memoise.ts'
import type { RowBytes } from '../../../upload-files/cells/row-bytes.ts'
import type { UploadColumn } from '../../../upload-files/entities/entities.ts'
import { compileReadCell, type ReadCell } from '../../../upload-files/values/cell-values.ts'
import type { ColumnOf } from '../files/mapping.ts'
import { pathOfAttribute } from './attribute-paths.ts'

export type Body = Record<string, unknown>
/** Creates the body of a row of a file. */
export type CreateBody = (cells: RowBytes) => Body

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
}

/** Compiles the rows of a file into bodies as the risk API has them, not yet normalised. */
export function compileBody({ entity, attributes, columns, columnOf, formats }: BodyOptions): CreateBody {
  // Objects in one cell first: cells of their own add to them.
  const ordered = [...attributes].sort((one, other) => Number(other.type === 'json') - Number(one.type === 'json'))
  const parentsOf = memoise((path: string): readonly string[] => (path === '' ? [] : path.split('.')))
  const fields = ordered.flatMap((attribute): Field[] => {
    const index = columns.indexOf(columnOf[attribute.name] ?? '')
    const path = pathOfAttribute(entity, attribute.name)
    const name = path?.at(-1)
    if (index < 0 || path === null || name === undefined) return []
    const read = isObjectText(entity, attribute.name)
      ? parseObject
      : compileReadCell(attribute, formats[attribute.name])
    return [{ index, read, parents: parentsOf(path.slice(0, -1).join('.')), name }]
  })
  return cells => {
    const body: Body = {}
    // Fields of one object mostly follow one another.
    let parents: readonly string[] | null = null
    let target: Body | null = null
    for (const field of fields) {
      if (cells.starts[field.index] === cells.ends[field.index]) continue
      const value = field.read(cells.text(field.index))
      if (value === undefined) continue
      if (field.parents !== parents) {
        parents = field.parents
        target = parents.length === 0 ? body : parentOf(body, parents)
      }
      if (target === null) continue
      target[field.name] = value
      // It may have taken the place of the parent of others.
      if (typeof value === 'object') parents = null
    }
    return body
  }
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
function parentOf(body: Body, parents: readonly string[]): Body | null {
  let at: Body = body
  for (let index = 0; index < parents.length; index++) {
    const name = parents[index] ?? ''
    const isList = parents[index + 1] === '0'
    const next = (at[name] ??= isList ? [] : {})
    if (typeof next !== 'object' || next === null) return null
    at = next as Body
  }
  return at
}
