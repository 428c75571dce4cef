import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'
import { type ExportColumn, exportChunks, jsonValue, toJson } from './export-rows.ts'

interface Row {
  id: string
  amount: number
  at: Date
}
const columns: ExportColumn<Row>[] = [
  { id: 'id', name: 'Purchase ID', value: row => row.id },
  { id: 'amount', name: 'Amount', value: row => row.amount },
  { id: 'at', name: 'Time', value: row => row.at },
]
const rows = [
  { id: '=cmd()', amount: 1.5, at: new Date('2026-11-21T13:55:07Z') },
  { id: 'P-2', amount: Number.NaN, at: new Date(Number.NaN) },
]
async function whole(format: 'csv' | 'json', source: Parameters<typeof exportChunks<Row>>[2]) {
  let text = ''
  for await (const chunk of exportChunks(format, columns, source)) text += chunk.text
  return text
}
async function* pages() {
  for (const row of rows) yield await Promise.resolve([row])
}

describe('exports', () => {
  it('an export writes JSON with keys, raw numbers and UTC times, nothing as null', () => {
    expect(JSON.parse(toJson(columns, rows))).toEqual([
      { id: '=cmd()', amount: 1.5, at: '2026-11-21T13:55:07.000Z' },
      { id: 'P-2', amount: null, at: null },
    ])
    expect(jsonValue(['a', 'b'])).toEqual(['a', 'b'])
  })
  it('an export streams the same bytes as the whole', async () => {
    await expect(whole('json', pages())).resolves.toBe(toJson(columns, rows))
    await expect(whole('csv', pages())).resolves.toBe(toCsv(columns, rows))
    await expect(whole('csv', rows)).resolves.toContain("'=cmd()")
    expect(JSON.parse(await whole('json', []))).toEqual([])
  })
  it('an export writes more rows than one piece holds', async () => {
    const many = Array.from({ length: 4500 }, (_, i) => ({ id: `P-${i}`, amount: i, at: new Date(0) }))
    expect(JSON.parse(await whole('json', many))).toHaveLength(4500)
  })
})
