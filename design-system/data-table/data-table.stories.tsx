import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { createColumns } from './columns.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { purchases, type PurchaseRow } from './fixtures.ts'
import type { SortingState } from './index.ts'

const c = createColumns<PurchaseRow>()
const columns = [
  c.idLink('id', { labelId: 'DesignSystem.Story.PurchaseId', value: row => row.id, sortable: true, size: 148 }),
  c.dateTime('at', { labelId: 'DesignSystem.Story.TransactionDate', value: row => row.at, sortable: true }),
  c.score('score', { labelId: 'DesignSystem.Story.RiskScore', value: row => row.score, sortable: true }),
  c.decision('decision', { labelId: 'DesignSystem.Story.Decision', value: row => row.decision }),
  c.decision('reviewDecision', { labelId: 'DesignSystem.Story.ReviewDecision', value: row => row.reviewDecision, size: 140 }),
  c.text('customer', { labelId: 'DesignSystem.Story.Customer', value: row => row.customer }),
  c.country('country', { labelId: 'DesignSystem.Story.Country', value: row => row.country }),
  c.tags('tags', { labelId: 'DesignSystem.Story.Tags', value: row => row.tags, initiallyHidden: true }),
  c.money('amount', { labelId: 'DesignSystem.Story.Amount', value: row => row.amount, currency: row => row.currency, sortable: true }),
]
const rows = purchases(214)
const manyRows = purchases(100_000)

const base = {
  label: 'Purchases', columns, rows, getRowId: (row: PurchaseRow) => row.id, rowCount: 214,
  toolbar: <><span className="font-medium">214 events</span><span className="text-xs text-fg-muted">0.4 s, newest first</span></>,
  footerStart: <span>Rows 1–100 of 214</span>,
}

function Controlled(args: DataTableProps<PurchaseRow>) {
  const [sorting, setSorting] = useState<SortingState>(args.sorting ?? [{ id: 'at', desc: true }])
  const [current, setCurrent] = useState<string | null>(args.currentRowId ?? null)
  const [selected, setSelected] = useState<ReadonlySet<string> | undefined>(args.selectedIds)
  return (
    <div className="flex flex-col" style={{ height: 600 }}>
      <DataTable
        {...args}
        sorting={sorting}
        onSortingChange={next => { setSorting(next); args.onSortingChange?.(next) }}
        currentRowId={current}
        onCurrentRowChange={id => { setCurrent(id); args.onCurrentRowChange?.(id) }}
        {...(selected ? { selectedIds: selected, onSelectedIdsChange: (ids: ReadonlySet<string>) => { setSelected(ids); args.onSelectedIdsChange?.(ids) } } : {})}
        className="flex-1"
      />
    </div>
  )
}

const meta = {
  title: 'Data table/DataTable',
  component: DataTable<PurchaseRow>,
  args: { ...base, onSortingChange: fn(), onRowOpen: fn(), onCurrentRowChange: fn() },
  render: args => <Controlled {...args} />,
} satisfies Meta<typeof DataTable<PurchaseRow>>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { selectedIds: new Set<string>(), currentRowId: rows[0]?.id ?? null } }
export const WithoutSelection: Story = {}
export const Loading: Story = { args: { status: 'loading', selectedIds: new Set<string>() } }
export const Refreshing: Story = { args: { status: 'refreshing', currentRowId: rows[0]?.id ?? null } }
export const Empty: Story = { args: { status: 'empty', rows: [] } }
export const NoResults: Story = { args: { status: 'noResults', rows: [] } }
export const Failed: Story = { args: { status: 'error', rows: [], onRetry: fn() } }
export const NoAccess: Story = { args: { status: 'noAccess', rows: [] } }
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const Compact: Story = { ...Playground, globals: { density: 'compact' } }
export const German: Story = { ...Playground, globals: { locale: 'de-DE' } }

export const Sorting: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const score = canvas.getByRole('button', { name: 'Risk score' })
    await userEvent.click(score)
    await expect(args.onSortingChange).toHaveBeenLastCalledWith([{ id: 'score', desc: true }])
    await expect(canvas.getByRole('columnheader', { name: /Risk score/ })).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(score)
    await expect(args.onSortingChange).toHaveBeenLastCalledWith([{ id: 'score', desc: false }])
    await userEvent.click(score)
    await expect(args.onSortingChange).toHaveBeenLastCalledWith([])
  },
}

const focused = () => {
  const cell = document.activeElement?.closest('[data-col]')
  return [Number(cell?.parentElement?.getAttribute('aria-rowindex')), Number(cell?.getAttribute('aria-colindex'))]
}

export const KeyboardGrid: Story = {
  args: { selectedIds: new Set<string>(), onSelectedIdsChange: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Purchase ID' }))
    await expect(focused()).toEqual([1, 2])
    await userEvent.keyboard('{ArrowDown}')
    await expect(focused()).toEqual([2, 2])
    await expect(canvas.getByRole('link', { name: rows[0]?.id ?? '' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(focused()).toEqual([2, 3])
    await userEvent.keyboard('{End}')
    await expect(focused()).toEqual([2, 9])
    await userEvent.keyboard('{Home}')
    await expect(focused()).toEqual([2, 1])
    await userEvent.keyboard(' ')
    await expect(args.onSelectedIdsChange).toHaveBeenLastCalledWith(new Set([rows[0]?.id]))
    await userEvent.keyboard('{Control>}{End}{/Control}')
    await expect(focused()).toEqual([215, 9])
    await userEvent.keyboard('{PageUp}')
    await expect(focused()[0]).toBeLessThan(210)
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}{Enter}')
    await expect(args.onRowOpen).toHaveBeenLastCalledWith(rows[0])
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Control>}c{/Control}')
  },
}

export const RightToLeft: Story = {
  ...Playground,
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    const row = canvas.getAllByRole('row')[1]
    if (!row) throw new Error('no rows')
    await userEvent.click(row.querySelector('[data-col="2"]') ?? row)
    await userEvent.keyboard('{ArrowLeft}')
    await expect(focused()).toEqual([2, 4])
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(focused()).toEqual([2, 2])
  },
}

export const Selection: Story = {
  args: { selectedIds: new Set<string>() },
  play: async ({ canvas, userEvent }) => {
    const all = canvas.getByRole<HTMLInputElement>('checkbox', { name: 'Select all loaded rows' })
    await userEvent.click(canvas.getByRole('checkbox', { name: `Select ${rows[1]?.id}` }))
    await expect(all.indeterminate).toBe(true)
    await userEvent.click(all)
    await expect(all).toBeChecked()
    await userEvent.click(all)
    await expect(all).not.toBeChecked()
  },
}

export const ColumnPanel: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Columns' }))
    const menu = document.querySelector('[role="menu"]')
    await expect(menu).not.toBeNull()
    const item = [...document.querySelectorAll<HTMLElement>('[role="menuitemcheckbox"]')].find(node => node.textContent === 'Country')
    if (!item) throw new Error('no item')
    await userEvent.click(item)
    await expect(item).toHaveAttribute('aria-checked', 'false')
    await userEvent.keyboard('{Escape}')
    await expect(canvas.queryByRole('columnheader', { name: 'Country' })).toBeNull()
  },
}

export const ResizeByKeys: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Transaction date' }))
    const head = canvas.getByRole('columnheader', { name: /Transaction date/ })
    const before = head.getBoundingClientRect().width
    await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}')
    await waitFor(() => expect(head.getBoundingClientRect().width).toBe(before + 20))
  },
}

export const InfiniteLoading: Story = {
  args: { rows: rows.slice(0, 100), onEndReached: fn() },
  play: async ({ canvas, args }) => {
    const grid = canvas.getByRole('grid')
    grid.scrollTop = grid.scrollHeight
    await waitFor(() => expect(args.onEndReached).toHaveBeenCalled())
  },
}

export const Virtual100k: Story = {
  args: { rows: manyRows, rowCount: 100_000, selectedIds: new Set<string>() },
  play: async ({ canvas }) => {
    const grid = canvas.getByRole('grid')
    const visible = Math.ceil(grid.clientHeight / 36)
    for (const top of [0, 100_000, 1_800_000, grid.scrollHeight]) {
      grid.scrollTop = top
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const mounted = grid.querySelectorAll('[data-row-id]')
      await expect(mounted.length).toBeGreaterThan(5)
      await expect(mounted.length).toBeLessThanOrEqual(visible + 20)
    }
    await expect(grid).toHaveAttribute('aria-rowcount', '100001')
  },
}
