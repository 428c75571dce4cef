import { type Clause, clausesInRunOrder, freeClauseName, moveTarget } from '../rule-draft.ts'
import type { CellIssue } from './cell-input.ts'
import {
  cellText,
  type DecisionTable,
  rowOfClause,
  type TableColumn,
  type TableRow,
  tableOf,
} from './decision-table.ts'
import { editRow } from './edit-cell.ts'

/** Rows and columns from one corner to another, both included. Rows are numbered in run order. */
export interface CellRange {
  top: number
  bottom: number
  start: number
  end: number
}
export interface CellChange {
  row: number
  column: TableColumn
  input: string
}
/** A text that a cell cannot have. */
interface RefusedCell extends CellChange {
  issue: CellIssue
}
export type TableChange = { clauses: readonly Clause[]; refused: null } | { clauses: null; refused: RefusedCell }

const rowsOf = (clauses: readonly Clause[]): readonly TableRow[] => tableOf(clauses).rows

/** Carries out all changes, or none where a cell cannot have its text. */
export function changeCells(clauses: readonly Clause[], changes: readonly CellChange[]): TableChange {
  let next = [...clauses]
  const places = rowsOf(clauses).map(({ index }) => index)
  for (const [row, cells] of Map.groupBy(changes, change => change.row)) {
    const place = places[row]
    const clause = place === undefined ? undefined : next[place]
    if (place === undefined || !clause) continue
    // Only this clause is read again.
    const edited = editRow(each => rowOfClause(each, place), clause, cells, next)
    const change = edited.refused && cells[edited.refused.place]
    if (edited.refused !== null && change) return { clauses: null, refused: { ...change, issue: edited.refused.issue } }
    if (edited.clause !== null) next = next.with(place, edited.clause)
  }
  return { clauses: next, refused: null }
}

function* cellsIn<Item>(range: CellRange, at: (row: number, column: number) => Item): Generator<Item> {
  for (let row = range.top; row <= range.bottom; row++)
    for (let column = range.start; column <= range.end; column++) yield at(row, column)
}

/**
 * The first row that other clauses have otherwise, and the column where they do; null for a row that is another one as a
 * whole.
 */
export function firstChange(
  { rows, columns }: DecisionTable,
  clauses: readonly Clause[],
): { row: number; column: number | null } | null {
  const after = rowsOf(clauses)
  const row = rows.findIndex(({ clause }, place) => clause !== after[place]?.clause)
  if (row < 0) return after.length > rows.length ? { row: rows.length, column: null } : null
  const [before, changed] = [rows[row], after[row]]
  if (!before || !changed) return { row: after.length - 1, column: null }
  const different = columns.flatMap((column, at) =>
    cellText(before, column) === cellText(changed, column) ? [] : [{ at, isName: column.id === 'name' }],
  )
  const [first, second] = different
  return { row, column: first === undefined || (first.isName && second !== undefined) ? null : first.at }
}

/** Columns that a row cannot be without. */
const isRequired = ({ id }: TableColumn): boolean => id === 'name' || id === 'result'

/** The changes that empty the cells of a range. */
export const clearing = (rows: readonly TableRow[], columns: readonly TableColumn[], range: CellRange): CellChange[] =>
  [...cellsIn(range, (row, place) => ({ row, column: columns[place], input: '' }))].flatMap(({ column, ...change }) => {
    const row = rows[change.row]
    return column && row && !isRequired(column) && cellText(row, column) !== '' ? [{ ...change, column }] : []
  })

/** The changes that put the first row of a range into its other rows. */
export function filling(rows: readonly TableRow[], columns: readonly TableColumn[], range: CellRange): CellChange[] {
  const first = rows[range.top]
  return [...cellsIn({ ...range, top: range.top + 1 }, (row, place) => ({ row, column: columns[place] }))].flatMap(
    ({ row, column }) =>
      column && first && column.id !== 'name' ? [{ row, column, input: cellText(first, column) }] : [],
  )
}

/** The changes that put copied cells into a table, from a cell on; `rows`: how many rows they need. */
export function pasting(
  copied: readonly (readonly string[])[],
  columns: readonly TableColumn[],
  { top, bottom, start, end }: CellRange,
): { changes: CellChange[]; rows: number } {
  // One copied cell fills the range.
  const [only] = copied[0] ?? []
  if (copied.length === 1 && copied[0]?.length === 1 && only !== undefined)
    return {
      rows: 0,
      changes: [
        ...cellsIn({ top, bottom, start, end }, (row, place) => ({ row, column: columns[place], input: only })),
      ].flatMap(({ column, ...change }) => (column ? [{ ...change, column }] : [])),
    }
  return {
    rows: top + copied.length,
    changes: copied.flatMap((cells, down) =>
      cells.flatMap((input, right) => {
        const column = columns[start + right]
        return column ? [{ row: top + down, column, input }] : []
      }),
    ),
  }
}

/** Puts a clause behind the one of a row; its name is made free. */
export function insertRow(clauses: readonly Clause[], row: TableRow | undefined, clause: Clause): Clause[] {
  const index = row === undefined ? clauses.length : row.index + 1
  return clauses.toSpliced(index, 0, {
    ...clause,
    name: freeClauseName(clauses),
    section: row?.clause.section ?? clause.section,
  })
}

/** Removes rows; one always stays. */
export function removeRows(clauses: readonly Clause[], rows: readonly TableRow[]): readonly Clause[] {
  const removed = new Set(rows.map(({ index }) => index))
  const rest = clauses.filter((_, index) => !removed.has(index))
  return rest.length === 0 ? clauses.slice(0, 1) : rest
}

/** Moves a row one up or down inside its section; null at the section's end. */
export function moveRow(
  clauses: readonly Clause[],
  row: TableRow,
  by: 1 | -1,
): { clauses: readonly Clause[]; row: number } | null {
  const target = moveTarget(clauses, row.index, by)
  if (target === null) return null
  const next = clauses.toSpliced(row.index, 1).toSpliced(target, 0, row.clause)
  const order = clausesInRunOrder(next).flatMap(group => group.clauses)
  return { clauses: next, row: order.findIndex(({ index }) => index === target) }
}
