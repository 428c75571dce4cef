import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSync } from '../../contract/cooperative.ts'
import { writeCsv } from '../../contract/lists/csv-cells.ts'
import { listKey } from '../../contract/lists/list-definitions.ts'
import { gunzip, gzip } from '../lib/gzip.ts'
import { type CompiledList, compileListFile } from './compiled-list.ts'
import { KeyIndex, KeyOrder, TextPacker } from './packed-texts.ts'

async function listOf(rows: readonly (readonly string[])[]): Promise<CompiledList> {
  const { list, facts } = await compileListFile(new TextEncoder().encode(writeCsv(rows)), 'l.csv')
  if (!list) throw new Error(JSON.stringify(facts))
  return list
}

describe('a list in memory', () => {
  it('a list in memory finds the first row of a key in any column, without letter case and outer blanks', async () => {
    const list = await listOf([
      ['SKU', 'Limit', 'Owner'],
      [' A-100 ', '250', 'ana'],
      ['B-200', '90.5', 'bo'],
      ['a-100', '999', 'dup'],
      ['', '1', 'none'],
    ])
    expect([
      list.rows,
      list.find('sku', 'a-100'),
      list.find('SKU', ' B-200'),
      list.find('Owner', 'DUP'),
      list.find('SKU', 'zzz'),
    ]).toEqual([4, 0, 1, 2, -1])
    expect([
      list.find('SKU', ' '),
      list.find('Nope', 'a'),
      list.cell('LIMIT', 0),
      list.cell('Limit', -1),
      list.cell('Nope', 0),
    ]).toEqual([-1, -1, '250', undefined, undefined])
    expect(list.cells(1)).toEqual(['B-200', '90.5', 'bo'])
  })
  it('a list in memory finds the closest key', async () => {
    const list = await listOf([
      ['Start', 'Zone'],
      ['10.9.0.0', 'west'],
      ['10.1.0.0', 'north'],
      ['10.4.0.0', 'south'],
      ['10.4.0.0', 'second'],
    ])
    const zone = (key: string) => list.cell('Zone', list.closest('Start', key))
    expect(['10.5.0.0', '00', '10.4.0.0', '99', '10.4.1'].map(zone)).toEqual([
      'south',
      'north',
      'south',
      'west',
      'south',
    ])
    expect((await listOf([['Start', 'Zone']])).closest('Start', 'a')).toBe(-1)
  })
  it('a list in memory is the same with indexes that were built before', async () => {
    const list = await listOf([
      ['K', 'V'],
      ['b', '1'],
      ['a', '2'],
    ])
    await list.buildIndexes({ keys: new Set(['k', 'nope']), closest: new Set(['k', 'nope']) })
    expect([list.find('K', 'a'), list.closest('K', 'az')]).toEqual([1, 1])
  })
  it('a list in memory knows what a Map and a sorted array know', () => {
    const key = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('a', 'b', 'ab', 'B', '')).map(listKey)
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), key, (keys, asked) => {
        const packer = new TextPacker()
        for (const each of keys) packer.add(each)
        const packed = packer.finish()
        expect(keys.map((_, row) => packed.at(row))).toEqual(keys)
        const index = runSync(KeyIndex.build(packed))
        for (const each of [...keys, asked]) expect(index.find(each)).toBe(each === '' ? -1 : keys.indexOf(each))
        const present = [...new Set(keys.filter(each => each !== ''))].toSorted((a, b) => (a < b ? -1 : 1))
        const nearest = present.findLast(each => each <= asked) ?? present[0]
        expect(runSync(KeyOrder.build(packed)).closest(asked)).toBe(nearest === undefined ? -1 : keys.indexOf(nearest))
      }),
      { numRuns: 500 },
    )
  })
  it('a list in memory holds a large file', async () => {
    const list = await listOf([['Key', 'Value'], ...Array.from({ length: 60_000 }, (_, n) => [`Key ${n}`, `${n * 2}`])])
    expect([list.cell('Value', list.find('Key', 'KEY 59999')), list.find('Key', 'key 60000')]).toEqual(['119998', -1])
  })
})

it('bytes are the same after they are compressed and decompressed', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(5000))
  expect(await gunzip(await gzip(bytes))).toEqual(bytes)
})
