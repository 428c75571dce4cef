import { contrastLimits, type DerivedAttribute, derivedAttributes } from '../../contract/index.ts'
import { type ContrastTable, createContrastTable } from '../../engine/contrast/contrast-table.ts'
import type { ContrastAttribute, ContrastCell, ContrastSet } from '../../engine/contrast/types.ts'
import { sqlColumns } from '../../kernel/store/events/event-row.ts'
import { openBlocks } from '../search/fields/attribute-fields.ts'
import type { CatalogueField, FieldCatalogue } from '../search/fields/field-types.ts'
import type { ScannedEvent } from '../search/scan/scan-events.ts'
import { derivedValues } from './derived-values.ts'
import { createRequestReader } from './request-values.ts'

/** An attribute that is compared, with the field that a search finds it by; null for a derived one. */
interface Compared extends ContrastAttribute {
  field: CatalogueField | null
}

/** Events of both sets by their attributes. */
export interface EventTable {
  table: ContrastTable
  add: (set: ContrastSet, event: ScannedEvent) => void
  /** Returns the number of attributes of custom data that found no room. */
  countLeftOut: () => number
  /** Returns the field of an attribute; null for a derived one. */
  fieldOf: (attribute: string) => CatalogueField | null
}

/** Columns that belong to one event alone, or say when it was: hour and weekday are compared instead. */
const notCompared: ReadonlySet<string> = new Set(['externalId', 'at', 'merchantAt'])

/**
 * Creates a table of the attributes that a search finds events by: columns, attributes of requests, custom data, and
 * derived ones. Answers and related events are not compared: they follow from what is.
 * @param isCompared whether the values of a field may be compared
 */
export function createEventTable(
  catalogue: FieldCatalogue,
  isCompared: (field: CatalogueField) => boolean,
): EventTable {
  const compared = comparedFields(catalogue, isCompared)
  const table = createContrastTable(compared)
  const fields = new Map(compared.map(({ id, field }) => [id, field]))
  const leftOut = new Set<string>()
  const addOpen = createCustomAttributes(catalogue, table, fields, isCompared, leftOut)
  const request = createRequestReader(addOpen)
  /** The same array for each event: a new one of some hundred cells would be most of the work. */
  const cells: ContrastCell[] = []
  const rowReaders = compared.map(attribute => rowReaderOf(attribute))
  for (const [index, { field }] of compared.entries()) {
    const path = field && pathOf(field)
    if (path) request.addPath(path, index)
  }
  for (const block of openBlocks(catalogue.attributes)) request.openBlock(block)
  return {
    table,
    countLeftOut: () => leftOut.size,
    fieldOf: attribute => fields.get(attribute) ?? null,
    add(set, event) {
      for (let index = 0; index < table.attributes.length; index++) cells[index] = null
      request.read(event.request, cells)
      for (let index = 0; index < rowReaders.length; index++) {
        const read = rowReaders[index]
        if (read && cells[index] === null) cells[index] = read(event)
      }
      table.add(set, cells, event.label === null ? null : event.label === 'Fraud')
    },
  }
}

function comparedFields({ fields }: FieldCatalogue, isCompared: (field: CatalogueField) => boolean): Compared[] {
  const chosen = fields.filter(
    field =>
      (field.source.kind === 'column' || field.source.kind === 'request') &&
      field.type !== 'time' &&
      !notCompared.has(field.id) &&
      isCompared(field),
  )
  return [
    ...chosen.map((field): Compared => ({ id: field.id, kind: field.type === 'number' ? 'number' : 'text', field })),
    ...derivedAttributes.map((id): Compared => ({ id, kind: derivedValues[id].kind, field: null })),
  ]
}

/** The path of the request that has the values: of a column only where it has no more than the first of several. */
function pathOf({ source, many }: CatalogueField): string | null {
  if (source.kind === 'request') return source.path
  return source.kind === 'column' && many ? (source.path ?? null) : null
}

function rowReaderOf({ id, kind, field }: Compared): ((event: ScannedEvent) => ContrastCell) | null {
  if (field === null) return derivedValues[id as DerivedAttribute].read
  const { source } = field
  if (source.kind !== 'column') return null
  const column = sqlColumns[source.column]
  return kind === 'number'
    ? event => (event[column] === null ? null : Number(event[column]))
    : event => (event[column] === null ? null : String(event[column]))
}

/** Names that merchants make can be without end. */
const countedLeftOut = 1000

/**
 * Returns the function that adds attributes of custom data as they are met, up to the limit.
 * @param leftOut gets the others
 */
function createCustomAttributes(
  catalogue: FieldCatalogue,
  table: ContrastTable,
  fields: Map<string, CatalogueField | null>,
  isCompared: (field: CatalogueField) => boolean,
  leftOut: Set<string>,
): (path: string, value: string | number | boolean) => number | null {
  let added = 0
  return (path, value) => {
    const field = catalogue.find(path)
    if (field === null || !isCompared(field)) return null
    if (added === contrastLimits.customAttributes) {
      if (leftOut.size < countedLeftOut) leftOut.add(path)
      return null
    }
    added++
    fields.set(path, field)
    return table.addAttribute({ id: path, kind: typeof value === 'number' ? 'number' : 'text' })
  }
}
