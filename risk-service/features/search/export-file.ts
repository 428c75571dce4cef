import type { z } from 'zod'
import { createYieldPoint, exportLimits, type searchExportInputSchema } from '../../contract/index.ts'
import { exportCell, writeCsv } from '../../contract/lists/csv-cells.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import { storableText } from './conditions/values.ts'
import type { Sort } from './cursor.ts'
import { allColumns, type Cell, type ExportColumn, fieldColumn, rowColumn } from './export-columns.ts'
import { loadDocuments } from './export-store.ts'
import type { CatalogueField } from './fields/field-types.ts'
import { assertSortable, queryOf, type SearchReader, shownFields } from './search.ts'
import { countEvents, type Query, selectPage } from './store.ts'

/** Events that are read and written at a time. */
const pageSize = 500

/** A file of an export, and what is recorded of it. */
export interface SearchExport {
  file: File
  rows: number
  columns: string[]
}

const cellText = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'string' ? exportCell(cell) : String(cell)

/**
 * Writes the events of a search as a CSV file (RFC 4180, UTF-8 with a byte order mark).
 * @throws ValidationError for a filter that the search refuses too
 * @throws ConflictError `export.tooLarge` for more events than a file has, `export.timeout` after two minutes
 */
export async function exportEvents(
  reader: SearchReader,
  input: z.output<typeof searchExportInputSchema>,
): Promise<SearchExport> {
  assertSortable(reader, input.sort.column)
  const { columns, shown } = exportedColumns(reader, input.columns)
  const query = { ...exportedQuery(reader, input), shown }
  const deadline = AbortSignal.timeout(exportLimits.seconds * 1000)
  const signal = reader.signal ? AbortSignal.any([reader.signal, deadline]) : deadline
  try {
    const count = await countEvents(reader.db, query, signal)
    if (count > exportLimits.rows)
      throw new ConflictError(`The search finds ${count} events; a file has at most ${exportLimits.rows}.`, {
        reason: 'export.tooLarge',
        limit: exportLimits.rows,
      })
    const parts = ['\uFEFF', writeCsv([columns.map(({ name }) => exportCell(name))])]
    const rows = await writePages(reader, query, input.sort, columns, input.columns === 'all', signal, parts)
    return {
      file: new File(parts, `${input.eventType}.csv`, { type: 'text/csv;charset=utf-8' }),
      rows,
      columns: columns.map(({ name }) => name),
    }
  } catch (error) {
    if (!deadline.aborted || reader.signal?.aborted) throw error
    throw new ConflictError(`The export was cancelled after ${exportLimits.seconds} seconds.`, {
      reason: 'export.timeout',
      limit: exportLimits.seconds,
    })
  }
}

type Columns = z.output<typeof searchExportInputSchema>['columns']

/** The columns of a file, and the fields whose values they need beside the row. */
function exportedColumns(reader: SearchReader, columns: Columns): { columns: ExportColumn[]; shown: CatalogueField[] } {
  if (columns === 'all') return { columns: allColumns(reader.catalogue), shown: [] }
  const fields = shownFields(
    reader,
    columns.map(({ column }) => column),
    index => ['columns', index, 'column'],
  )
  return {
    columns: fields.map((field, index) => {
      const name = columns[index]?.name ?? field.id
      // The row has the first of several values only.
      return field.source.kind === 'column' && !field.many
        ? rowColumn(field.source.column, name)
        : fieldColumn(field, name)
    }),
    shown: fields.filter(({ many, source }) => many || source.kind !== 'column'),
  }
}

/** The query of the filter, or of the events that were chosen. */
function exportedQuery(reader: SearchReader, input: z.output<typeof searchExportInputSchema>): Query {
  const query = queryOf(reader, input)
  if (input.ids === undefined) return query
  // As the index of the key table folds them: letters of ASCII alone.
  const externalIds = input.ids.map((id, index) =>
    storableText(id, ['ids', index])
      .trim()
      .replace(/[A-Z]/g, letter => letter.toLowerCase()),
  )
  return {
    ...query,
    from: null,
    to: null,
    filter: { entity: null, externalIds, anyOf: null, rest: [], parts: false },
  }
}

async function writePages(
  reader: SearchReader,
  query: Query,
  sort: Sort,
  columns: readonly ExportColumn[],
  withDocuments: boolean,
  signal: AbortSignal,
  parts: string[],
): Promise<number> {
  const pause = createYieldPoint()
  let written = 0
  let after: Parameters<typeof selectPage>[3] = null
  for (;;) {
    const page = await selectPage(reader.db, query, sort, after, pageSize, signal)
    const events = await loadDocuments(reader.db, query.eventType, page, withDocuments, signal)
    for (const event of reader.masking.apply(events)) {
      parts.push(writeCsv([columns.map(({ read }) => cellText(read(event)))]))
      await pause()
    }
    written += page.length
    const last = page.at(-1)
    // Events that arrive meanwhile do not make the file longer than it may be.
    if (!last || page.length < pageSize || written >= exportLimits.rows) return written
    after = { value: last.sort_text, at: last.at_text, eventId: String(last.event_id) }
  }
}
