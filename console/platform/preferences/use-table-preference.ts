import { type DataColumn, initialView, readView, type TableView } from '@assay/design-system'
import type { TablePreference } from '@assay/risk-service/contract'
import { dequal } from 'dequal/lite'
import { useCallback, useMemo } from 'react'
import { updatePreferences, usePreferences } from './index.ts'

/** Columns as a view of the search stores them. */
export type ColumnChoice = Pick<TableView, 'order' | 'visibility' | 'pinned'>

const preferenceOf = ({ order, visibility, pinned, sizes, density }: TableView): TablePreference => ({
  order: [...order],
  visibility: { ...visibility },
  pinned: { start: [...pinned.start], end: [...pinned.end] },
  sizes: { ...sizes },
  density,
})

/** Columns, widths and density of a table as this person left them, in whatever browser. */
export function useTablePreference<Row>(table: string, columns: readonly DataColumn<Row>[]) {
  const stored = usePreferences().tables[table]
  const view = useMemo(() => readView(stored ?? {}, columns, initialView(columns)), [stored, columns])
  const setView = useCallback(
    (next: TableView) => {
      const preference = preferenceOf(next)
      if (!dequal(preference, preferenceOf(view))) void updatePreferences({ tables: { [table]: preference } })
    },
    [table, view],
  )
  const setColumns = useCallback((choice: ColumnChoice) => setView({ ...view, ...choice }), [setView, view])
  return { view, setView, setColumns }
}

/** The columns that are shown, in their order; one that is not in the order yet comes last. */
export function shownColumns<Row>(
  columns: readonly DataColumn<Row>[],
  { order, visibility }: Pick<TableView, 'order' | 'visibility'>,
): DataColumn<Row>[] {
  const place = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length)
  return columns.filter(({ id }) => visibility[id] !== false).toSorted((a, b) => place(a.id) - place(b.id))
}
