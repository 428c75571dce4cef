import { type SearchColumn, searchColumns } from '../../contract/index.ts'
import { minorDigits } from '../../engine/enrich/exchange-rates.ts'
import type { Attribute } from '../../engine/ingest/attributes.ts'
import { isObject, type Json } from '../../engine/lib/json.ts'
import { sqlColumns } from '../../kernel/store/events/event-row.ts'
import type { CatalogueField, FieldCatalogue } from './fields/field-types.ts'
import type { PageRow } from './store.ts'

/** An event with the documents around it, as an export reads them. */
export interface ExportedEvent {
  row: PageRow
  environmentName: string
  request: Json
  answer: unknown
  /** Bodies of the most recent related events and label, by the prefix of their fields. */
  latest: Readonly<Record<string, unknown>>
}

/** A value of a cell; a text is escaped where a spreadsheet would run it. */
export type Cell = string | number | boolean | null

export interface ExportColumn {
  name: string
  read: (event: ExportedEvent) => Cell
}

const times: ReadonlySet<SearchColumn> = new Set(['at', 'merchantAt'])

/** ISO 8601 in UTC; what is no time stays as it is. */
function isoTime(value: unknown): Cell {
  const time = value instanceof Date ? value : new Date(String(value))
  return Number.isNaN(time.getTime()) ? String(value) : time.toISOString()
}

const majorUnits = (minor: unknown, digits: number): number => Number(minor) / 10 ** digits

/** Returns a column of the search: amounts in their major unit. */
export function rowColumn(column: SearchColumn, name: string): ExportColumn {
  return {
    name,
    read: ({ row }) => {
      const value = row[sqlColumns[column]]
      if (value === null) return null
      if (column === 'amountUsd') return majorUnits(value, 2)
      if (column === 'amount') return majorUnits(value, minorDigits(String(row.currency ?? '')) ?? 2)
      if (times.has(column)) return isoTime(value)
      return value instanceof Date ? value.toISOString() : value
    },
  }
}

/** Returns a column of all values of a field: several are a JSON list in one cell. */
export function fieldColumn({ id, type }: CatalogueField, name: string): ExportColumn {
  return {
    name,
    read: ({ row }) => {
      const values = row.field_values[id] ?? []
      return values.length > 1 ? JSON.stringify(values) : cellOf(values[0], type === 'time')
    },
  }
}

/** Lists and blocks are JSON in one cell. */
function cellOf(value: unknown, isTime: boolean): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'object') return JSON.stringify(value)
  if (isTime) return isoTime(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value as string)
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}

/** Attributes of the request that stand in no list; a list is one column, and so is a block without attributes. */
function requestColumns(attributes: readonly Attribute[]): ExportColumn[] {
  const lists = attributes.filter(({ type }) => type === 'array').map(({ path }) => `${path}.`)
  const blocks = new Set(attributes.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('.')))))
  return attributes
    .filter(({ path, type }) => !lists.some(list => path.startsWith(list)) && (type !== 'object' || !blocks.has(path)))
    .map(({ path, type }) => {
      const names = path.split('.')
      return {
        name: `request.${path}`,
        read: ({ request }) => cellOf(valueAt(request, names), type === 'date-time'),
      }
    })
}

const isLatest = ({ source }: CatalogueField): boolean => source.kind === 'latestEvent' || source.kind === 'latestLabel'

function latestColumn({ id, type, source }: CatalogueField): ExportColumn {
  const prefix = id.slice(0, id.indexOf('.'))
  const names = 'path' in source ? (source.path?.split('.') ?? []) : []
  return { name: id, read: ({ latest }) => cellOf(valueAt(latest[prefix], names), type === 'time') }
}

/** Returns every column of an event: its row, environment, request, response, and the most recent related events. */
export function allColumns(catalogue: FieldCatalogue): ExportColumn[] {
  return [
    ...searchColumns.map(column => rowColumn(column, column)),
    { name: 'environmentId', read: ({ row }) => String(row.environment_id) },
    { name: 'environmentName', read: ({ environmentName }) => environmentName },
    ...requestColumns(catalogue.attributes),
    { name: 'response', read: ({ answer }) => cellOf(answer, false) },
    ...catalogue.fields.filter(isLatest).map(latestColumn),
  ]
}
