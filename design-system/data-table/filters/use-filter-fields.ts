import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useCellFormat } from '../cells/cell-format.ts'
import { columnNameOf, type DataColumn } from '../model/column.ts'
import { arityOfOperator, operatorsOf } from '../model/column-filter.ts'
import { filterChoices } from './filter-choices.ts'

/** A field of `FilterBar`, derived from a column. */
export interface TableFilterField {
  id: string
  label: string
  kind: 'text' | 'number' | 'date' | 'choice'
  operators: readonly { id: string; label: string; arity: 'none' | 'one' | 'two' | 'many' }[]
  options?: readonly { value: string; label: string }[]
}

const kinds = { text: 'text', number: 'number', date: 'date', set: 'choice', decision: 'choice' } as const

/**
 * Fields for a `FilterBar` above a table, with the operators of the header menus: both edit one array of conditions.
 */
export function useTableFilterFields<Row>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
): readonly TableFilterField[] {
  const intl = useIntl()
  const format = useCellFormat()
  return useMemo(
    () =>
      columns.flatMap(column => {
        if (column.filter === null) return []
        const kind = kinds[column.filter]
        return [
          {
            id: column.id,
            label: columnNameOf(column, id => intl.formatMessage({ id })),
            kind,
            operators: (column.filterOperators ?? operatorsOf[column.filter]).map(id => ({
              id,
              label: intl.formatMessage({ id: `DesignSystem.DataTable.Operator.${id}` }),
              arity: arityOfOperator(id),
            })),
            ...(kind === 'choice' ? { options: filterChoices(column, rows, format) } : {}),
          },
        ]
      }),
    [columns, rows, intl, format],
  )
}
