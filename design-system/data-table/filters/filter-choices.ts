import { type CellFormat, decisions } from '../cells/cell-format.ts'
import type { DataColumn } from '../model/column.ts'
import { textOf } from '../model/column-filter.ts'
import type { FilterChoice } from './filter-popover.tsx'

/** A longer list would need a search: text filters are for that. */
const maxChoices = 200

/**
 * The filter values of a column: those declared with the column, else those in its rows, with the texts of the cells.
 */
export function filterChoices<Row>(column: DataColumn<Row>, rows: readonly Row[], format: CellFormat): FilterChoice[] {
  if (column.filter === 'decision') return decisions.map(value => ({ value, label: format.decision[value] }))
  if (column.filter !== 'set') return []
  const found = new Map<string, string>()
  for (const row of rows) {
    const raw = column.value(row)
    if (Array.isArray(raw)) for (const part of raw) found.set(String(part), String(part))
    else if (raw !== null && raw !== undefined && raw !== '') {
      const value = textOf(raw)
      if (!found.has(value)) found.set(value, column.text(row, format))
    }
    if (found.size > maxChoices) break
  }
  const values = column.filterOptions ?? [...found.keys()]
  return values
    .map(value => ({ value, label: found.get(value) ?? column.optionText?.(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, format.locale))
    .slice(0, maxChoices)
}
