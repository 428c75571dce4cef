import { describe, expect, it } from 'vitest'
import { buildLines, type GroupedColumn, type TableLines } from './table-lines.ts'

interface Row {
  country: string | null
  decision: string
  amount: number | null
  currency: string
}
const columns: GroupedColumn<Row>[] = [
  { id: 'country', value: row => row.country, aggregate: null, unit: null },
  { id: 'decision', value: row => row.decision, aggregate: null, unit: null },
  { id: 'amount', value: row => row.amount, aggregate: 'sum', unit: row => row.currency },
]
const row = (country: string | null, decision: string, amount: number | null, currency = 'EUR'): Row => ({
  country,
  decision,
  amount,
  currency,
})
const rows = [
  row('LT', 'review', 5),
  row('DE', 'reject', 1),
  row('LT', 'reject', 2),
  row(null, 'review', 4),
  row('DE', 'review', 3, 'USD'),
]
const base = {
  rows,
  order: null,
  columns,
  closed: new Set<string>(),
  descending: () => false,
  compare: (a: string, b: string) => (a < b ? -1 : 1),
  details: new Set<number>(),
}
const shape = (lines: TableLines) =>
  Array.from({ length: lines.count }, (_, i) => {
    const line = lines.at(i)
    return line?.kind === 'group'
      ? `${'>'.repeat(line.group.level + 1)}${line.group.key.split('=').at(-1)} ${line.group.count}`
      : line?.kind === 'detail'
        ? `detail ${line.row}`
        : line?.row
  })

describe('linesOf', () => {
  it('linesOf costs nothing while rows stand as given', () => {
    const lines = buildLines({ ...base, by: [] })
    expect([lines.count, lines.rowAt(3), lines.lineOf(4), lines.at(5)]).toEqual([5, 3, 4, undefined])
  })
  it('linesOf groups by one column, what has no value last, rows in their order', () => {
    expect(shape(buildLines({ ...base, by: ['country'], order: Uint32Array.of(4, 3, 2, 1, 0) }))).toEqual([
      '>DE 2',
      4,
      1,
      '>LT 2',
      2,
      0,
      '> 1',
      3,
    ])
  })
  it('linesOf groups by two columns and keeps closed groups closed', () => {
    const by = ['country', 'decision', 'amount']
    expect(shape(buildLines({ ...base, by }))).toEqual([
      '>DE 2',
      '>>reject 1',
      1,
      '>>review 1',
      4,
      '>LT 2',
      '>>reject 1',
      2,
      '>>review 1',
      0,
      '> 1',
      '>>review 1',
      3,
    ])
    expect(shape(buildLines({ ...base, by, closed: new Set(['country=DE', 'country=LT\ndecision=reject']) }))).toEqual([
      '>DE 2',
      '>LT 2',
      '>>reject 1',
      '>>review 1',
      0,
      '> 1',
      '>>review 1',
      3,
    ])
  })
  it('linesOf adds up what has one unit and nothing else', () => {
    const lines = buildLines({ ...base, by: ['country'] })
    expect(lines.groups.map(group => group.aggregates)).toEqual([
      {},
      { amount: { value: 7, unit: 'EUR' } },
      { amount: { value: 4, unit: 'EUR' } },
    ])
  })
  it('linesOf puts a detail under its row', () => {
    const lines = buildLines({ ...base, by: [], details: new Set([1]) })
    expect(shape(lines)).toEqual([0, 1, 'detail 1', 2, 3, 4])
    expect(lines.lineOf(2)).toBe(3)
  })
  it('linesOf tells the groups a line stands in', () => {
    const lines = buildLines({ ...base, by: ['country', 'decision'] })
    expect(lines.groupsAt(4).map(group => group.key)).toEqual(['country=DE', 'country=DE\ndecision=review'])
    expect(lines.groupsAt(0).map(group => group.key)).toEqual(['country=DE'])
  })
})
