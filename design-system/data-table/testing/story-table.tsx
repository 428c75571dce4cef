import { useState } from 'react'
import { createColumns } from '../columns/columns.tsx'
import { DataTable } from '../data-table.tsx'
import type { SortKey } from '../row-index/row-index.ts'
import type { DataTableProps } from '../state/data-table-props.ts'
import { type PurchaseRow, purchases } from './purchases.ts'

/** Columns shared by the stories and the benchmark of the table. */
const c = createColumns<PurchaseRow>()
export const storyColumns = [
  c.idLink('id', { labelId: 'DesignSystem.Story.PurchaseId', value: row => row.id, sortable: true, size: 148 }),
  c.dateTime('at', { labelId: 'DesignSystem.Story.TransactionDate', value: row => row.at, sortable: true }),
  c.score('score', {
    labelId: 'DesignSystem.Story.RiskScore',
    value: row => row.score,
    sortable: true,
    size: 136,
    aggregate: 'average',
  }),
  c.decision('decision', { labelId: 'DesignSystem.Story.Decision', value: row => row.decision, sortable: true }),
  c.decision('reviewDecision', {
    labelId: 'DesignSystem.Story.ReviewDecision',
    value: row => row.reviewDecision,
    size: 140,
  }),
  c.text('customer', { labelId: 'DesignSystem.Story.Customer', value: row => row.customer, sortable: true }),
  c.country('country', { labelId: 'DesignSystem.Story.Country', value: row => row.country, sortable: true }),
  c.tags('tags', { labelId: 'DesignSystem.Story.Tags', value: row => row.tags, initiallyHidden: true }),
  c.money('amount', {
    labelId: 'DesignSystem.Story.Amount',
    value: row => row.amount,
    currency: row => row.currency,
    sortable: true,
    aggregate: 'sum',
  }),
]

/** Twelve columns of every kind, none hidden. */
export const wideColumns = [
  ...storyColumns.map(column => ({ ...column, initiallyHidden: false })),
  c.text('email', { labelId: 'DesignSystem.Story.Email', value: row => row.email, sortable: true, size: 220 }),
  c.text('device', {
    labelId: 'DesignSystem.Story.Device',
    value: row => row.device,
    sortable: true,
    mono: true,
    size: 140,
  }),
  c.number('items', { labelId: 'DesignSystem.Story.Items', value: row => row.items, sortable: true, aggregate: 'sum' }),
]

export const storyRows = purchases(214)
export const idOf = (row: PurchaseRow) => row.id

const texts = { found: '214 events', took: '0.4 s, newest first', range: 'Rows 1–100 of 214' }

export const storyBase = {
  label: 'Purchases',
  columns: storyColumns,
  rows: storyRows,
  getRowId: idOf,
  rowCount: 214,
  toolbar: (
    <>
      <span className="font-medium">{texts.found}</span>
      <span className="text-xs text-fg-muted">{texts.took}</span>
    </>
  ),
  footerStart: <span>{texts.range}</span>,
}

/** A table of 600 pixels whose owner stores the state that the table reports. */
export function StoryTable(args: DataTableProps<PurchaseRow>) {
  const [sorting, setSorting] = useState<readonly SortKey[] | undefined>(args.sorting)
  const [current, setCurrent] = useState<string | null>(args.currentRowId ?? null)
  const [selected, setSelected] = useState<ReadonlySet<string> | undefined>(args.selectedIds)
  return (
    <div className="-m-4 flex flex-col" style={{ height: 600 }}>
      <DataTable
        {...args}
        {...(sorting ? { sorting } : {})}
        onSortingChange={next => {
          if (sorting) setSorting(next)
          args.onSortingChange?.(next)
        }}
        currentRowId={current}
        onCurrentRowChange={id => {
          setCurrent(id)
          args.onCurrentRowChange?.(id)
        }}
        {...(selected
          ? {
              selectedIds: selected,
              onSelectedIdsChange: (ids: ReadonlySet<string>) => {
                setSelected(ids)
                args.onSelectedIdsChange?.(ids)
              },
            }
          : {})}
        className="flex-1"
      />
    </div>
  )
}

/** Position of the focus as exposed to assistive technology: row and column from 1. */
export function focusedCell(): [number, number] {
  const cell = document.activeElement?.closest('[data-col]')
  return [Number(cell?.parentElement?.getAttribute('aria-rowindex')), Number(cell?.getAttribute('aria-colindex'))]
}

export const frames = (count = 2) =>
  new Promise<void>(resolve => {
    const step = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => step(left - 1)))
    step(count)
  })
