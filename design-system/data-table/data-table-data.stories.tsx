import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { DataTable } from './data-table.tsx'
import { downloadText } from './export/csv.ts'
import { RowIndex, runSync } from './row-index/row-index.ts'
import { type SavedView, SavedViews } from './saved-views/saved-views.tsx'
import type { DataTableProps, DataTableStatus } from './state/data-table-props.ts'
import { type PurchaseRow, purchases } from './testing/purchases.ts'
import {
  focusedCell,
  frames,
  idOf,
  storyRows as rows,
  StoryTable,
  storyBase,
  storyColumns,
  wideColumns,
} from './testing/story-table.tsx'
import { initialView, type TableView } from './view/table-view.ts'

const manyRows = purchases(100_000)

const meta = {
  title: 'Data table/DataTable data',
  component: DataTable<PurchaseRow>,
  args: { ...storyBase, onEndReached: fn(), onSortingChange: fn() },
  render: args => <StoryTable {...args} />,
  globals: { locale: 'en-US' },
} satisfies Meta<typeof DataTable<PurchaseRow>>
export default meta
type Story = StoryObj<typeof meta>

export const InfiniteLoading: Story = {
  args: { rows: rows.slice(0, 100) },
  play: async ({ canvas, args }) => {
    const grid = canvas.getByRole('grid')
    grid.scrollTop = grid.scrollHeight
    await waitFor(() => expect(args.onEndReached).toHaveBeenCalled())
    await expect(grid).toHaveAttribute('aria-rowcount', '215')
  },
}

/** Loading rows are not counted: nothing claims that there are no rows. */
export const NotYetCounted: Story = {
  args: { rows: [], status: 'loading', processing: 'client', toolbar: undefined, columnChooser: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('grid')).toBeVisible()
    await expect(canvas.queryByText('No rows')).toBeNull()
  },
}

/** Neither are rows that could not be loaded. */
export const NotCounted: Story = {
  args: { ...NotYetCounted.args, status: 'error' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('This list could not be loaded')).toBeVisible()
    await expect(canvas.queryByText('No rows')).toBeNull()
  },
}

/**
 * A server that responds after 300 ms, and fails every time the customer is sorted by. It leaves the previous rows, or
 * none.
 */
function Server({ empties = false, ...args }: DataTableProps<PurchaseRow> & { empties?: boolean }) {
  const [view, setView] = useState<TableView>(() => initialView(storyColumns))
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ rows: readonly PurchaseRow[]; total: number; status: DataTableStatus }>({
    rows: [],
    total: 0,
    status: 'loading',
  })
  const { sorting, filters } = view
  useEffect(() => {
    const timer = setTimeout(() => {
      if (sorting[0]?.id === 'customer' && attempt === 0) return setAnswer({ rows: [], total: 0, status: 'error' })
      const order = runSync(new RowIndex(rows, storyColumns, 'en-US').order(sorting, filters))
      const found = order ? [...order].flatMap(i => rows[i] ?? []) : rows
      setAnswer({ rows: found, total: found.length, status: found.length === 0 ? 'noResults' : 'ready' })
    }, 300)
    return () => clearTimeout(timer)
  }, [sorting, filters, attempt])
  const change = (next: TableView) => {
    setView(next)
    setAttempt(0)
    if (next.sorting !== sorting || next.filters !== filters)
      setAnswer(known =>
        empties || known.rows.length === 0
          ? { rows: [], total: 0, status: 'loading' }
          : { ...known, status: 'refreshing' },
      )
  }
  return (
    <div className="-m-4 flex flex-col" style={{ height: 600 }}>
      <DataTable
        {...args}
        rows={answer.rows}
        rowCount={answer.total}
        status={answer.status}
        view={view}
        onViewChange={change}
        onRetry={() => {
          setAttempt(1)
          setAnswer({ rows: [], total: 0, status: 'loading' })
        }}
        className="flex-1"
      />
    </div>
  )
}
export const ServerMode: Story = {
  render: ({ onEndReached: _, ...args }) => <Server {...args} />,
  play: async ({ canvas, userEvent }) => {
    const grid = canvas.getByRole('grid')
    await expect(grid).toHaveAttribute('aria-busy', 'true')
    const head = canvas.getByRole('columnheader', { name: 'Risk score' }).getBoundingClientRect().top
    await canvas.findByRole('link', { name: rows[0]?.id ?? '' })
    await expect(canvas.getByRole('columnheader', { name: 'Risk score' }).getBoundingClientRect().top).toBe(head)
    await userEvent.click(canvas.getByRole('button', { name: 'Risk score' }))
    // Old rows remain, greyed out, until the new ones arrive.
    await expect(canvas.getByRole('link', { name: rows[0]?.id ?? '' })).toBeVisible()
    await expect(getComputedStyle(grid).filter).toBe('grayscale(1)')
    const best = [...rows].sort((a, b) => (b.score ?? -1) - (a.score ?? -1))[0]
    await waitFor(() => expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent(best?.id ?? ''))
    await expect(grid).not.toHaveAttribute('aria-busy')
    await userEvent.click(canvas.getByRole('button', { name: 'Customer' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(canvas.getAllByRole('rowheader').length).toBeGreaterThan(5))
  },
}

/**
 * A user who sorts and moves on before the response arrives has the focus where the keys led, and continues from there.
 */
const sortAndWalk: Story['play'] = async ({ canvas, userEvent }) => {
  await canvas.findByRole('link', { name: rows[0]?.id ?? '' })
  canvas.getByRole('button', { name: 'Risk score' }).focus()
  await userEvent.keyboard('{Enter}{Home}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}')
  const third = [...rows].sort((a, b) => (b.score ?? -1) - (a.score ?? -1))[2]
  await waitFor(() => expect(canvas.getAllByRole('rowheader')[2]).toHaveTextContent(third?.id ?? ''))
  await frames()
  await expect(focusedCell()).toEqual([4, 2])
  await userEvent.keyboard('{ArrowDown}')
  await expect(focusedCell()).toEqual([5, 2])
}
export const KeyboardBeforeTheAnswer: Story = {
  render: ({ onEndReached: _, ...args }) => <Server {...args} />,
  play: sortAndWalk,
}
export const KeyboardWithoutRows: Story = {
  render: ({ onEndReached: _, ...args }) => <Server {...args} empties />,
  play: sortAndWalk,
}

/** Whether the view shows rows at this moment: cells, or their text during a fast scroll. */
function covered(grid: HTMLElement): boolean {
  const box = grid.getBoundingClientRect()
  const flight = grid.querySelector<HTMLElement>('[data-slot="data-table-fast-scroll"]')
  const shows = (element: Element) => {
    const own = element.getBoundingClientRect()
    return own.top < box.bottom && own.bottom > box.top + 40
  }
  if (flight && flight.style.visibility === 'visible') return shows(flight) && (flight.textContent ?? '').trim() !== ''
  return [...grid.querySelectorAll('[data-row-id]')].some(shows)
}

export const Virtual100k: Story = {
  args: {
    rows: manyRows,
    rowCount: 100_000,
    columns: wideColumns,
    selectedIds: new Set<string>(),
    processing: 'client',
    toolbar: undefined,
  },
  play: async ({ canvas, userEvent }) => {
    const grid = canvas.getByRole('grid')
    const visible = Math.ceil(grid.clientHeight / 36)
    for (const top of [0, 100_000, 1_800_000, grid.scrollHeight]) {
      grid.scrollTop = top
      await frames()
      const mounted = grid.querySelectorAll('[data-row-id]')
      await expect(mounted.length).toBeGreaterThan(5)
      await expect(mounted.length).toBeLessThanOrEqual(visible + 20)
      await expect(covered(grid)).toBe(true)
    }
    // From end to end in half a second: text is shown during the scroll, cells at its end, and the view is never blank.
    for (let i = 30; i >= 0; i--) {
      grid.scrollTop = (grid.scrollHeight * i) / 30
      await frames(1)
      await frames(1)
      await expect(covered(grid)).toBe(true)
    }
    await waitFor(() =>
      expect(grid.querySelector<HTMLElement>('[data-slot="data-table-fast-scroll"]')?.style.visibility).toBe('hidden'),
    )
    await expect(canvas.getByRole('link', { name: manyRows[0]?.id ?? '' })).toBeVisible()
    await expect(grid).toHaveAttribute('aria-rowcount', '100001')
    await userEvent.click(canvas.getByRole('button', { name: 'Amount' }))
    let dearest = manyRows[0]
    for (const row of manyRows) if (row.amount > (dearest?.amount ?? 0)) dearest = row
    await waitFor(() => expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent(dearest?.id ?? ''), {
      timeout: 8000,
    })
  },
}

export const Export: Story = {
  args: {
    exportName: 'purchases',
    columns: storyColumns.filter(column => column.id !== 'tags').slice(0, 4),
    processing: 'client',
    defaultView: { sorting: [{ id: 'id', desc: false }] },
  },
  play: async ({ canvas, userEvent }) => {
    const files: Blob[] = []
    const real = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (file: Blob) => {
      files.push(file)
      return real(file)
    }
    try {
      for (const name of ['Download CSV', 'Download JSON']) {
        await userEvent.click(await canvas.findByRole('button', { name: 'Export' }))
        await userEvent.click(await screen.findByRole('menuitem', { name }))
        await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
      }
      await waitFor(() => expect(files).toHaveLength(2))
    } finally {
      URL.createObjectURL = real
    }
    const [csv = '', json = ''] = await Promise.all(files.map(file => file.text()))
    const first = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))[0]
    await expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'Purchase ID,Transaction date,Risk score,Decision',
      `${first?.id},${new Date(first?.at ?? 0).toISOString()},${first?.score ?? ''},${first?.decision}`,
    ])
    await expect((JSON.parse(json) as unknown[]).length).toBe(214)
    await expect((JSON.parse(json) as unknown[])[0]).toEqual({
      id: first?.id,
      at: new Date(first?.at ?? 0).toISOString(),
      score: first?.score,
      decision: first?.decision,
    })
    await expect(typeof downloadText).toBe('function')
  },
}

const views: SavedView<TableView>[] = [
  { id: 'all', name: 'All purchases', state: initialView(storyColumns), default: true, readOnly: true },
  {
    id: 'high',
    name: 'High risk',
    state: {
      ...initialView(storyColumns),
      sorting: [{ id: 'score', desc: true }],
      filters: [{ id: 'f', field: 'score', operator: 'gte', values: ['600'] }],
    },
  },
  {
    id: 'team',
    name: 'Team: by country',
    shared: true,
    state: { ...initialView(storyColumns), grouping: ['country'], density: 'compact' },
  },
]
function WithViews(args: DataTableProps<PurchaseRow>) {
  const [saved, setSaved] = useState(views)
  const [id, setId] = useState('all')
  const [view, setView] = useState<TableView>(views[0]?.state ?? initialView(storyColumns))
  return (
    <div className="-m-4 flex flex-col" style={{ height: 600 }}>
      <SavedViews
        className="px-page"
        views={saved}
        value={id}
        state={view}
        onValueChange={chosen => {
          setId(chosen.id)
          setView(chosen.state)
        }}
        onSave={(target, state) =>
          setSaved(list => list.map(entry => (entry.id === target ? { ...entry, state } : entry)))
        }
        onSaveAs={({ name, shared, state }) => {
          setSaved(list => [...list, { id: name, name, shared, state }])
          setId(name)
        }}
        onDelete={target => {
          setSaved(list => list.filter(entry => entry.id !== target))
          setId('all')
        }}
        onDefaultChange={target => setSaved(list => list.map(entry => ({ ...entry, default: entry.id === target })))}
      />
      <DataTable
        {...args}
        toolbar={undefined}
        processing="client"
        getRowId={idOf}
        view={view}
        onViewChange={setView}
        className="flex-1"
      />
    </div>
  )
}
export const SavedViewsStory: Story = {
  name: 'SavedViews',
  render: ({ onSortingChange: _, ...args }) => <WithViews {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'High risk' }))
    await expect(canvas.getByRole('columnheader', { name: 'Risk score' })).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(canvas.getByRole('button', { name: 'Amount' }))
    await expect(canvas.getByRole('img', { name: 'Unsaved changes' })).toBeVisible()
    const menu = async (name: string) => {
      await userEvent.click(canvas.getByRole('button', { name: 'View actions' }))
      await userEvent.click(await screen.findByRole('menuitem', { name }))
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
    await menu('Discard changes')
    await expect(canvas.getByRole('columnheader', { name: 'Risk score' })).toHaveAttribute('aria-sort', 'descending')
    await expect(canvas.queryByRole('img', { name: 'Unsaved changes' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Amount' }))
    await menu('Save as…')
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Name/ })).toHaveFocus())
    const save = screen.getByRole('button', { name: 'Save view' })
    await userEvent.keyboard('high RISK')
    await userEvent.click(save)
    await expect(await screen.findByText('Another view has this name.')).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), ' by amount')
    await userEvent.click(save)
    await waitFor(() => expect(canvas.getByRole('radio', { name: 'high RISK by amount' })).toBeChecked())
    await menu('Delete view')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete view' }))
    await waitFor(() => expect(canvas.queryByRole('radio', { name: 'high RISK by amount' })).toBeNull())
    await userEvent.click(canvas.getByRole('radio', { name: /Team: by country/ }))
    await expect(await canvas.findByRole('treegrid')).toBeVisible()
  },
}
