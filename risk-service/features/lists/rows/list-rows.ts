import { runInSlices } from '../../../contract/cooperative.ts'
import type { CustomList, ListRow } from '../../../contract/lists/custom-lists.ts'
import type { CompiledList } from '../../../engine/lists/compiled-list.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'

/** Returns rows from an index on, by their number in the file: the header is 1. */
export const rowsOf = (list: CompiledList, from: number, count: number): ListRow[] =>
  Array.from({ length: Math.max(Math.min(count, list.rows - from), 0) }, (_, index) => ({
    row: from + index + 2,
    cells: list.cells(from + index),
  }))

/** Returns the start of a page: the number of rows on the pages before. */
function cursorPosition(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,9}$/.test(cursor)) throw new ValidationError(['cursor'], 'The cursor is not valid.')
  return Number(cursor)
}

const cursorAfter = (end: number, total: number): string | null => (end < total ? String(end) : null)

/** Returns a page of the rows of a list. `search`: of the rows with this text in any cell, in any letter case. */
export async function matchingRows(
  list: CompiledList,
  { search, cursor, limit }: { search: string; cursor?: string | undefined; limit: number },
) {
  const start = cursorPosition(cursor)
  if (search === '')
    return { rows: rowsOf(list, start, limit), matches: list.rows, nextCursor: cursorAfter(start + limit, list.rows) }
  const { matches, rows } = await runInSlices(searching(list, search.toLowerCase(), start, limit))
  return { rows, matches, nextCursor: cursorAfter(start + limit, matches) }
}

const rowsPerSlice = 4000

function* searching(
  list: CompiledList,
  text: string,
  start: number,
  limit: number,
): Generator<undefined, { matches: number; rows: ListRow[] }> {
  const rows: ListRow[] = []
  let matches = 0
  for (let index = 0; index < list.rows; index++) {
    const cells = list.cells(index)
    if (cells.some(cell => cell.toLowerCase().includes(text))) {
      if (matches >= start && rows.length < limit) rows.push({ row: index + 2, cells })
      matches++
    }
    if (index % rowsPerSlice === rowsPerSlice - 1) yield
  }
  return { matches, rows }
}

interface ListPage {
  search: string
  sort: 'name' | 'updatedAt' | 'rows'
  direction: 'asc' | 'desc'
  cursor?: string | undefined
  limit: number
}

/**
 * Returns a page of the lists of an environment, filtered and sorted in memory: their number is at most a few hundred.
 */
export function customPage(all: readonly CustomList[], { search, sort, direction, cursor, limit }: ListPage) {
  const text = search.toLowerCase()
  const found = all.filter(
    ({ name, description }) => name.toLowerCase().includes(text) || description.toLowerCase().includes(text),
  )
  const order = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  const compare = (a: CustomList, b: CustomList): number =>
    (sort === 'rows'
      ? a.rows - b.rows
      : sort === 'updatedAt'
        ? a.updatedAt < b.updatedAt
          ? -1
          : a.updatedAt > b.updatedAt
            ? 1
            : 0
        : 0) || order.compare(a.name, b.name)
  const sorted = found.toSorted((a, b) => (direction === 'asc' ? compare(a, b) : compare(b, a)))
  const start = cursorPosition(cursor)
  return {
    rows: sorted.slice(start, start + limit),
    total: found.length,
    nextCursor: cursorAfter(start + limit, found.length),
  }
}
