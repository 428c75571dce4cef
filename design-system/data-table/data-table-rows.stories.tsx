import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent as user, waitFor, within } from 'storybook/test'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../primitives/button/button.tsx'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './state/data-table-props.ts'
import { type PurchaseRow, purchases } from './testing/purchases.ts'
import { focusedCell, idOf, storyRows as rows, StoryTable, storyBase, storyColumns } from './testing/story-table.tsx'

const meta = {
  title: 'Data table/DataTable rows',
  component: DataTable<PurchaseRow>,
  args: {
    ...storyBase,
    onSelectedIdsChange: fn(),
    onAllMatchingChange: fn(),
    onExpandedIdsChange: fn(),
    onRowOpen: fn(),
  },
  render: args => <StoryTable {...args} />,
  globals: { locale: 'en-US' },
} satisfies Meta<typeof DataTable<PurchaseRow>>
export default meta
type Story = StoryObj<typeof meta>

const bulk = (
  <>
    <Button size="sm">Approve</Button>
    <Button size="sm">Assign</Button>
  </>
)
const chosen = fn()
const clipboard = () => navigator.clipboard.readText()
const bodyCell = (canvas: { getAllByRole: (role: string) => HTMLElement[] }, row: number, col: number) => {
  const cell = canvas.getAllByRole('row')[row]?.querySelector<HTMLElement>(`[data-col="${col}"]`)
  if (!cell) throw new Error(`no cell ${row} ${col}`)
  return cell
}

export const Selection: Story = {
  args: { selectedIds: new Set<string>(), bulkActions: bulk },
  play: async ({ canvas, userEvent, args }) => {
    const all = canvas.getByRole<HTMLInputElement>('checkbox', { name: 'Select all loaded rows' })
    await userEvent.click(canvas.getByRole('checkbox', { name: `Select ${rows[1]?.id}` }))
    await expect(all.indeterminate).toBe(true)
    await expect(canvas.getByRole('button', { name: 'Approve' })).toBeVisible()
    // Shift extends to the row that is clicked.
    await userEvent.keyboard('{Shift>}')
    await userEvent.click(canvas.getByRole('checkbox', { name: `Select ${rows[4]?.id}` }))
    await userEvent.keyboard('{/Shift}')
    await expect(args.onSelectedIdsChange).toHaveBeenLastCalledWith(new Set(rows.slice(1, 5).map(idOf)))
    await userEvent.click(all)
    await expect(all).toBeChecked()
    await userEvent.click(all)
    await expect(all).not.toBeChecked()
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Approve' })).toBeNull())
  },
}

/** The header selects the loaded rows; all matching rows are a second step that names their number. */
export const SelectAllMatching: Story = {
  args: { selectedIds: new Set<string>(), rows: rows.slice(0, 100), rowCount: 48_211, bulkActions: bulk },
  play: async ({ canvas, userEvent, args }) => {
    const all = canvas.getByRole('checkbox', { name: 'Select all loaded rows' })
    await userEvent.click(all)
    await expect(canvas.getByText('100 selected', { selector: 'span.font-medium' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Select all 48,211 matching' }))
    await expect(args.onAllMatchingChange).toHaveBeenLastCalledWith(true)
    await expect(canvas.getByText('48,211 selected', { selector: 'span.font-medium' })).toBeVisible()
    // Deselecting one row leaves the other loaded ones.
    await userEvent.click(canvas.getByRole('checkbox', { name: `Select ${rows[0]?.id}` }))
    await expect(args.onAllMatchingChange).toHaveBeenLastCalledWith(false)
    await expect(canvas.getByText('99 selected', { selector: 'span.font-medium' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }))
    await expect(all).not.toBeChecked()
  },
}

export const CellRangeCopy: Story = {
  args: { columns: storyColumns.filter(column => column.id !== 'tags') },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(bodyCell(canvas, 2, 5))
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
    await expect(document.querySelectorAll('[data-col][aria-selected="true"]')).toHaveLength(4)
    await waitFor(
      () =>
        expect(canvas.getAllByRole('status').some(region => region.textContent === '2 rows by 2 columns')).toBe(true),
      { timeout: 3000 },
    )
    await userEvent.keyboard('{Control>}c{/Control}')
    const block = [1, 2].map(i => `${rows[i]?.customer}\t${rows[i]?.country}`).join('\n')
    await waitFor(async () => expect(await clipboard()).toBe(block))
    await userEvent.keyboard('{Escape}')
    await expect(document.querySelectorAll('[data-col][aria-selected="true"]')).toHaveLength(0)
    // The pointer drags over cells; values, not labels, are copied.
    await user.pointer([
      { keys: '[MouseLeft>]', target: bodyCell(canvas, 1, 3) },
      { target: bodyCell(canvas, 3, 3) },
      { keys: '[/MouseLeft]' },
    ])
    await expect(document.querySelectorAll('[data-col][aria-selected="true"]')).toHaveLength(3)
    await userEvent.keyboard('{Control>}c{/Control}')
    await waitFor(async () =>
      expect(await clipboard()).toBe(
        rows
          .slice(0, 3)
          .map(row => row.decision)
          .join('\n'),
      ),
    )
  },
}

const detail = (row: PurchaseRow) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
    <dt className="text-fg-muted">Email</dt>
    <dd>
      <bdi>{row.email}</bdi>
    </dd>
    <dt className="text-fg-muted">Device</dt>
    <dd className="font-mono">{row.device}</dd>
    <dt className="text-fg-muted">Case</dt>
    <dd>
      <a className="inline-flex min-h-control-sm items-center text-link underline focus-ring" href="#case">
        Open case
      </a>
    </dd>
  </dl>
)

export const ExpandableRows: Story = {
  args: { renderDetail: detail, selectable: true, defaultExpandedIds: new Set([rows[2]?.id ?? '']) },
  play: async ({ canvas, userEvent, args }) => {
    const expander = canvas.getByRole('button', { name: `Details of ${rows[0]?.id}` })
    await userEvent.click(expander)
    await expect(args.onExpandedIdsChange).toHaveBeenLastCalledWith(new Set([rows[2]?.id, rows[0]?.id]))
    await expect(expander).toHaveAttribute('aria-expanded', 'true')
    await expect(canvas.getByText(rows[0]?.email ?? '')).toBeVisible()
    // Down to the detail, Enter moves inside, Escape leaves.
    await userEvent.keyboard('{ArrowDown}')
    await expect(focusedCell()).toEqual([3, 1])
    await userEvent.keyboard('{Enter}')
    await expect(document.activeElement).toHaveTextContent('Open case')
    await userEvent.keyboard('{Escape}')
    await expect(focusedCell()).toEqual([3, 1])
    const next = canvas.getByRole('link', { name: rows[1]?.id ?? '' }).getBoundingClientRect()
    const inside = canvas.getByText(rows[0]?.device ?? '').getBoundingClientRect()
    await expect(next.top).toBeGreaterThan(inside.bottom)
  },
}

export const Boundary: Story = {
  args: { boundary: { after: rows[1]?.id ?? '', content: 'Below this line, a review costs more than it saves.' } },
  play: async ({ canvas, userEvent }) => {
    const line = canvas.getByRole('row', { name: /Below this line/ })
    await expect(line).toBeVisible()
    const above = canvas.getByRole('link', { name: rows[1]?.id ?? '' }).getBoundingClientRect()
    const below = canvas.getByRole('link', { name: rows[2]?.id ?? '' }).getBoundingClientRect()
    const { top, bottom } = line.getBoundingClientRect()
    await expect([top >= above.bottom, bottom <= below.top]).toEqual([true, true])
    // The keys move over it as over a row, so that it is heard.
    const row = canvas.getByRole('row', { name: new RegExp(rows[1]?.id ?? '') })
    await userEvent.click(within(row).getAllByRole('gridcell')[2] as HTMLElement)
    await userEvent.keyboard('{ArrowDown}')
    await expect(document.activeElement).toHaveTextContent('Below this line')
  },
}

export const RowActions: Story = {
  args: {
    currentRowId: rows[1]?.id ?? null,
    rowActions: row => (
      <>
        <Button size="sm">{`Review ${row.id}`}</Button>
        <Button size="sm">{`Assign ${row.id}`}</Button>
      </>
    ),
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByRole('button', { name: `Review ${rows[1]?.id}` })).toBeNull()
    await userEvent.hover(bodyCell(canvas, 2, 4))
    const action = canvas.getByRole('button', { name: `Review ${rows[1]?.id}` })
    await expect(action).toBeVisible()
    // The background of an action is that of its row, which differs for the current row.
    const ground = (element: Element | null | undefined) => element && getComputedStyle(element).backgroundColor
    await expect(ground(action.parentElement)).toBe(ground(action.closest('[role=row]')))
    // In forced colors every row has the system background.
    await expect(ground(action.parentElement) === ground(bodyCell(canvas, 3, 4).closest('[role=row]'))).toBe(
      matchMedia('(forced-colors: active)').matches,
    )
    await userEvent.click(bodyCell(canvas, 1, 3))
    await userEvent.keyboard('{End}{F2}')
    await expect(canvas.getByRole('button', { name: `Review ${rows[0]?.id}` })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect(document.activeElement).toHaveAttribute('role', 'gridcell')
  },
}

/** The menu of a row stays open while the pointer moves to it, and beyond. */
export const RowMenu: Story = {
  args: {
    rowActions: row => (
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm">{`More of ${row.id}`}</Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={chosen}>Open case</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    ),
  },
  play: async ({ canvas }) => {
    chosen.mockClear()
    await user.hover(bodyCell(canvas, 2, 4))
    await user.click(canvas.getByRole('button', { name: `More of ${rows[1]?.id}` }))
    const item = await screen.findByRole('menuitem', { name: 'Open case' })
    await user.hover(item)
    await expect(item).toBeInTheDocument()
    await user.click(item)
    await expect(chosen).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.hover(bodyCell(canvas, 4, 4))
    await expect(canvas.getByRole('button', { name: `More of ${rows[3]?.id}` })).toBeVisible()
  },
}

const now = purchases(40)
/** New records wait until the user requests them; a record that is removed passes its focus to the next. */
function Live(args: DataTableProps<PurchaseRow>) {
  const [shown, setShown] = useState(now.slice(12))
  const [waiting, setWaiting] = useState(0)
  return (
    <>
      <div className="mbe-6 flex gap-2">
        <Button onClick={() => setWaiting(12)}>Poll</Button>
        <Button onClick={() => setShown(list => list.filter((_, i) => i !== 3))}>Decide the fourth</Button>
      </div>
      <StoryTable
        {...args}
        rows={shown}
        rowCount={shown.length}
        newCount={waiting}
        onShowNew={() => {
          setShown(now)
          setWaiting(0)
        }}
      />
    </>
  )
}
export const LiveUpdates: Story = {
  render: args => <Live {...args} />,
  play: async ({ canvas, userEvent }) => {
    const first = now[12]
    await userEvent.click(canvas.getByRole('button', { name: 'Poll' }))
    const notice = await canvas.findByRole('button', { name: '12 new' })
    await expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent(first?.id ?? '')
    await userEvent.click(notice)
    await expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent(now[0]?.id ?? '')
    // The focus stays with its row when that moves, and with its position when the row is removed.
    await userEvent.click(bodyCell(canvas, 6, 2))
    const decide = canvas.getByRole('button', { name: 'Decide the fourth' })
    decide.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await waitFor(() => expect(focusedCell()).toEqual([6, 3]))
    await userEvent.keyboard('{ArrowUp}')
    await expect(focusedCell()).toEqual([5, 3])
    decide.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await waitFor(
      () =>
        expect(
          canvas
            .getAllByRole('status')
            .some(region => region.textContent === `The row was removed. The focus is now on ${now[5]?.id}.`),
        ).toBe(true),
      { timeout: 3000 },
    )
    await expect(focusedCell()).toEqual([5, 3])
  },
}

const odd: PurchaseRow[] = [
  ...rows.slice(0, 2),
  { ...(rows[2] as PurchaseRow), customer: 'x'.repeat(10_000), score: -5, amount: -1e15, currency: 'ZZZZ' },
  {
    ...(rows[3] as PurchaseRow),
    customer: '👩🏽‍🚀 Zo\u0308e\u0301 🇱🇹\nsecond line',
    at: Number.NaN,
    country: 'Atlantis',
    amount: Number.NaN,
  },
  {
    ...(rows[4] as PurchaseRow),
    customer: '',
    score: null,
    country: '',
    decision: 'quarantine' as PurchaseRow['decision'],
    tags: ['a', 'a'],
  },
  { ...(rows[5] as PurchaseRow), id: rows[0]?.id ?? '', score: 1e12 },
]
/** Invalid data: shown unchanged, nothing throws, ids that are not unique are reported. */
export const OddData: Story = {
  args: {
    rows: odd,
    rowCount: odd.length,
    processing: 'client',
    columns: storyColumns.map(column => ({ ...column, initiallyHidden: false })),
    defaultView: { sorting: [{ id: 'score', desc: true }] },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('row')).toHaveLength(odd.length + 1)
    await expect(canvas.getByText('quarantine')).toBeVisible()
    await expect(canvas.getByText('Atlantis')).toBeVisible()
    const long = canvas.getByText(/^x+$/)
    await expect(long.getBoundingClientRect().height).toBeLessThan(40)
  },
}
export const OneRow: Story = { args: { rows: rows.slice(0, 1), rowCount: 1 } }
