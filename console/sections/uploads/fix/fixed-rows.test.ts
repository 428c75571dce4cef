import type { FileHead } from '@assay/risk-service/upload-files'
import { expect, it } from 'vitest'
import { runTask } from '../check/run-task.ts'
import { cellsOf, errorsOfRow, fileOfRows, fixFile, rowText } from './fixed-rows.ts'

const head: FileHead = {
  delimiter: ';',
  lineEnd: '\n',
  hasHeader: true,
  columns: ['RefundId', 'Status', 'UserId', 'PurchaseId', 'Amount'],
  rows: [],
}
const mapping = Object.fromEntries(head.columns.map(name => [name, name]))
const rules = { entity: 'Refunds', head, mapping, formats: {}, now: Date.parse('2026-03-01T12:00:00Z') }
const text =
  'RefundId;Status;UserId;PurchaseId;Amount\r\nR-1;Approved;;P-1;1.00\r\nR-2;Approved;"ü;1";P-2;2.005\r\nR-3;Approved;U-3;P-3;3.00'
const file = new File([text], 'refunds.csv', { lastModified: 1 })

async function rowsOf(...rows: number[]) {
  const answer = await runTask({ kind: 'rows', entity: 'Refunds', file, head, rows }, () => undefined)
  if (answer.kind !== 'rows') throw new Error('No rows were found.')
  return answer.rows
}

it.each([
  ['a;b;c', ['a', 'b', 'c']],
  ['"a;""b""";c', ['a;"b"', 'c']],
  ['"two\nlines";c', ['two\nlines', 'c']],
  ['a\nb', null],
  ['"a', null],
  ['"a" b;c', null],
])('reads %j as one row', (row, cells) => {
  expect(cellsOf(row, head)).toEqual(cells)
})

it('writes a row that reads as it was', () => {
  const cells = ['a;b', 'say "x"', 'two\nlines', '', 'plain']
  expect(cellsOf(rowText(cells, ';'), head)).toEqual(cells)
})

it('checks a row alone', () => {
  expect(errorsOfRow('R-1;Approved;U-1;P-1;1.00', 2, rules)).toEqual([])
  expect(errorsOfRow('R-1;Approved;;P-1;1.005', 2, rules)?.map(({ code, row }) => [code, row])).toEqual([
    ['U-11', 2],
    ['U-14', 2],
  ])
  expect(errorsOfRow('R-1;Approved;U-1', 2, rules)).toBeNull()
})

it('replaces rows and no other byte of the file', async () => {
  const rows = await rowsOf(2, 3, 4)
  expect(rows.map(each => each.text)).toEqual([
    'R-1;Approved;;P-1;1.00',
    'R-2;Approved;"ü;1";P-2;2.005',
    'R-3;Approved;U-3;P-3;3.00',
  ])
  const fixed = fixFile(
    file,
    rows,
    new Map([
      [4, 'R-3;Approved;U-3;P-3;3.33'],
      [2, 'R-1;Approved;U-1;P-1;1.00'],
    ]),
  )
  // It is not the file on the disk.
  expect(fixed.name).toBe('refunds.csv')
  expect(fixed.lastModified).not.toBe(file.lastModified)
  expect(await fixed.text()).toBe(text.replace('R-1;Approved;;', 'R-1;Approved;U-1;').replace('3.00', '3.33'))
})

it('writes rows alone, with those that were fixed', async () => {
  const rows = await rowsOf(2, 3)
  expect(fileOfRows(head, rows, new Map([[2, 'R-1;Approved;U-1;P-1;1.00']]))).toBe(
    'RefundId;Status;UserId;PurchaseId;Amount\r\nR-1;Approved;U-1;P-1;1.00\r\nR-2;Approved;"ü;1";P-2;2.005\r\n',
  )
})
