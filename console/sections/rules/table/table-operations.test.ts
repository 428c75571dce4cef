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

it('several cells of a row are changed at once as they would be one after the other, up to the one that is refused', () => {
  const text =
    '// why\nRETURN Review("x")\nWHEN @"amount" > 5 // large\n  AND @"country" == "DE" AND @"tax" > 1 AND @"tax" < 9'
  const own: readonly Clause[] = [
    { name: 'first', section: 'prior', text },
    { name: 'second', section: 'prior', text },
  ]
  const { columns } = tableOf(own)
  const at = (row: number, id: string, input: string) => {
    const column = columns.find(each => each.id === id)
    if (column === undefined) throw new Error(`There is no column ${id}.`)
    return { row, column, input }
  }
  const changes = [
    at(0, '@"amount"', '> 7'),
    at(0, '@"country"', '"FR"'),
    at(0, '@"amount"', '< 8'),
    at(0, 'result', 'Reject'),
    at(0, '@"tax"', ''),
    at(1, '@"country"', '!= "US"'),
    at(1, '@"amount"', ''),
  ]
  const oneByOne = changes.reduce<readonly Clause[]>((all, change) => changeCells(all, [change]).clauses ?? [], own)
  expect(changeCells(own, changes).clauses).toEqual(oneByOne)
  expect(oneByOne[0]?.text).toBe('// why\nRETURN Reject("x")\nWHEN @"amount" < 8 // large\n  AND @"country" == "FR"')
  const wrong = at(0, '@"country"', '== (')
  expect(changeCells(own, [at(0, '@"amount"', '> 7'), wrong, at(0, 'result', 'Reject')])).toMatchObject({
    clauses: null,
    refused: wrong,
  })
})
