import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exportCell, readExportedCell, writeCsv } from './csv-cells.ts'

it.each([
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example","x")',
  '+1+1',
  '-2+3+cmd|x',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  "'=1",
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
])('a cell that a spreadsheet would run is a text in an exported file: %j', cell => {
  expect(exportCell(cell)).toBe(`'${cell}`)
  expect(readExportedCell(exportCell(cell))).toBe(cell)
})

it.each(['', 'a', 'a=1', "O'Hara", "'quoted'", '1-2', 'a@shop.example', ' =1', '日本'])(
  'a cell that is a text for a spreadsheet stays as it is: %j',
  cell => expect([exportCell(cell), readExportedCell(cell)]).toEqual([cell, cell]),
)

it('an exported cell is read as it was, and no exported cell begins as a formula does', () => {
  const cells = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '＝', '"', ',', 'a', '1'),
  })
  fc.assert(
    fc.property(cells, cell => {
      const exported = exportCell(cell)
      return readExportedCell(exported) === cell && !/^[=+\-@\t\r＝＋－＠]/.test(exported)
    }),
  )
})

it('every place that writes a file of cells writes them as texts', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const without: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!['node_modules', 'testing', 'tools'].includes(entry.name)) visit(file)
      } else if (/(?<!\.test)\.ts$/.test(entry.name)) {
        const text = readFileSync(file, 'utf8')
        if (/\bwriteCsv\(/.test(text) && !/\bexportCell\b/.test(text)) without.push(path.relative(root, file))
      }
    }
  }
  visit(root)
  expect(without).toEqual([])
  expect(writeCsv([[exportCell('=1'), 'a,b']])).toBe(`'=1,"a,b"\r\n`)
})
