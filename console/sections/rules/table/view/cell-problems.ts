import type { RuleDiagnostic } from '@assay/risk-service/contract'
import { cellPieces, type TableColumn, type TableRow } from '../decision-table.ts'

/** Problems of a rule by the cell that they are in: `row column` in the table. */
export function problemsByCell(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  problems: readonly RuleDiagnostic[],
): ReadonlyMap<number, ReadonlyMap<string, readonly RuleDiagnostic[]>> {
  const byRow = new Map<number, Map<string, RuleDiagnostic[]>>()
  const ofClause = Map.groupBy(problems, ({ part }) => part)
  for (const [place, row] of rows.entries()) {
    for (const problem of ofClause.get(row.index) ?? []) {
      const column =
        columns.find(each => cellPieces(row, each).some(({ from, to }) => from <= problem.from && problem.from < to)) ??
        columns.find(({ id }) => id === 'result')
      if (!column) continue
      const own = byRow.get(place) ?? new Map<string, RuleDiagnostic[]>()
      byRow.set(place, own.set(column.id, [...(own.get(column.id) ?? []), problem]))
    }
  }
  return byRow
}
