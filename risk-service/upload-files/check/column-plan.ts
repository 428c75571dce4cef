import type { ByteTest } from '../cells/byte-cells.ts'
import type { UploadColumn } from '../entities/entities.ts'
import type { FileCheckOptions } from './check-options.ts'
import { type CellCheck, compileCell } from './compile-cell.ts'
import type { FormatScan } from './format-scan.ts'

/** An attribute with its compiled check. */
export interface Attribute {
  definition: UploadColumn
  check: CellCheck | null
  isGood: ByteTest | null
  scan: FormatScan | null
  /** Whether an empty cell is refused. */
  isRequired: boolean
}

/** A column of the file. */
export interface ColumnPlan {
  name: string
  attributes: Attribute[]
  isRequired: boolean
  filled: number
  sensitive: number
  firstSensitive: number
}

/** Compiles the check of a column of the file. */
export function createPlan(name: string, { entity, mapping, formats, now }: FileCheckOptions): ColumnPlan {
  const attributes = entity.columns
    .filter(column => mapping[column.name] === name)
    .map(column => limitKey(column, entity.key))
    .map(definition => ({
      definition,
      ...compileCell(definition, formats?.[definition.name], now),
      isRequired: refusesEmpty(definition, entity.key),
    }))
  return {
    name,
    attributes,
    isRequired: attributes.some(({ isRequired }) => isRequired),
    filled: 0,
    sensitive: 0,
    firstSensitive: 0,
  }
}

/** Longest text of a key, as the risk API has it. */
const maxKeyLength = 128
const limitKey = (column: UploadColumn, key: readonly string[]): UploadColumn =>
  column.type === 'string' && column.maxLength === undefined && key.includes(column.name)
    ? { ...column, maxLength: maxKeyLength }
    : column

/** Texts that only the earlier release required may be empty, but not in a key. */
const refusesEmpty = ({ name, type, requirement }: UploadColumn, key: readonly string[]): boolean =>
  requirement !== undefined && (requirement !== 'earlier release' || type !== 'string' || key.includes(name))
