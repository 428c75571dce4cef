import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { Button } from '../primitives/button/button.tsx'
import { DataTable } from './data-table.tsx'
import { TableMessage } from './table-message/table-message.tsx'
import type { PurchaseRow } from './testing/purchases.ts'
import { focusedCell, storyRows as rows, StoryTable, storyBase } from './testing/story-table.tsx'

const meta = {
  title: 'Data table/DataTable',
  component: DataTable<PurchaseRow>,
  subcomponents: { TableMessage },
  args: {
    ...storyBase,
    sorting: [{ id: 'at', desc: true }],
    onSortingChange: fn(),
    onRowOpen: fn(),
    onCurrentRowChange: fn(),
  },
  render: args => <StoryTable {...args} />,
} satisfies Meta<typeof DataTable<PurchaseRow>>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  args: {
    selectedIds: new Set<string>(),
    currentRowId: rows[0]?.id ?? null,
    densityChooser: true,
    exportName: 'purchases',
  },
}
export const Basic: Story = {}
export const Loading: Story = { args: { status: 'loading', selectedIds: new Set<string>() } }
export const Refreshing: Story = { args: { status: 'refreshing', currentRowId: rows[0]?.id ?? null } }
export const Empty: Story = { args: { status: 'empty', rows: [] } }
export const NoResults: Story = { args: { status: 'noResults', rows: [] } }
export const Failed: Story = { args: { status: 'error', rows: [], onRetry: fn() } }
export const NoAccess: Story = { args: { status: 'noAccess', rows: [] } }
export const Partial: Story = { args: { partialCount: 10_000 } }
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const Compact: Story = { ...Playground, globals: { density: 'compact' } }
export const German: Story = { ...Playground, globals: { locale: 'de-DE' } }
export const TableMode: Story = {
  args: { mode: 'table', rows: rows.slice(0, 8) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('table', { name: 'Purchases' })).toBeVisible()
    await expect(canvas.queryByRole('grid')).toBeNull()
  },
}

const cell = 'flex h-[18rem] min-w-0 flex-col overflow-hidden rounded-card border border-line-subtle'
const few = {
  ...storyBase,
  rows: rows.slice(0, 4),
  toolbar: undefined,
  footerStart: undefined,
  columnChooser: false,
  gutter: 'card' as const,
  narrow: 'scroll' as const,
}

/** Every state in one picture: the header never moves. */
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-2 gap-3">
      {(['ready', 'loading', 'refreshing', 'empty', 'noResults', 'error', 'noAccess'] as const).map(status => (
        <div key={status} className={cell}>
          <DataTable<PurchaseRow>
            {...few}
            label={status}
            status={status}
            rows={status === 'ready' || status === 'refreshing' ? few.rows : []}
            currentRowId={rows[0]?.id ?? null}
            onRetry={() => undefined}
            className="flex-1"
          />
        </div>
      ))}
      <div className={cell}>
        <DataTable<PurchaseRow> {...few} label="partial" partialCount={10_000} className="flex-1" />
      </div>
    </div>
  ),
}
export const EveryState: Story = {
  ...Matrix,
  play: async ({ canvas }) => {
    const tops = canvas
      .getAllByRole('grid')
      .slice(0, 7)
      .map(grid => grid.querySelector('[role="row"]')?.getBoundingClientRect().top ?? 0)
    // Two side by side: their headers are at the same height whatever is below them.
    for (let i = 0; i + 1 < 7; i += 2) await expect(tops[i]).toBe(tops[i + 1])
    await expect(canvas.getByRole('grid', { name: 'refreshing' })).toHaveAttribute('aria-busy', 'true')
    await expect(getComputedStyle(canvas.getByRole('grid', { name: 'refreshing' })).filter).toBe('grayscale(1)')
  },
}

export const KeyboardGrid: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  args: { selectedIds: new Set<string>(), onSelectedIdsChange: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Purchase ID' }))
    await expect(focusedCell()).toEqual([1, 2])
    await userEvent.keyboard('{ArrowDown}')
    await expect(focusedCell()).toEqual([2, 2])
    await expect(canvas.getByRole('link', { name: rows[0]?.id ?? '' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(focusedCell()).toEqual([2, 3])
    await userEvent.keyboard('{End}')
    await expect(focusedCell()).toEqual([2, 9])
    await userEvent.keyboard('{Home}')
    await expect(focusedCell()).toEqual([2, 1])
    await userEvent.keyboard(' ')
    await expect(args.onSelectedIdsChange).toHaveBeenLastCalledWith(new Set([rows[0]?.id]))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Shift>} {/Shift}')
    await expect(args.onSelectedIdsChange).toHaveBeenLastCalledWith(new Set(rows.slice(0, 3).map(row => row.id)))
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect(args.onSelectedIdsChange).toHaveBeenLastCalledWith(new Set(rows.map(row => row.id)))
    await userEvent.keyboard('{Control>}{End}{/Control}')
    await expect(focusedCell()).toEqual([215, 9])
    await userEvent.keyboard('{PageUp}')
    await expect(focusedCell()[0]).toBeLessThan(210)
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}{Enter}')
    await expect(args.onRowOpen).toHaveBeenLastCalledWith(rows[0])
    await userEvent.keyboard('{ArrowUp}{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(document.querySelector('[role="menu"]')).not.toBeNull())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Purchase ID' })).toHaveFocus())
    await userEvent.tab()
    await expect(document.activeElement?.closest('[role="grid"]')).toBeNull()
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
    await expect(focusedCell()).toEqual([2, 4])
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(focusedCell()).toEqual([2, 2])
    // A block is extended in the visual direction, too.
    await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}')
    await expect(row.querySelectorAll('[data-col][aria-selected="true"]')).toHaveLength(2)
    const head = canvas.getAllByRole('columnheader')[2]
    const id = canvas.getAllByRole('columnheader')[1]
    await expect(head?.getBoundingClientRect().right).toBeLessThanOrEqual((id?.getBoundingClientRect().left ?? 0) + 1)
  },
}

export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    selectedIds: new Set([rows[0]?.id ?? '']),
    partialCount: 10_000,
    newCount: 12,
    exportName: 'purchases',
    densityChooser: true,
    bulkActions: <Button size="sm">[Approve]</Button>,
  },
  render: args => (
    <div className="w-[44rem] max-w-full">
      <StoryTable {...args} />
    </div>
  ),
}

/** In a container of 320 pixels the records are cards. */
export const Narrow320: Story = {
  args: { selectedIds: new Set<string>(), rowActions: row => <Button size="sm">{`Review ${row.id}`}</Button> },
  render: args => (
    <div className="w-[20rem] max-w-full p-4">
      <StoryTable {...args} />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const cards = await canvas.findAllByRole('listitem')
    await expect(cards.length).toBeGreaterThan(2)
    await expect(cards[0]?.getBoundingClientRect().width).toBeLessThanOrEqual(320)
    await expect(canvas.queryByRole('grid')).toBeNull()
    await userEvent.click(canvas.getByRole('checkbox', { name: `Select ${rows[0]?.id}` }))
    await expect(canvas.getByText('1 selected', { selector: 'span.font-medium' })).toBeVisible()
  },
}

/** Marks that rely on colour elsewhere have a border or a bar; run with forced colours. */
export const ForcedColors: Story = {
  args: {
    selectedIds: new Set([rows[1]?.id ?? '']),
    currentRowId: rows[0]?.id ?? null,
    newCount: 3,
    partialCount: 100,
  },
}
