import { type Clause, clausesInRunOrder } from '../rule-draft.ts'
import { type Condition, type Piece, type RowParts, readRow } from './table-row.ts'

/*
 * The clauses of a rule as a decision table: rows are clauses in run order, columns are the expressions that they test.
 * The text of a clause stays what is stored; a cell is a part of it, and an edit replaces that part alone.
 */

/** What the literals of a column are; null where they are of several kinds, or there is none. */
type ColumnType = 'number' | 'text' | 'boolean' | 'date'

export interface TestColumn {
  kind: 'test'
  id: string
  /** The tested expression as it is first written, and what a comparison has at its side. */
  subject: string
  compared: string
  type: ColumnType | null
}
export type FixedColumnId =
  | 'name'
  | 'before'
  | 'conditions'
  | 'result'
  | 'challenge'
  | 'reason'
  | 'message'
  | 'outputs'
  | 'after'
export type TableColumn = TestColumn | { kind: 'fixed'; id: FixedColumnId }

export interface TableRow {
  clause: Clause
  /** Place among the clauses of the rule, and number in the run. */
  index: number
  number: number
  /** Null: the text as a whole is one cell. */
  parts: RowParts | null
}
export interface DecisionTable {
  columns: readonly TableColumn[]
  rows: readonly TableRow[]
}

/** A column that no clause tests yet: its expression, and what a comparison has at its side. */
export type NewColumn = Omit<TestColumn, 'kind'>

/** Rows by their clause: one that did not change and stands where it did is the same object, and not rendered again. */
const existingRows = new WeakMap<Clause, TableRow>()
function rowOf({ clause, index, number }: Omit<TableRow, 'parts'>): TableRow {
  const existing = existingRows.get(clause)
  if (existing?.index === index && existing.number === number) return existing
  const row = { clause, index, number, parts: existing ? existing.parts : readRow(clause.text) }
  existingRows.set(clause, row)
  return row
}

/** A clause as a row by itself; its text is read once, wherever the clause stands then. */
export const rowOfClause = (clause: Clause, index: number): TableRow => ({
  ...(existingRows.get(clause) ?? rowOf({ clause, index, number: 0 })),
  index,
})

/** The clauses as a table. `more`: columns without a test, behind the others. */
export function tableOf(clauses: readonly Clause[], more: readonly NewColumn[] = []): DecisionTable {
  const rows = clausesInRunOrder(clauses)
    .flatMap(group => group.clauses)
    .map(rowOf)
  const tests = new Map<string, TestColumn>()
  for (const { parts } of rows) {
    for (const { test } of parts?.conditions ?? []) {
      if (test === null) continue
      const type =
        test.shape.kind === 'compare' ? test.shape.value.kind : test.shape.kind === 'predicate' ? null : 'text'
      const found = tests.get(test.key)
      if (!found)
        tests.set(test.key, {
          kind: 'test',
          id: test.key,
          subject: test.subject,
          compared: type === 'null' || type === null ? test.subject : test.compared,
          type: type === 'null' ? null : type,
        })
      else if (found.type === null && type !== null && type !== 'null')
        tests.set(test.key, { ...found, type, compared: test.compared })
    }
  }
  for (const column of more) if (!tests.has(column.id)) tests.set(column.id, { kind: 'test', ...column })
  const used = (id: FixedColumnId) => rows.some(row => cellText(row, { kind: 'fixed', id }) !== '')
  const fixed = (id: FixedColumnId): TableColumn[] => [{ kind: 'fixed', id }]
  const optional = (id: FixedColumnId): TableColumn[] => (used(id) ? fixed(id) : [])
  return {
    rows,
    columns: [
      ...fixed('name'),
      ...optional('before'),
      ...tests.values(),
      ...fixed('conditions'),
      ...fixed('result'),
      ...optional('challenge'),
      // Routes, observations and actions have no reason.
      ...(rows.some(({ parts }) => parts === null || parts.result.keyword === 'RETURN') ? fixed('reason') : []),
      ...optional('message'),
      ...optional('outputs'),
      ...optional('after'),
    ],
  }
}

/** The conditions of a row that a column shows; those without a column of their own are in `conditions`. */
export const conditionsIn = ({ parts }: TableRow, column: TableColumn): readonly Condition[] =>
  (parts?.conditions ?? []).filter(({ test }) =>
    column.kind === 'test' ? test?.key === column.id : column.id === 'conditions' && test === null,
  )

/** Where the argument of a decision stands in its call. */
export function argumentIndex(row: RowParts, id: 'challenge' | 'reason' | 'message'): number {
  const challenge = row.result.decision?.text.toLowerCase() === 'challenge'
  if (id === 'challenge') return challenge ? 0 : -1
  return (id === 'reason' ? 0 : 1) + (challenge ? 1 : 0)
}

/** The name of the queue; a call that is more than a name as it is. */
export const queueText = (call: string): string => /^Queue\(\s*"([^"\\\n(]+)"\s*\)$/i.exec(call)?.[1] ?? call

/** What the cell shows, and what its editor begins with. */
export function cellText(row: TableRow, column: TableColumn): string {
  const { parts, clause } = row
  if (column.id === 'name') return clause.name
  // A text that is no row stands in one cell.
  if (parts === null) return column.id === 'conditions' ? clause.text : ''
  if (column.kind === 'test')
    return conditionsIn(row, column)
      .map(({ test }) => test?.text ?? '')
      .join(' AND ')
  const { result } = parts
  switch (column.id) {
    case 'before':
      return parts.before.text.trim()
    case 'after':
      return parts.after.text.trim()
    case 'conditions':
      return conditionsIn(row, column)
        .map(({ text, loose }, _, { length }) => (loose && length > 1 ? `(${text})` : text))
        .join(' AND ')
    case 'result':
      return result.decision
        ? result.decision.text
        : result.keyword === 'ROUTETO'
          ? queueText(result.call.text)
          : result.keyword === 'RETURN'
            ? result.call.text
            : `${result.keyword} ${result.call.text}`
    case 'outputs':
      return result.outputs?.text ?? ''
    default: {
      const index = result.decision ? argumentIndex(parts, column.id) : -1
      const argument = index < 0 ? undefined : result.args[index]
      return argument === undefined ? '' : (argument.words ?? `=${argument.text}`)
    }
  }
}

/** The parts of the text that a cell shows: where its problems are. */
export function cellPieces(row: TableRow, column: TableColumn): readonly Pick<Piece, 'from' | 'to'>[] {
  const { parts, clause } = row
  if (parts === null) return column.id === 'conditions' ? [{ from: 0, to: clause.text.length + 1 }] : []
  if (column.kind === 'test' || column.id === 'conditions') return conditionsIn(row, column)
  const { result } = parts
  switch (column.id) {
    case 'before':
      return [parts.before]
    case 'after':
      return [parts.after]
    case 'result':
      return [result.decision ?? result.call]
    case 'outputs':
      return result.outputs ? [result.outputs] : []
    case 'name':
      return []
    default: {
      const argument = result.decision ? result.args[argumentIndex(parts, column.id)] : undefined
      return argument ? [argument] : []
    }
  }
}
