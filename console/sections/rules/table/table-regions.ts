import { parse } from '@assay/risk-service/fql'
import { type Bits, type Domain, domainOf, intersect, isFallible, isStable } from './column-domain.ts'
import { type DecisionTable, type TableRow, type TestColumn } from './decision-table.ts'
import type { RowParts } from './table-row.ts'
import type { TableTest } from './table-test.ts'

/** What is known of an attribute: whether it is inside a list, and how its texts are compared. */
interface AttributeFacts {
  /** Exactly one value in an event. False also where nothing is known of it. */
  single: boolean
  /** Compared without letter case; null: not known. */
  folded: boolean | null
}
export type FactsOf = (subjectKey: string) => AttributeFacts

/** A tested expression, or a condition about it that is true or false. */
export interface Dimension {
  id: string
  column: TestColumn
  /** A predicate of the expression as the cell shows it; null where the expression itself is compared. */
  predicate: string | null
  domain: Domain
}
/** The events of a row. By dimension; one that is absent is not tested. */
export interface Region {
  row: TableRow
  /** The row is surely reached by all of these; null where nothing can be said for sure. */
  sure: ReadonlyMap<Dimension, Bits> | null
  /** The row is reached by none beside these. */
  possible: ReadonlyMap<Dimension, Bits>
  /** Cells that could not be analysed, by column. */
  unchecked: ReadonlySet<string>
  /** What it decides, or where it sends the event; null: evaluation goes on behind it. */
  decision: string | null
}

const dimensionId = ({ key, shape }: TableTest): string => (shape.kind === 'predicate' ? `${key} ${shape.key}` : key)

/** The dimensions of a table, and the region of each row. Yields between rows. */
export function* regionsOf(
  table: DecisionTable,
  factsOf: FactsOf,
): Generator<undefined, { dimensions: Dimension[]; regions: Region[] }> {
  const tests = new Map<string, { column: TestColumn; predicate: string | null; tests: TableTest[] }>()
  const columns = new Map(
    table.columns.flatMap(column => (column.kind === 'test' ? [[column.id, column] as const] : [])),
  )
  for (const { parts } of table.rows) {
    for (const { test } of parts?.conditions ?? []) {
      const column = test && columns.get(test.key)
      if (!test || !column) continue
      const id = dimensionId(test)
      const found = tests.get(id)
      if (found) found.tests.push(test)
      else
        tests.set(id, {
          column,
          predicate: test.shape.kind === 'predicate' ? test.text.replace(/^not /, '') : null,
          tests: [test],
        })
    }
    yield
  }
  const dimensions = new Map<string, Dimension>()
  for (const [id, { column, predicate, tests: own }] of tests) {
    if (!isStable(column.id)) continue
    const { folded } = factsOf(column.id)
    dimensions.set(id, {
      id,
      column,
      predicate,
      domain: domainOf(
        own.map(({ shape }) => shape),
        { fallible: !/^@"[^"]*"$/.test(column.id), folded },
      ),
    })
    yield
  }
  const regions: Region[] = []
  for (const row of table.rows) {
    regions.push(regionOf(row, dimensions, factsOf))
    yield
  }
  return { dimensions: [...dimensions.values()], regions }
}

function regionOf(row: TableRow, dimensions: ReadonlyMap<string, Dimension>, factsOf: FactsOf): Region {
  const { parts } = row
  const sure = new Map<Dimension, Bits>()
  const possible = new Map<Dimension, Bits>()
  const unchecked = new Set<string>()
  let certain = parts !== null && !isInterrupted(row)
  if (parts === null) unchecked.add('conditions')
  const seen = new Set<string>()
  for (const { test } of parts?.conditions ?? []) {
    const dimension = test && dimensions.get(dimensionId(test))
    const set = test && dimension?.domain.setOf(test.shape)
    if (!test || !dimension || !set) {
      unchecked.add(test?.key ?? 'conditions')
      certain = false
      continue
    }
    const { single } = factsOf(test.key)
    // In a list, one of its rows may pass one test and another row the next; a negation is about all of its rows.
    const negated = 'negated' in test.shape && test.shape.negated
    const isPlain = single || !/^@/.test(test.key)
    if (negated && !isPlain) {
      certain = false
      unchecked.add(test.key)
    }
    sure.set(dimension, intersect(sure.get(dimension) ?? dimension.domain.all, set.sure))
    if (isPlain || !seen.has(test.key))
      possible.set(dimension, intersect(possible.get(dimension) ?? dimension.domain.all, set.possible))
    seen.add(test.key)
  }
  return {
    row,
    sure: certain ? sure : null,
    possible,
    unchecked,
    decision: parts === null ? null : decisionOf(parts),
  }
}

/** The call of a route names its queue; an observation and an action leave the event to the next row. */
function decisionOf({ result: { keyword, decision, call } }: RowParts): string | null {
  if (keyword === 'RETURN') return decision?.text.toLowerCase() ?? call.text
  return keyword === 'ROUTETO' ? call.text : null
}

/** Something beside its conditions can end the clause: a variable or an output that fails. */
function isInterrupted({ parts, clause }: TableRow): boolean {
  if (parts === null || parse(clause.text).statements === null) return true
  return [
    ...parts.setup.flatMap(({ values, when }) => (when ? [...values, when] : values)),
    ...parts.statement.values,
  ].some(isFallible)
}
