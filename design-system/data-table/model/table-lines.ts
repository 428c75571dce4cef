import { numberOf, textOf } from './column-filter.ts'
import type { CsvValue } from './csv-value.ts'

export type AggregateKind = 'sum' | 'average' | 'min' | 'max'

export interface GroupedColumn<Row> {
  id: string
  value: (row: Row) => CsvValue
  aggregate: AggregateKind | null
  /** Unit of a value. Values of different units are not added up. */
  unit: ((row: Row) => string) | null
}

interface GroupAggregate {
  value: number
  unit: string | null
}

export interface RowGroup {
  /** Values of the levels, joined: the key under which a closed group is remembered. */
  key: string
  level: number
  columnId: string
  /** A row of the group: its cell draws the shared value. */
  sample: number
  count: number
  aggregates: Readonly<Record<string, GroupAggregate>>
  open: boolean
}

export type Line = { kind: 'row'; row: number } | { kind: 'detail'; row: number } | { kind: 'group'; group: RowGroup }

const detailBit = 0x40000000

/**
 * The lines of the body: rows, headers of groups, details of opened rows. One number per line, and no storage at all
 * while the rows are in their original order, so that 100,000 of them cost nothing.
 */
export class TableLines {
  readonly count: number
  readonly groups: readonly RowGroup[]
  readonly #codes: Int32Array | Uint32Array | null

  constructor(count: number, codes: Int32Array | Uint32Array | null = null, groups: readonly RowGroup[] = []) {
    this.count = count
    this.groups = groups
    this.#codes = codes
  }

  at(line: number): Line | undefined {
    if (line < 0 || line >= this.count) return undefined
    const code = this.#codes ? (this.#codes[line] as number) : line
    if (code < 0) {
      const group = this.groups[-code - 1]
      return group && { kind: 'group', group }
    }
    return code >= detailBit ? { kind: 'detail', row: code - detailBit } : { kind: 'row', row: code }
  }

  /** Number of the row of a line, -1 for the header of a group. */
  rowAt(line: number): number {
    const found = this.at(line)
    return found === undefined || found.kind === 'group' ? -1 : found.row
  }

  /** Line of a row, -1 when it is filtered out or its group is closed. */
  lineOf(row: number): number {
    if (!this.#codes) return row < this.count ? row : -1
    return this.#codes.indexOf(row)
  }

  /** The headers of the groups that contain a line, on every level, outermost first. */
  groupsAt(line: number): readonly RowGroup[] {
    if (this.groups.length === 0 || !this.#codes) return []
    const found: RowGroup[] = []
    let levelLimit = Number.POSITIVE_INFINITY
    for (let i = Math.min(line, this.count - 1); i >= 0 && levelLimit > 0; i--) {
      const code = this.#codes[i] as number
      const group = code < 0 ? this.groups[-code - 1] : undefined
      if (!group || group.level >= levelLimit) continue
      found.unshift(group)
      levelLimit = group.level
    }
    return found
  }
}

interface Grouping<Row> {
  rows: readonly Row[]
  /** Row numbers in order; null is the original order of all rows. */
  order: Uint32Array | null
  columns: readonly GroupedColumn<Row>[]
  /** Columns to group by, at most two. */
  by: readonly string[]
  closed: ReadonlySet<string>
  /** Whether the groups of a column are in descending order. */
  descending: (columnId: string) => boolean
  compare: (a: string, b: string) => number
  /** Numbers of rows whose detail is open. */
  details: ReadonlySet<number>
}

/**
 * Lines of ordered rows: the groups of up to two columns with counts and aggregates, then the rows inside, in their
 * order.
 */
export function buildLines<Row>(grouping: Grouping<Row>): TableLines {
  const { rows, order, details } = grouping
  const byId = new Map(grouping.columns.map(column => [column.id, column]))
  const levels = grouping.by.slice(0, 2).flatMap(id => byId.get(id) ?? [])
  const total = order?.length ?? rows.length
  if (levels.length === 0)
    return details.size === 0 ? new TableLines(total, order) : insertDetails(order, total, details)
  const groups: RowGroup[] = []
  const codes: number[] = []
  const all = order ?? Uint32Array.from({ length: total }, (_, i) => i)
  const add = (members: ArrayLike<number>, level: number, path: string) => {
    const column = levels[level]
    if (!column) {
      for (let i = 0; i < members.length; i++) {
        const row = members[i] as number
        codes.push(row)
        if (details.has(row)) codes.push(row + detailBit)
      }
      return
    }
    for (const [text, inside] of partition(members, rows, column, grouping)) {
      const key = path === '' ? `${column.id}=${text}` : `${path}\n${column.id}=${text}`
      const open = !grouping.closed.has(key)
      groups.push({
        key,
        level,
        columnId: column.id,
        sample: inside[0] ?? 0,
        count: inside.length,
        aggregates: computeAggregates(inside, rows, grouping.columns),
        open,
      })
      codes.push(-groups.length)
      if (open) add(inside, level + 1, key)
    }
  }
  add(all, 0, '')
  return new TableLines(codes.length, Int32Array.from(codes), groups)
}

function insertDetails(order: Uint32Array | null, total: number, details: ReadonlySet<number>): TableLines {
  const codes = new Int32Array(total + details.size)
  let count = 0
  for (let i = 0; i < total; i++) {
    const row = order ? (order[i] as number) : i
    codes[count++] = row
    if (details.has(row)) codes[count++] = row + detailBit
  }
  return new TableLines(count, codes.slice(0, count))
}

function partition<Row>(
  members: ArrayLike<number>,
  rows: readonly Row[],
  column: GroupedColumn<Row>,
  { compare, descending }: Pick<Grouping<Row>, 'compare' | 'descending'>,
): [string, number[]][] {
  const found = new Map<string, number[]>()
  const raw = new Map<string, CsvValue>()
  for (let i = 0; i < members.length; i++) {
    const row = members[i] as number
    const value = column.value(rows[row] as Row)
    const text = textOf(value)
    const inside = found.get(text)
    if (inside) inside.push(row)
    else {
      found.set(text, [row])
      raw.set(text, value)
    }
  }
  const sign = descending(column.id) ? -1 : 1
  return [...found].sort(([a], [b]) => {
    // Missing values are last.
    if (a === '' || b === '') return a === '' ? 1 : -1
    const [left, right] = [raw.get(a), raw.get(b)]
    const numbers = typeof left === 'number' && typeof right === 'number'
    return sign * (numbers ? left - right : compare(a, b))
  })
}

function computeAggregates<Row>(
  members: readonly number[],
  rows: readonly Row[],
  columns: readonly GroupedColumn<Row>[],
): Record<string, GroupAggregate> {
  const found: Record<string, GroupAggregate> = {}
  for (const column of columns) {
    if (!column.aggregate) continue
    let unit: string | null = null
    let mixed = false
    let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const member of members) {
      const row = rows[member] as Row
      const value = numberOf(column.value(row))
      if (Number.isNaN(value)) continue
      const here = column.unit?.(row) ?? null
      if (count > 0 && here !== unit) mixed = true
      unit = here
      count++
      sum += value
      if (value < min) min = value
      if (value > max) max = value
    }
    if (count === 0 || mixed) continue
    found[column.id] = { unit, value: { sum, average: sum / count, min, max }[column.aggregate] }
  }
  return found
}
