import type { ColumnFilter, FilterKind } from '../model/column-filter.ts'
import { comparable, predicateOf, textOf } from '../model/column-filter.ts'
import type { CsvValue } from '../model/csv-value.ts'
import { collationKeys } from './collation-key.ts'

/** The properties of a column that the index uses. */
export interface IndexedColumn<Row> {
  id: string
  filter: FilterKind | null
  value: (row: Row) => CsvValue
}

export interface SortKey {
  id: string
  desc: boolean
}

/** Work in steps: it can be interrupted between two of them, for input or for a newer query. */
export type SlicedWork<Result> = Generator<undefined, Result>

/** Rows or comparisons between two checks of the clock. */
const rowsPerStep = 4096

/** Runs all steps synchronously. */
export function runSync<Result>(steps: SlicedWork<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs steps for at most `budget` milliseconds; true when all are done. */
export function runSlice<Result>(
  steps: SlicedWork<Result>,
  budget: number,
  done: (result: Result) => void,
  now: () => number = () => performance.now(),
): boolean {
  const end = now() + budget
  for (;;) {
    const step = steps.next()
    if (step.done) {
      done(step.value)
      return true
    }
    if (now() >= end) return false
  }
}

/** Stable, interruptible merge sort of indexes. */
export function* mergeSort(indexes: Uint32Array, compare: (a: number, b: number) => number): SlicedWork<Uint32Array> {
  const size = indexes.length
  let from: Uint32Array = indexes
  let to: Uint32Array = new Uint32Array(size)
  let work = 0
  // Short runs by insertion, then merges of doubling width.
  const run = 16
  for (let start = 0; start < size; start += run) {
    const end = Math.min(start + run, size)
    for (let i = start + 1; i < end; i++) {
      const entry = from[i] as number
      let j = i - 1
      while (j >= start && compare(from[j] as number, entry) > 0) {
        from[j + 1] = from[j] as number
        j--
      }
      from[j + 1] = entry
    }
    work += run * 4
    if (work > rowsPerStep) {
      work = 0
      yield
    }
  }
  for (let width = run; width < size; width *= 2) {
    for (let start = 0; start < size; start += width * 2) {
      const middle = Math.min(start + width, size)
      const end = Math.min(start + width * 2, size)
      let left = start
      let right = middle
      for (let i = start; i < end; i++) {
        to[i] = (
          left < middle && (right >= end || compare(from[left] as number, from[right] as number) <= 0)
            ? from[left++]
            : from[right++]
        ) as number
        if (++work > rowsPerStep) {
          work = 0
          yield
        }
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

/**
 * Order of many rows without moving one of them: a permutation of row numbers, sorted and filtered in steps. Numbers
 * sort by value, text by the rank of its distinct values; both are cached per column, so that reversing a sort or
 * adding a key costs no comparison of text again.
 */
export class RowIndex<Row> {
  readonly #rows: readonly Row[]
  readonly #columns: ReadonlyMap<string, IndexedColumn<Row>>
  readonly #collator: Intl.Collator
  readonly #keys = new Map<string, Float64Array>()
  readonly #texts = new Map<string, readonly string[]>()

  constructor(rows: readonly Row[], columns: readonly IndexedColumn<Row>[], locale: string) {
    this.#rows = rows
    this.#columns = new Map(columns.map(column => [column.id, column]))
    this.#collator = new Intl.Collator(locale)
  }

  get size(): number {
    return this.#rows.length
  }

  /** Row numbers that pass all conditions, in order; null for all rows in their original order. */
  *order(sorting: readonly SortKey[], filters: readonly ColumnFilter[]): SlicedWork<Uint32Array | null> {
    const passed = yield* this.#filter(filters)
    const known = sorting.filter(key => this.#columns.has(key.id))
    if (known.length === 0) return passed
    const keys: Float64Array[] = []
    for (const key of known) keys.push(yield* this.#sortKeys(key.id))
    const signs = known.map(key => (key.desc ? -1 : 1))
    const indexes = passed ?? Uint32Array.from({ length: this.size }, (_, i) => i)
    yield
    const [first] = keys
    const sign = signs[0] ?? 1
    if (keys.length === 1 && first)
      return yield* mergeSort(indexes, (a, b) => compareNumbers(first[a] as number, first[b] as number, sign))
    return yield* mergeSort(indexes, (a, b) => {
      for (let k = 0; k < keys.length; k++) {
        const order = compareNumbers(
          (keys[k] as Float64Array)[a] as number,
          (keys[k] as Float64Array)[b] as number,
          signs[k] as number,
        )
        if (order !== 0) return order
      }
      return 0
    })
  }

  *#filter(filters: readonly ColumnFilter[]): SlicedWork<Uint32Array | null> {
    let passed: Uint32Array | null = null
    for (const filter of filters) {
      const column = this.#columns.get(filter.field)
      if (!column?.filter) continue
      const test = predicateOf(column.filter, filter)
      if (!test) continue
      const texts: readonly string[] | null =
        column.filter === 'text' && filter.operator === 'contains' ? yield* this.#comparableTexts(column) : null
      const searchText = comparable((filter.values[0] ?? '').trim())
      const count: number = passed?.length ?? this.size
      const matching = new Uint32Array(count)
      let found = 0
      for (let i = 0; i < count; i++) {
        const row: number = passed ? (passed[i] as number) : i
        if (texts ? (texts[row] as string).includes(searchText) : test(column.value(this.#rows[row] as Row)))
          matching[found++] = row
        if (i % rowsPerStep === rowsPerStep - 1) yield
      }
      passed = matching.slice(0, found)
    }
    return passed
  }

  /** Texts in comparable form for searches, computed once per column. */
  *#comparableTexts(column: IndexedColumn<Row>): SlicedWork<readonly string[]> {
    const known = this.#texts.get(column.id)
    if (known) return known
    const texts: string[] = []
    for (let i = 0; i < this.size; i++) {
      texts.push(comparable(textOf(column.value(this.#rows[i] as Row))))
      if (i % rowsPerStep === rowsPerStep - 1) yield
    }
    this.#texts.set(column.id, texts)
    return texts
  }

  *#sortKeys(id: string): SlicedWork<Float64Array> {
    const known = this.#keys.get(id)
    if (known) return known
    const value = this.#columns.get(id)?.value ?? (() => null)
    const keys = new Float64Array(this.size)
    const texts = new Map<string, number>()
    let distinct = 0
    // Numbers need no ranks; the first text in a column makes it a text column.
    let numeric = true
    for (let i = 0; i < this.size && numeric; i++) {
      const raw = value(this.#rows[i] as Row)
      if (raw === null || raw === undefined || raw === '') keys[i] = Number.NaN
      else if (typeof raw === 'number' || raw instanceof Date) keys[i] = Number(raw)
      else if (typeof raw === 'boolean') keys[i] = raw ? 1 : 0
      else numeric = false
      if (i % rowsPerStep === rowsPerStep - 1) yield
    }
    if (!numeric) {
      for (let i = 0; i < this.size; i++) {
        const raw = value(this.#rows[i] as Row)
        const text = raw === null || raw === undefined ? '' : textOf(raw)
        let place = texts.get(text)
        if (place === undefined) texts.set(text, (place = text === '' ? -1 : distinct++))
        keys[i] = place
        if (i % rowsPerStep === rowsPerStep - 1) yield
      }
      const ranks = yield* this.#ranks([...texts.keys()].filter(text => text !== ''))
      for (let i = 0; i < this.size; i++) keys[i] = keys[i] === -1 ? Number.NaN : (ranks[keys[i] as number] as number)
      yield
    }
    this.#keys.set(id, keys)
    return keys
  }

  /** Rank of each text, in the order of the reader's language. Equal texts share a rank. */
  *#ranks(texts: readonly string[]): SlicedWork<Uint32Array> {
    const keyOf = collationKeys(this.#collator.resolvedOptions().locale)
    const high = new Float64Array(texts.length).fill(Number.NaN)
    const low = new Float64Array(texts.length)
    for (let i = 0; keyOf && i < texts.length; i++) {
      const key = keyOf(texts[i] as string)
      if (key) [high[i], low[i]] = key
      if (i % rowsPerStep === rowsPerStep - 1) yield
    }
    const compare = (a: number, b: number) => {
      const order = (high[a] as number) - (high[b] as number)
      if (order < 0 || order > 0) return order
      // Equal first halves; a text without a key makes the difference NaN.
      const further = order === 0 ? (low[a] as number) - (low[b] as number) : 0
      return further === 0 ? this.#collator.compare(texts[a] as string, texts[b] as string) : further
    }
    const sorted = yield* mergeSort(
      Uint32Array.from({ length: texts.length }, (_, i) => i),
      compare,
    )
    const ranks = new Uint32Array(texts.length)
    let rank = 0
    for (let i = 0; i < sorted.length; i++) {
      if (i > 0 && compare(sorted[i - 1] as number, sorted[i] as number) !== 0) rank++
      ranks[sorted[i] as number] = rank
      if (i % rowsPerStep === rowsPerStep - 1) yield
    }
    return ranks
  }
}

/** Missing values are last in both directions. */
function compareNumbers(a: number, b: number, sign: number): number {
  if (a === b) return 0
  const aMissing = Number.isNaN(a)
  if (aMissing || Number.isNaN(b)) return aMissing ? (Number.isNaN(b) ? 0 : 1) : -1
  return a < b ? -sign : sign
}
