import { useAnnounce } from '@assay/design-system'
import { useCallback, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Clause } from '../../rule-draft.ts'
import { cellText, type DecisionTable, type TableColumn } from '../decision-table.ts'
import {
  type CellChange,
  changeCells,
  clearing,
  filling,
  firstChange,
  insertRow,
  moveRow,
  pasting,
  removeRows,
} from '../table-operations.ts'
import { type GridCommand, type GridPlace, type GridSelection, rangeOf } from './grid-keys.ts'
import { issueText } from './issue-text.ts'
import type { CommitMove, EditedCell } from './table-grid.tsx'
import type { TableEdits } from './use-table-edits.ts'

export interface TableCommands {
  selection: GridSelection
  edited: EditedCell | null
  run: (command: GridCommand) => void
  commit: (input: string, move: CommitMove) => void
  cancel: () => void
  paste: (cells: readonly (readonly string[])[]) => void
  select: (place: GridPlace) => void
}

const samePlace = (place: GridPlace): GridSelection => ({ anchor: place, focus: place })

/** The selection of the table, and what keys and commands do to its clauses. */
export function useTableCommands(
  table: DecisionTable,
  clauses: readonly Clause[],
  edits: TableEdits,
  starter: () => Clause,
  mostRows: number,
): TableCommands {
  const { rows, columns } = table
  const intl = useIntl()
  const announce = useAnnounce()
  const [chosen, setSelection] = useState<GridSelection>(samePlace({ row: 0, column: 0 }))
  const [edited, setEdited] = useState<EditedCell | null>(null)
  // Rows and columns disappear with undone edits.
  const within = ({ row, column }: GridPlace): GridPlace => ({
    row: Math.min(row, rows.length - 1),
    column: Math.min(column, columns.length - 1),
  })
  const selection = { anchor: within(chosen.anchor), focus: within(chosen.focus) }
  const { focus } = selection
  const range = rangeOf(selection)
  const row = rows[focus.row]
  const select = useCallback((place: GridPlace) => setSelection(samePlace(place)), [])

  /** Where a cell refuses its text, nothing changes, and its editor shows why. */
  const change = (from: readonly Clause[], changes: readonly CellChange[]): boolean => {
    const { clauses: next, refused } = changeCells(from, changes)
    if (refused === null) {
      edits.apply(next)
      return true
    }
    const place = { row: refused.row, column: columns.findIndex(({ id }) => id === refused.column.id) }
    if (place.row < rows.length) {
      select(place)
      setEdited({ ...place, input: refused.input, problem: issueText(intl, refused.issue) })
    } else announce(issueText(intl, refused.issue))
    return false
  }
  const insert = (clause: Clause) => {
    if (clauses.length >= mostRows) return
    edits.apply(insertRow(clauses, row, clause))
    select({ row: focus.row + 1, column: focus.column })
  }
  const move = (by: 1 | -1) => {
    const moved = row && moveRow(clauses, row, by)
    if (!moved) return
    edits.apply(moved.clauses)
    select({ row: moved.row, column: focus.column })
    announce(
      intl.formatMessage(
        { id: by === 1 ? 'Authoring.Code.MovedDown' : 'Authoring.Code.MovedUp' },
        { name: row.clause.name },
      ),
    )
  }
  const edit = (typed: string | null) => {
    const column = columns[focus.column]
    if (row && column) setEdited({ ...focus, input: typed ?? cellText(row, column), problem: null })
  }
  const run = (command: GridCommand): void => {
    switch (command.kind) {
      case 'select': {
        if (edited !== null) return
        setSelection(command.selection)
        const { top, bottom, start, end } = rangeOf(command.selection)
        const size = { rows: bottom - top + 1, columns: end - start + 1 }
        if (size.rows * size.columns > 1)
          announce(intl.formatMessage({ id: 'DesignSystem.DataTable.CellsChosen' }, size))
        return
      }
      case 'edit':
        return edit(command.input)
      case 'clear':
        return void change(clauses, clearing(rows, columns, range))
      case 'fill':
        return void change(clauses, filling(rows, columns, range))
      case 'undo':
      case 'redo': {
        const next = edits[command.kind]()
        if (next === null) return
        const changed = firstChange(table, next)
        if (changed) select({ row: changed.row, column: changed.column ?? focus.column })
        announce(intl.formatMessage({ id: command.kind === 'undo' ? 'Rules.Table.Undone' : 'Rules.Table.Redone' }))
        return
      }
      case 'insert':
        return insert(starter())
      case 'duplicate':
        return row && insert(row.clause)
      case 'remove': {
        const removed = rows.slice(range.top, range.bottom + 1)
        if (removed.length >= rows.length) return
        edits.apply(removeRows(clauses, removed))
        select({ row: range.top, column: focus.column })
        announce(intl.formatMessage({ id: 'Rules.Table.Removed' }, { count: removed.length }))
        return
      }
      case 'up':
        return move(-1)
      case 'down':
        return move(1)
    }
  }
  return {
    selection,
    edited,
    run,
    select,
    cancel: () => setEdited(null),
    commit(input, to) {
      const column: TableColumn | undefined = edited ? columns[edited.column] : undefined
      if (!edited || !row || !column) return
      if (input !== cellText(row, column) && !change(clauses, [{ row: edited.row, column, input }])) return
      setEdited(null)
      const by = { down: [1, 0], up: [-1, 0], next: [0, 1], previous: [0, -1], stay: [0, 0] } as const
      const [down, right] = by[to]
      if (to !== 'stay')
        select({
          row: Math.min(Math.max(edited.row + down, 0), rows.length - 1),
          column: Math.min(Math.max(edited.column + right, 0), columns.length - 1),
        })
    },
    paste(cells) {
      const { changes, rows: required } = pasting(cells, columns, range)
      let from: readonly Clause[] = clauses
      // What has no row gets new ones, as in a spreadsheet.
      for (let count = rows.length; count < Math.min(required, mostRows); count++) {
        const last = rows.at(-1)
        from = insertRow(from, last && { ...last, index: from.length - 1 }, starter())
      }
      const fitting = changes.filter(each => each.row < mostRows)
      if (required > mostRows) announce(intl.formatMessage({ id: 'Rules.Table.TooManyRows' }, { count: mostRows }))
      if (!change(from, fitting)) return
      const bottom = Math.max(range.top, ...fitting.map(each => each.row))
      const width = Math.max(1, ...cells.map(({ length }) => length))
      // What was pasted is selected; the cell with the focus stays.
      if (required > 0)
        setSelection({
          anchor: { row: bottom, column: Math.min(range.start + width, columns.length) - 1 },
          focus: { row: range.top, column: range.start },
        })
      if (required <= mostRows)
        announce(intl.formatMessage({ id: 'Rules.Table.Pasted' }, { count: bottom - range.top + 1 }))
    },
  }
}
