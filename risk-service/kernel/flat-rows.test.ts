import { expect, it } from 'vitest'
import { writeRows, writeRowsInParts } from './flat-rows.ts'

it('rows in parts are the same file, whichever part has a column first', async () => {
  const rows = Array.from({ length: 1203 }, (_, number) => ({ number, ...(number === 900 ? { late: 'a;b' } : {}) }))
  const seen: number[] = []
  const text = await writeRowsInParts(rows, part => {
    seen.push(part.length)
    return part
  })
  expect(text).toBe(writeRows(rows))
  expect(seen).toEqual([500, 500, 203])
  expect(await writeRowsInParts(rows.slice(0, 1), part => part.map(row => ({ ...row, number: 7 })))).toContain('7')
})
