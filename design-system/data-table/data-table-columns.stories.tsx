import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import { createColumns } from './columns/columns.tsx'
import { DataTable } from './data-table.tsx'
import type { ColumnFilter } from './model/column-filter.ts'
import type { PurchaseRow } from './testing/purchases.ts'
import { storyRows as rows, StoryTable, storyBase, wideColumns } from './testing/story-table.tsx'

const meta = {
  title: 'Data table/DataTable columns',
  component: DataTable<PurchaseRow>,
  args: {
    ...storyBase,
    toolbar: undefined,
    processing: 'client',
    multiSort: true,
    onSortingChange: fn(),
    onFiltersChange: fn(),
    onViewChange: fn(),
  },
  render: args => <StoryTable {...args} />,
} satisfies Meta<typeof DataTable<PurchaseRow>>
export default meta
type Story = StoryObj<typeof meta>

type Canvas = ReturnType<typeof within>
const heads = (canvas: Canvas) =>
  canvas.getAllByRole('columnheader').map((head: HTMLElement) => head.querySelector('bdi')?.textContent ?? '')
const firstIds = (canvas: Canvas, count: number) =>
  canvas
    .getAllByRole('rowheader')
    .slice(0, count)
    .map((cell: HTMLElement) => cell.textContent)
async function openMenu(canvas: Canvas, userEvent: { click: (element: Element) => Promise<void> }, name: string) {
  await userEvent.click(canvas.getByRole('button', { name: `Column menu: ${name}` }))
  await screen.findByRole('menu')
}
const pick = async (userEvent: { click: (element: Element) => Promise<void> }, name: string) => {
  await userEvent.click(await screen.findByRole('menuitem', { name }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
}
const heard = (canvas: Canvas, text: RegExp | string) =>
  waitFor(
    () =>
      expect(
        canvas
          .getAllByRole('status')
          .some((region: HTMLElement) =>
            typeof text === 'string' ? region.textContent === text : text.test(region.textContent ?? ''),
          ),
      ).toBe(true),
    { timeout: 3000 },
  )

export const Sorting: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const score = canvas.getByRole('button', { name: 'Risk score' })
    await userEvent.click(score)
    await expect(args.onSortingChange).toHaveBeenLastCalledWith([{ id: 'score', desc: true }])
    await expect(canvas.getByRole('columnheader', { name: 'Risk score' })).toHaveAttribute('aria-sort', 'descending')
    const best = [...rows].sort((a, b) => (b.score ?? -1) - (a.score ?? -1))[0]
    await expect(firstIds(canvas, 1)).toEqual([best?.id])
    await heard(canvas, 'Sorted by Risk score, descending')
    // A further key with Shift: marked 1 and 2, announced on the first only.
    await userEvent.keyboard('{Shift>}')
    await userEvent.click(canvas.getByRole('button', { name: 'Decision' }))
    await userEvent.keyboard('{/Shift}')
    await expect(args.onSortingChange).toHaveBeenLastCalledWith([
      { id: 'score', desc: true },
      { id: 'decision', desc: false },
    ])
    await expect(canvas.getByRole('columnheader', { name: 'Decision' })).toHaveAttribute('aria-sort', 'none')
    await expect(canvas.getByRole('columnheader', { name: 'Decision' })).toHaveTextContent('2')
    await openMenu(canvas, userEvent, 'Amount')
    await pick(userEvent, 'Sort ascending')
    await expect(args.onSortingChange).toHaveBeenLastCalledWith([{ id: 'amount', desc: false }])
  },
}

/** One array of conditions, edited by the menus and by the owner of the state. */
function Shared(args: Story['args'] & object) {
  const [filters, setFilters] = useState<readonly ColumnFilter[]>([])
  return (
    <>
      <p data-testid="model" className="mbe-4 text-xs text-fg-muted">
        {filters.map(filter => `${filter.field} ${filter.operator} ${filter.values.join(' ')}`).join(', ') || 'none'}
      </p>
      <StoryTable
        {...storyBase}
        {...args}
        toolbar={undefined}
        filters={filters}
        onFiltersChange={setFilters}
        {...{ label: 'Purchases', labelledBy: undefined as never }}
      />
    </>
  )
}

export const MultiFilter: Story = {
  globals: { locale: 'en-US' },
  render: args => <Shared {...args} />,
  play: async ({ canvas, userEvent }) => {
    await openMenu(canvas, userEvent, 'Risk score')
    await pick(userEvent, 'Filter…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter Risk score' }))
    await userEvent.type(dialog.getByRole('spinbutton', { name: 'Value' }), '600')
    const high = rows.filter(row => (row.score ?? 0) >= 600)
    await expect(canvas.getByText(`${high.length} of 214 rows`, { selector: 'span' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Risk score' })).toHaveFocus())
    await openMenu(canvas, userEvent, 'Decision')
    await pick(userEvent, 'Filter…')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Reject' }))
    await userEvent.keyboard('{Escape}')
    await expect(canvas.getByTestId('model')).toHaveTextContent('score gte 600, decision in reject')
    const both = high.filter(row => row.decision === 'reject')
    await heard(canvas, `${both.length} of 214 rows`)
    await openMenu(canvas, userEvent, 'Risk score')
    await pick(userEvent, 'Clear filter')
    await expect(canvas.getByTestId('model')).toHaveTextContent('decision in reject')
    // An empty result is reported, with a way to reset the filter.
    await openMenu(canvas, userEvent, 'Customer')
    await pick(userEvent, 'Filter…')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Value' }), 'nobody')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(await canvas.findByRole('button', { name: 'Clear all filters' }))
    await expect(canvas.getByText('214 rows')).toBeVisible()
  },
}

export const ColumnPanel: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Columns' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Columns' }))
    await expect(panel.getByRole('checkbox', { name: 'Purchase ID' })).toBeDisabled()
    await userEvent.click(panel.getByRole('checkbox', { name: 'Country' }))
    await expect(heads(canvas)).not.toContain('Country')
    await userEvent.click(panel.getByRole('button', { name: 'Move Amount towards the start' }))
    await expect(heads(canvas).indexOf('Amount')).toBe(heads(canvas).indexOf('Customer') - 1)
    await userEvent.click(panel.getByRole('button', { name: 'Pin Decision to the start' }))
    await expect(heads(canvas).slice(0, 2)).toEqual(['Purchase ID', 'Decision'])
    await userEvent.click(panel.getByRole('button', { name: 'Reset columns' }))
    await expect(heads(canvas)).toContain('Country')
    await expect(heads(canvas)[1]).toBe('Transaction date')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Columns' })).toHaveFocus())
  },
}

export const PinnedBothSides: Story = {
  globals: { locale: 'en-US' },
  args: { columns: wideColumns, selectable: true },
  play: async ({ canvas, userEvent }) => {
    await openMenu(canvas, userEvent, 'Amount')
    await pick(userEvent, 'Pin to the end')
    const grid = canvas.getByRole('grid')
    grid.scrollLeft = 500
    await waitFor(() => expect(grid.scrollLeft).toBe(500))
    const box = grid.getBoundingClientRect()
    const amount = canvas.getByRole('columnheader', { name: 'Amount' }).getBoundingClientRect()
    const id = canvas.getByRole('columnheader', { name: 'Purchase ID' }).getBoundingClientRect()
    await expect(Math.abs(box.left + grid.clientWidth - amount.right)).toBeLessThanOrEqual(1)
    await expect(Math.abs(box.left + 52 - id.left)).toBeLessThanOrEqual(1)
    // A focused cell is never covered by a pinned one.
    canvas.getByRole('button', { name: 'Purchase ID' }).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
    const cell = document.activeElement?.getBoundingClientRect()
    await expect(cell?.left).toBeGreaterThanOrEqual(id.right - 1)
    await expect(cell?.right).toBeLessThanOrEqual(amount.left + 1)
  },
}

export const Reorder: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await openMenu(canvas, userEvent, 'Risk score')
    await pick(userEvent, 'Move towards the start')
    await expect(heads(canvas).slice(0, 3)).toEqual(['Purchase ID', 'Risk score', 'Transaction date'])
    await heard(canvas, 'Risk score moved one place towards the start')
    // Dragging a header is an additional way.
    const from = canvas.getByRole('columnheader', { name: 'Decision' })
    const to = canvas.getByRole('columnheader', { name: 'Risk score' }).getBoundingClientRect()
    const start = from.getBoundingClientRect()
    const at = (box: DOMRect, offset = 0) => ({
      clientX: box.left + 30 + offset,
      clientY: box.top + 10,
      button: 0,
      buttons: 1,
      isPrimary: true,
      bubbles: true,
      pointerId: 1,
    })
    await userEvent.hover(from)
    from.dispatchEvent(new PointerEvent('pointerdown', at(start)))
    for (const [box, offset] of [
      [start, -12],
      [start, -40],
      [to, 10],
      [to, 0],
    ] as const) {
      document.dispatchEvent(new PointerEvent('pointermove', at(box, offset)))
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    document.dispatchEvent(new PointerEvent('pointerup', at(to)))
    await waitFor(() => expect(heads(canvas).slice(0, 3)).toEqual(['Purchase ID', 'Decision', 'Risk score']))
    // A click within 50 ms of a drop belongs to the drop, and does nothing.
    await new Promise(resolve => setTimeout(resolve, 60))
    await openMenu(canvas, userEvent, 'Country')
    await pick(userEvent, 'Hide column')
    await expect(heads(canvas)).not.toContain('Country')
  },
}

export const Resize: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    const head = canvas.getByRole('columnheader', { name: 'Transaction date' })
    const width = () => head.getBoundingClientRect().width
    const before = width()
    canvas.getByRole('button', { name: 'Transaction date' }).focus()
    await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}')
    await waitFor(() => expect(width()).toBe(before + 20))
    // Resize mode: Escape restores, Enter commits.
    await openMenu(canvas, userEvent, 'Transaction date')
    await pick(userEvent, 'Change width…')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Transaction date' })).toHaveFocus())
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
    await waitFor(() => expect(width()).toBe(before + 80))
    await heard(canvas, `Transaction date, ${before + 80} pixels`)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(width()).toBe(before + 20))
    await openMenu(canvas, userEvent, 'Transaction date')
    await pick(userEvent, 'Change width…')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Transaction date' })).toHaveFocus())
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    await waitFor(() => expect(width()).toBe(before + 10))
    await openMenu(canvas, userEvent, 'Transaction date')
    await pick(userEvent, 'Fit width to content')
    const cell = canvas.getAllByRole('gridcell')[0]
    await expect(cell?.scrollWidth).toBeLessThanOrEqual(cell?.clientWidth ?? 0)
    await expect(width()).toBeLessThan(before + 10)
    // The pointer drags the edge.
    const edge = head.querySelector('[data-resizer]')
    const box = edge?.getBoundingClientRect()
    const now = width()
    edge?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, clientX: box?.x ?? 0, clientY: box?.y ?? 0 }))
    document.dispatchEvent(
      new MouseEvent('mousemove', { bubbles: true, clientX: (box?.x ?? 0) + 40, clientY: box?.y ?? 0 }),
    )
    document.dispatchEvent(
      new MouseEvent('mouseup', { bubbles: true, clientX: (box?.x ?? 0) + 40, clientY: box?.y ?? 0 }),
    )
    await waitFor(() => expect(width()).toBe(now + 40))
  },
}

export const Grouping: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await openMenu(canvas, userEvent, 'Decision')
    await pick(userEvent, 'Group by this column')
    const grid = canvas.getByRole('treegrid')
    const approved = rows.filter(row => row.decision === 'approve').length
    const head = canvas.getByRole('row', { name: new RegExp(`Approve.*${approved} rows`) })
    await expect(head).toHaveAttribute('aria-expanded', 'true')
    // The arrow in reading direction opens, the other one closes.
    await userEvent.click(canvas.getByRole('button', { name: 'Purchase ID' }))
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
    await expect(head).toHaveAttribute('aria-expanded', 'false')
    await expect(grid).toHaveAttribute(
      'aria-rowcount',
      String(214 - approved + new Set(rows.map(row => row.decision)).size + 1),
    )
    await userEvent.keyboard('{ArrowRight}')
    await expect(head).toHaveAttribute('aria-expanded', 'true')
    await openMenu(canvas, userEvent, 'Country')
    await pick(userEvent, 'Group by this column')
    await expect(
      canvas.getAllByRole('row').filter(row => row.getAttribute('aria-level') === '2').length,
    ).toBeGreaterThan(0)
    await expect(canvas.getAllByText('average').length).toBeGreaterThan(0)
    // Headers of the groups stay visible.
    grid.scrollTop = 400
    await waitFor(() => expect(grid.querySelectorAll('.sticky [data-group]')).toHaveLength(2))
  },
}
export const GroupedTwice: Story = {
  args: { defaultView: { grouping: ['decision', 'country'] }, columns: wideColumns },
}
export const GroupedRightToLeft: Story = { ...GroupedTwice, globals: { locale: 'ar-AE' } }

const c = createColumns<PurchaseRow>()
const hundred = [
  ...wideColumns.slice(0, 4),
  ...Array.from({ length: 96 }, (_, i) =>
    c.number(`n${i}`, { label: `Figure ${i + 1}`, value: row => row.items * (i + 1) }),
  ),
]
/** Above thirty columns, rows draw the visible ones. */
export const HundredColumns: Story = {
  globals: { locale: 'en-US' },
  args: { columns: hundred },
  play: async ({ canvas, userEvent }) => {
    const grid = canvas.getByRole('grid')
    const cells = () => grid.querySelectorAll('[aria-rowindex="2"] > [data-col]')
    await waitFor(() => expect(cells().length).toBeLessThan(25))
    await expect(grid).toHaveAttribute('aria-colcount', '100')
    grid.scrollLeft = 4000
    await waitFor(() =>
      expect(canvas.getAllByRole('gridcell', { name: String(40 * (rows[0]?.items ?? 0)) })[0]).toBeVisible(),
    )
    canvas.getByRole('button', { name: 'Purchase ID' }).focus()
    await userEvent.keyboard('{ArrowDown}{End}')
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-colindex', '100'))
    const cell = document.activeElement?.getBoundingClientRect()
    const head = canvas.getByRole('columnheader', { name: 'Figure 96' }).getBoundingClientRect()
    await expect(Math.abs((cell?.left ?? 0) - head.left)).toBeLessThanOrEqual(1)
  },
}
