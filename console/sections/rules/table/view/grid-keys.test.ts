import { expect, it } from 'vitest'
import { type GridSelection, gridCommand } from './grid-keys.ts'

const size = { rows: 200, columns: 10, page: 14 }
const at = (row: number, column: number): GridSelection => ({ anchor: { row, column }, focus: { row, column } })
/** `Control+Shift+End`: the selection that the keys lead to. */
function after(keys: string, from: GridSelection): GridSelection | string | undefined {
  const parts = keys.split('+')
  const command = gridCommand(
    {
      key: parts.at(-1) ?? '',
      shift: parts.includes('Shift'),
      control: parts.includes('Control'),
      alt: parts.includes('Alt'),
    },
    from,
    size,
    false,
  )
  return command?.kind === 'select' ? command.selection : command?.kind
}

it.each([
  ['PageDown', at(114, 3)],
  ['PageUp', at(86, 3)],
  ['Home', at(100, 0)],
  ['End', at(100, 9)],
  ['Control+Home', at(0, 0)],
  ['Control+End', at(199, 9)],
  ['Control+ArrowDown', at(199, 3)],
  ['Shift+PageDown', { anchor: { row: 100, column: 3 }, focus: { row: 114, column: 3 } }],
  ['Control+Shift+End', { anchor: { row: 100, column: 3 }, focus: { row: 199, column: 9 } }],
  ['Control+Shift+Home', { anchor: { row: 100, column: 3 }, focus: { row: 0, column: 0 } }],
])('%s, from the middle of a long table', (keys, expected) => {
  expect(after(keys, at(100, 3))).toEqual(expected)
})

it('a page ends at the first and the last row', () => {
  expect(after('PageDown', at(195, 0))).toEqual(at(199, 0))
  expect(after('PageUp', at(5, 0))).toEqual(at(0, 0))
})

it('selects rows and columns as a whole; a space alone is typed', () => {
  const range = { anchor: { row: 100, column: 3 }, focus: { row: 120, column: 5 } }
  expect(after('Shift+ ', range)).toEqual({ anchor: { row: 100, column: 9 }, focus: { row: 120, column: 0 } })
  expect(after('Control+ ', at(100, 3))).toEqual({ anchor: { row: 0, column: 3 }, focus: { row: 199, column: 3 } })
  expect(after(' ', range)).toBe('edit')
})
