import { runInSlices, runSync } from '../../contract/cooperative.ts'
import { listKey } from '../../contract/lists/list-definitions.ts'
import { type ListFileSummary, readListFile } from '../../contract/lists/list-file.ts'
import { KeyIndex, KeyOrder, type PackedTexts, TextPacker } from './packed-texts.ts'

const rowsPerSlice = 8192

/** The columns of a list that are searched by key; `closest` by the nearest key instead of the same one. */
export interface IndexedColumns {
  keys: ReadonlySet<string>
  closest: ReadonlySet<string>
}

/**
 * A list in memory: its columns packed, with an index for each column that is searched by key. Column names without
 * letter case.
 */
export class CompiledList {
  readonly rows: number
  readonly #columns: ReadonlyMap<string, PackedTexts>
  readonly #keys = new Map<string, PackedTexts>()
  readonly #indexes = new Map<string, KeyIndex>()
  readonly #orders = new Map<string, KeyOrder>()

  constructor(names: readonly string[], columns: readonly PackedTexts[]) {
    this.#columns = new Map(columns.map((column, index) => [names[index]?.toLowerCase() ?? '', column]))
    this.rows = columns[0]?.length ?? 0
  }

  /** Builds the indexes that these uses need, and yields in between. */
  async buildIndexes({ keys, closest }: IndexedColumns): Promise<void> {
    for (const name of keys) {
      const column = this.#columns.get(name)
      if (column && !this.#indexes.has(name)) this.#indexes.set(name, await runInSlices(this.#index(name, column)))
    }
    for (const name of closest) {
      const column = this.#columns.get(name)
      if (column && !this.#orders.has(name)) this.#orders.set(name, await runInSlices(this.#order(name, column)))
    }
  }

  /** Returns the row of a key in a column; -1 without one. */
  find(column: string, key: string): number {
    const name = column.toLowerCase()
    let index = this.#indexes.get(name)
    if (!index) {
      const texts = this.#columns.get(name)
      if (!texts) return -1
      index = runSync(this.#index(name, texts))
      this.#indexes.set(name, index)
    }
    return index.find(listKey(key))
  }

  /** Returns the row of a key, else of the nearest one; -1 without rows. */
  closest(column: string, key: string): number {
    const exact = this.find(column, key)
    if (exact >= 0) return exact
    const name = column.toLowerCase()
    let order = this.#orders.get(name)
    if (!order) {
      const texts = this.#columns.get(name)
      if (!texts) return -1
      order = runSync(this.#order(name, texts))
      this.#orders.set(name, order)
    }
    return order.closest(listKey(key))
  }

  cell(column: string, row: number): string | undefined {
    return row < 0 ? undefined : this.#columns.get(column.toLowerCase())?.at(row)
  }

  cells(row: number): string[] {
    return [...this.#columns.values()].map(column => column.at(row))
  }

  *#index(name: string, column: PackedTexts): Generator<undefined, KeyIndex> {
    return yield* KeyIndex.build(yield* this.#keysOf(name, column))
  }

  *#order(name: string, column: PackedTexts): Generator<undefined, KeyOrder> {
    return yield* KeyOrder.build(yield* this.#keysOf(name, column))
  }

  /** Returns the keys in the form of comparisons; the column itself when it has that form already. */
  *#keysOf(name: string, column: PackedTexts): Generator<undefined, PackedTexts> {
    const cached = this.#keys.get(name)
    if (cached) return cached
    const packer = new TextPacker()
    let same = true
    for (let row = 0; row < column.length; row++) {
      const cell = column.at(row)
      const key = listKey(cell)
      same &&= key === cell
      packer.add(key)
      if (row % rowsPerSlice === rowsPerSlice - 1) yield
    }
    const keys = same ? column : packer.finish()
    this.#keys.set(name, keys)
    return keys
  }
}

/** Compiles a file into a list; null with faults. */
export async function compileListFile(
  bytes: Uint8Array,
  fileName: string,
): Promise<{ facts: ListFileSummary; list: CompiledList | null }> {
  const packers: TextPacker[] = []
  const facts = await runInSlices(
    readListFile(bytes, fileName, cells => {
      for (let index = 0; index < cells.length; index++) (packers[index] ??= new TextPacker()).add(cells[index] ?? '')
    }),
  )
  if (facts.problems.length > 0) return { facts, list: null }
  return {
    facts,
    list: new CompiledList(
      facts.columns,
      facts.columns.map((_, index) => (packers[index] ?? new TextPacker()).finish()),
    ),
  }
}
