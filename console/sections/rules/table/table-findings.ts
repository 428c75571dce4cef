import { type AreIndependent, independenceIn } from './column-dependencies.ts'
import { type Bits, contains, hasBit, intersect, isEmpty, meets, subtract } from './column-domain.ts'
import type { DecisionTable } from './decision-table.ts'
import { type Dimension, type FactsOf, type Region, regionsOf } from './table-regions.ts'

/** What is worth a look in a row of the table. Rows are named by their clause's place in the rule. */
export type RowFinding =
  /** Earlier rows decide all of its events: it never has an effect. */
  | { kind: 'shadowed'; by: readonly number[] }
  /** Its conditions contradict one another. */
  | { kind: 'impossible' }
  /** Some of its events are decided by an earlier row, and otherwise. */
  | { kind: 'overlap'; with: readonly number[] }
/** A combination of values for which no row decides. */
export interface Gap {
  cells: readonly { dimension: Dimension; part: Dimension['domain']['parts'][number] }[]
}
export interface TableFindings {
  rows: ReadonlyMap<number, readonly RowFinding[]>
  /** Null: there is none. `unknown`: texts in cells or the size of the table leave it open. */
  gap: Gap | 'unknown' | null
  /** Columns of rows that could not be analysed. */
  unchecked: ReadonlyMap<number, ReadonlySet<string>>
  /** Rows of which it was too much work to find out whether they are covered. */
  undecided: ReadonlySet<number>
}

type Box = ReadonlyMap<Dimension, Bits>
/** Boxes that may be looked at for one row, and in all. */
const budgetOfRow = 1000
const budgetOfTable = 40_000

class Budget {
  left = budgetOfTable
  own = budgetOfRow
  /** False when there is nothing left. */
  spend(): boolean {
    this.left -= 1
    this.own -= 1
    return this.left > 0 && this.own > 0
  }
}

const sideOf = (box: Box, dimension: Dimension): Bits => box.get(dimension) ?? dimension.domain.all
const isDisjoint = (a: Box, b: Box): boolean => {
  for (const [dimension, bits] of b) if (!meets(sideOf(a, dimension), bits)) return true
  return false
}
const isInside = (inner: Box, outer: Box): boolean => {
  for (const [dimension, bits] of outer) if (!contains(bits, sideOf(inner, dimension))) return false
  return true
}

/** A part of the box that no cover reaches; null without one, undefined when that was too much work to find out. */
function* leftover(
  box: Box,
  covers: readonly Box[],
  budget: Budget,
  start = 0,
): Generator<undefined, Box | null | undefined> {
  let at = start
  while (at < covers.length && isDisjoint(box, covers[at] ?? box)) at += 1
  const cover = covers[at]
  if (cover === undefined) return box
  let inside = box
  for (const [dimension, bits] of cover) {
    const side = sideOf(inside, dimension)
    const outside = subtract(side, bits)
    if (!isEmpty(outside)) {
      if (!budget.spend()) return undefined
      yield
      const rest = yield* leftover(new Map([...inside, [dimension, outside]]), covers, budget, at + 1)
      if (rest !== null) return rest
      inside = new Map([...inside, [dimension, intersect(side, bits)]])
    }
  }
  return null
}

/**
 * Looks for rows without effect, for overlaps of decisions and for a gap. Yields often; the work is bounded.
 * @param decides whether rows of this type of rule decide at all: without, nothing is a gap
 */
export function* findingsOf(
  table: DecisionTable,
  factsOf: FactsOf,
  decides = true,
): Generator<undefined, TableFindings> {
  const { dimensions, regions } = yield* regionsOf(table, factsOf)
  const areIndependent = independenceIn(table)
  const budget = new Budget()
  const rows = new Map<number, RowFinding[]>()
  const undecided = new Set<number>()
  const deciding: Region[] = []
  for (const region of regions) {
    const { index } = region.row
    const found = yield* findingsOfRow(region, deciding, areIndependent, budget)
    if (found === undefined) undecided.add(index)
    else if (found.length > 0) rows.set(index, found)
    if (region.decision !== null) deciding.push(region)
  }
  return {
    rows,
    undecided,
    unchecked: new Map(
      regions.flatMap(({ row, unchecked }) => (unchecked.size > 0 ? [[row.index, unchecked] as const] : [])),
    ),
    gap: decides ? yield* gapOf(dimensions, deciding, areIndependent, budget) : null,
  }
}

function* findingsOfRow(
  region: Region,
  earlier: readonly Region[],
  areIndependent: AreIndependent,
  budget: Budget,
): Generator<undefined, RowFinding[] | undefined> {
  for (const bits of region.possible.values()) if (isEmpty(bits)) return [{ kind: 'impossible' }]
  const covers = earlier.flatMap(each =>
    each.sure !== null && !isDisjoint(region.possible, each.sure) ? [{ region: each, box: each.sure }] : [],
  )
  yield
  budget.own = budgetOfRow
  const rest =
    covers.length === 0
      ? region.possible
      : yield* leftover(
          region.possible,
          covers.map(({ box }) => box),
          budget,
        )
  if (rest === null) return [{ kind: 'shadowed', by: yield* fewestCovers(region.possible, covers, budget) }]
  const own = region.sure
  const overlaps =
    own === null || region.decision === null || [...own.values()].some(isEmpty)
      ? []
      : earlier.filter(
          ({ sure, decision }) =>
            sure !== null &&
            decision !== region.decision &&
            !isDisjoint(own, sure) &&
            // The general case behind its exceptions is how tables are written.
            !isInside(sure, own) &&
            ![...sure.values()].some(isEmpty) &&
            // Tests of one attribute depend on one another: there may be no event that passes both.
            areIndependent(columnsOf(new Set([...own.keys(), ...sure.keys()]))),
        )
  if (overlaps.length > 0) return [{ kind: 'overlap', with: overlaps.map(({ row }) => row.index) }]
  return rest === undefined ? undefined : []
}

const columnsOf = (dimensions: Iterable<Dimension>): string[] => [...dimensions].map(({ column }) => column.id)

/** The covers without those that are not needed, the last ones first. */
function* fewestCovers(
  box: Box,
  covers: readonly { region: Region; box: Box }[],
  budget: Budget,
): Generator<undefined, number[]> {
  const one = covers.find(cover => isInside(box, cover.box))
  if (one) return [one.region.row.index]
  let needed = [...covers]
  for (const cover of [...covers].reverse()) {
    const without = needed.filter(each => each !== cover)
    budget.own = budgetOfRow
    if (
      (yield* leftover(
        box,
        without.map(each => each.box),
        budget,
      )) === null
    )
      needed = without
  }
  return needed.map(({ region }) => region.row.index)
}

/** A combination that no row can reach: the part of everything that remains when all that rows may reach is removed. */
function* gapOf(
  dimensions: readonly Dimension[],
  deciding: readonly Region[],
  areIndependent: AreIndependent,
  budget: Budget,
): Generator<undefined, TableFindings['gap']> {
  const everything: Box = new Map(dimensions.map(dimension => [dimension, dimension.domain.values]))
  budget.own = budgetOfRow
  budget.left = Math.max(budget.left, budgetOfRow)
  const rest = yield* leftover(
    everything,
    deciding.map(({ possible }) => possible),
    budget,
  )
  if (rest === undefined) return 'unknown'
  if (rest !== null) {
    const cells = [...rest].flatMap(([dimension, bits]) => {
      if (contains(bits, dimension.domain.values)) return []
      const part = dimension.domain.parts.find((_, at) => hasBit(bits, at))
      return part ? [{ dimension, part }] : []
    })
    // Values of expressions about one attribute depend on one another: the example may be impossible.
    return areIndependent(columnsOf(cells.map(({ dimension }) => dimension))) ? { cells } : 'unknown'
  }
  // All is reached perhaps; for sure only where the rows that are analysed as a whole leave nothing.
  budget.own = budgetOfRow
  budget.left = Math.max(budget.left, budgetOfRow)
  const sure = yield* leftover(
    everything,
    deciding.flatMap(each => each.sure ?? []),
    budget,
  )
  return sure === null ? null : 'unknown'
}
