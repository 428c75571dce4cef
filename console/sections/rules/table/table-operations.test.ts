import { expect, it } from 'vitest'
import type { Clause } from '../rule-draft.ts'
import { tableOf } from './decision-table.ts'
import { changeCells, firstChange, insertRow, removeRows } from './table-operations.ts'

const clauses: readonly Clause[] = Array.from({ length: 200 }, (_, place) => ({
  name: `row${place + 1}`,
  section: 'prior',
  text: `// Row ${place + 1}\nRETURN Review("x") WHEN @"amount" > ${place} // end`,
}))
const table = tableOf(clauses)
const columnAt = (id: string): number => table.columns.findIndex(column => column.id === id)
const changed = (row: number, id: string, input: string): readonly Clause[] => {
  const column = table.columns[columnAt(id)]
  const next = column && changeCells(clauses, [{ row, column, input }]).clauses
  if (!next) throw new Error(`${id} takes ${input}.`)
  return next
}

it('an edit far down is found, with its column', () => {
  expect(firstChange(table, clauses)).toBeNull()
  expect(firstChange(table, changed(170, '@"amount"', '> 9'))).toEqual({ row: 170, column: columnAt('@"amount"') })
  expect(firstChange(table, changed(199, 'name', 'last'))).toEqual({ row: 199, column: columnAt('name') })
})

it('a row that was inserted or removed is found, in no column', () => {
  const [first] = clauses
  if (!first) throw new Error('There are clauses.')
  expect(firstChange(table, insertRow(clauses, table.rows[120], first))).toEqual({ row: 121, column: null })
  expect(firstChange(table, insertRow(clauses, table.rows[199], first))).toEqual({ row: 200, column: null })
  expect(firstChange(table, removeRows(clauses, table.rows.slice(198)))).toEqual({ row: 197, column: null })
  expect(firstChange(table, removeRows(clauses, table.rows.slice(50, 60)))).toEqual({ row: 50, column: null })
})

it('the text of a changed row keeps its remarks, and all other rows stay the same objects', () => {
  const own = clauses.map(clause => ({ ...clause }))
  const before = tableOf(own)
  const column = before.columns[columnAt('@"amount"')]
  const next = column && changeCells(own, [{ row: 170, column, input: '> 9' }]).clauses
  if (!next) throw new Error('The cell takes this text.')
  expect(next[170]?.text).toBe('// Row 171\nRETURN Review("x") WHEN @"amount" > 9 // end')
  const after = tableOf(next)
  expect(after.rows.filter((row, place) => row !== before.rows[place])).toEqual([after.rows[170]])
})
