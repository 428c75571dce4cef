import { describe, expect, it } from 'vitest'
import { type IndexedColumn, mergeSort, RowIndex, runSlice, runSync } from './row-index.ts'

interface Row {
  name: string | null
  score: number | null
  at: Date | null
}
const columns: IndexedColumn<Row>[] = [
  { id: 'name', filter: 'text', value: row => row.name },
  { id: 'score', filter: 'number', value: row => row.score },
  { id: 'at', filter: 'date', value: row => row.at },
]
const row = (name: string | null, score: number | null, at: Date | null = null): Row => ({ name, score, at })
const rows = [row('Zoë', 3), row('ada', null), row(null, 1), row('Ada', 3), row('Åsa', -2)]
const index = new RowIndex(rows, columns, 'en-US')
const order = (sorting: { id: string; desc: boolean }[], filters: Parameters<typeof index.order>[1] = []) => {
  const found = runSync(index.order(sorting, filters))
  return found === null ? null : [...found]
}

describe('RowIndex', () => {
  it('RowIndex leaves rows as they are when nothing is asked', () => {
    expect(order([])).toBeNull()
    expect(order([{ id: 'unknown', desc: false }])).toBeNull()
  })
  it('RowIndex sorts numbers, missing ones last in both directions, equal ones in place', () => {
    expect(order([{ id: 'score', desc: false }])).toEqual([4, 2, 0, 3, 1])
    expect(order([{ id: 'score', desc: true }])).toEqual([0, 3, 2, 4, 1])
  })
  it('RowIndex sorts text as the language does', () => {
    expect(order([{ id: 'name', desc: false }])).toEqual([1, 3, 4, 0, 2])
    expect(order([{ id: 'name', desc: true }])).toEqual([0, 4, 3, 1, 2])
    const swedish = new RowIndex(rows, columns, 'sv-SE')
    expect([...(runSync(swedish.order([{ id: 'name', desc: false }], [])) ?? [])]).toEqual([1, 3, 0, 4, 2])
  })
  it('RowIndex uses further keys where the first says nothing', () => {
    expect(
      order([
        { id: 'score', desc: true },
        { id: 'name', desc: false },
      ]),
    ).toEqual([3, 0, 2, 4, 1])
  })
  it('RowIndex filters by several conditions, then sorts what is left', () => {
    const filters = [
      { id: 'a', field: 'score', operator: 'gte', values: ['1'] },
      { id: 'b', field: 'name', operator: 'contains', values: ['a'] },
    ]
    expect(order([], filters)).toEqual([3])
    expect(order([{ id: 'name', desc: true }], filters.slice(0, 1))).toEqual([0, 3, 2])
    expect(order([], [{ id: 'c', field: 'gone', operator: 'eq', values: ['1'] }])).toBeNull()
  })
  it('RowIndex bears broken dates and empty input', () => {
    const broken = new RowIndex([row('a', 1, new Date(Number.NaN)), row('b', 2, new Date(0))], columns, 'en-US')
    expect([...(runSync(broken.order([{ id: 'at', desc: true }], [])) ?? [])]).toEqual([1, 0])
    expect(runSync(new RowIndex<Row>([], columns, 'en-US').order([{ id: 'name', desc: false }], []))?.length).toBe(0)
  })
})

describe('mergeSort', () => {
  it('mergeSort agrees with the sort of the language on many numbers', () => {
    const values = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 613)
    const sorted = runSync(
      mergeSort(
        Uint32Array.from(values, (_, i) => i),
        (a, b) => (values[a] ?? 0) - (values[b] ?? 0),
      ),
    )
    const expected = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
    expect([...sorted]).toEqual(expected)
  })
  it('mergeSort stops when its time is over and goes on where it was', () => {
    const values = Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 50_021)
    const steps = mergeSort(
      Uint32Array.from(values, (_, i) => i),
      (a, b) => (values[a] ?? 0) - (values[b] ?? 0),
    )
    let clock = 0
    let slices = 0
    let sorted: Uint32Array | null = null
    while (
      !runSlice(
        steps,
        5,
        result => {
          sorted = result
        },
        () => clock++,
      )
    )
      slices++
    expect(slices).toBeGreaterThan(10)
    expect(values[(sorted as unknown as Uint32Array)[0] ?? -1]).toBe(Math.min(...values))
  })
})
