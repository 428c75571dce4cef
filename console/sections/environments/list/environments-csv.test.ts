import { expect, it } from 'vitest'
import { environment } from '../testing/environments.ts'
import { environmentsCsv } from './environments-csv.ts'

it('the export disarms formulas and names every column', () => {
  const text = environmentsCsv(
    [environment('x', [], { description: '=1+1', tags: ['a', 'b'], customerApiId: '-x' })],
    new Set(['x']),
  )
  expect(text).toBe(
    'Path,Name,Display name,Status,Geography,Environment ID,Customer API ID,Kind,Tags,Description,Created,Favorite\r\n' +
      "x,x,x,Active,eu,x,'-x,production,a; b,'=1+1,2026-01-12T08:00:00.000Z,true\r\n",
  )
})
