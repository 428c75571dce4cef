import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, spyOn, waitFor } from 'storybook/test'
import { GraphCanvas } from './graph-canvas.tsx'
import { graphViews } from './graph-toolbar.tsx'
import { layoutNames } from './layout/layouts.ts'
import { type GraphData, nodeKinds, relations } from './model/graph-model.ts'
import { largeGraph, ring } from './testing/graphs.ts'

const meta = {
  title: 'Graph/GraphCanvas',
  component: GraphCanvas,
  args: {
    label: 'Ring around locker 114',
    data: ring,
    defaultView: 'canvas',
    className: 'h-[40rem] border border-line-subtle',
    onNodeOpen: fn(),
    onSelectedChange: fn(),
    onExpand: fn(),
  },
  argTypes: { layout: { control: 'select', options: layoutNames }, view: { control: 'select', options: graphViews } },
} satisfies Meta<typeof GraphCanvas>
export default meta
type Story = StoryObj<typeof meta>

const picture = () => screen.getByRole('application', { name: 'Ring around locker 114' })
const said = () => document.querySelector('[data-slot="announcer"] [role="status"]')?.textContent ?? ''

export const Playground: Story = {}

const oneOfEach: GraphData = {
  nodes: nodeKinds.map((kind, i) => ({
    id: kind,
    kind,
    label: kind,
    score: i === 0 ? null : (i * 119) % 1000,
    ...(i === 0 ? { root: true } : {}),
  })),
  edges: nodeKinds.slice(1).map((kind, i) => ({
    source: 'event',
    target: kind,
    relation: relations[i % relations.length] ?? 'used',
    ...(i % 3 === 0 ? { count: i + 2 } : {}),
  })),
}
/** Every kind, band, relation and mark. */
export const Matrix: Story = { args: { data: oneOfEach, defaultSelected: ['user', 'ip'] } }
export const SmallRing: Story = { args: { defaultSelected: ['device'] } }
export const Both: Story = { args: { defaultView: 'both', defaultSelected: ['ip'] } }
export const Rows: Story = { args: { defaultLayout: 'breadthfirst' } }
export const Dark: Story = { globals: { theme: 'dark' }, args: { defaultSelected: ['device'] } }
export const ForcedColors: Story = { args: { defaultView: 'both', defaultSelected: ['device'] } }
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    defaultView: 'both',
    defaultSelected: ['device'],
    data: {
      ...ring,
      nodes: ring.nodes.map(node => (node.id === 'mirela' ? { ...node, label: 'ميريلا ت. (خزانة 114)' } : node)),
    },
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    defaultView: 'both',
    className: 'h-[60rem] border border-line-subtle',
    data: {
      ...ring,
      nodes: ring.nodes.map(node => ({ ...node, label: node.label.repeat(node.id === 'ip' ? 700 : 3) })),
    },
  },
  decorators: [
    Story => (
      <div className="max-w-[20rem]">
        <Story />
      </div>
    ),
  ],
}
export const Empty: Story = { args: { data: { nodes: [], edges: [] } } }
export const Loading: Story = { args: { loading: true, data: { nodes: [], edges: [] } } }
export const Failed: Story = { args: { error: 'The links could not be loaded', onRetry: fn() } }
export const Truncated: Story = { args: { total: 481, limit: 15 } }

/** Data outside the contract of the service: shown as far as it makes sense, never an error. */
export const OddData: Story = {
  args: {
    defaultView: 'both',
    data: {
      nodes: [
        { id: '', kind: 'user', label: '' },
        { id: 'a', kind: 'user', label: 'a', score: -40 },
        { id: 'a', kind: 'device', label: 'the same id', score: 1e12 },
        { id: 'b', kind: 'spaceship' as never, label: '👩‍👩‍👧‍👦 é', score: Number.NaN, time: Number.NaN },
        { id: 'c', kind: 'ip', label: 'x'.repeat(10_000), score: null, more: -3 },
      ],
      edges: [
        { source: 'a', target: 'gone', relation: 'used' },
        { source: 'a', target: 'a', relation: 'used' },
        { source: 'a', target: 'b', relation: 'teleported' as never },
        { source: '', target: 'c', relation: 'paid' },
      ],
    },
  },
  // A missing name is replaced by a mark, and a negative number of neighbours is none.
  play: async ({ canvas }) => {
    const rows = (await canvas.findAllByRole('treeitem')).map(row => row.textContent)
    await expect(rows.some(row => row.startsWith('–'))).toBe(true)
    await expect(rows.some(row => row.includes('-3'))).toBe(false)
  },
}
export const Dense500: Story = { args: { data: largeGraph(500, 640), defaultLayout: 'force', threshold: 500 } }
/** Laid out in a worker: in the meantime the rings can be read and used. */
export const Large5000: Story = {
  tags: ['no-snapshot'],
  globals: { locale: 'en-US' },
  args: {
    data: largeGraph(5000, 8000),
    limit: 5000,
    threshold: 5000,
    defaultLayout: 'force',
    label: 'Everything of one day',
  },
  // The duration of the whole layout is a matter of the benchmark; here it is stopped, and the rings stay.
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Stop' }, { timeout: 12_000 }))
    await expect(canvas.queryByRole('button', { name: 'Stop' })).toBeNull()
    await expect(canvas.getByText(/^5,000 nodes/)).toBeVisible()
  },
}

/** A picture of thousands of elements is painted once and moved as a whole; it is used like any other. */
export const LargeByPointerAndKeys: Story = {
  tags: ['no-snapshot'],
  globals: { locale: 'en-US' },
  args: {
    data: largeGraph(1200, 2400),
    threshold: 1200,
    defaultLayout: 'concentric',
    label: 'Everything of one day',
  },
  play: async ({ canvas, args, userEvent }) => {
    const host = canvas.getByRole('application', { name: 'Everything of one day' })
    const settled = () => waitFor(() => expect(host).toHaveAttribute('aria-busy', 'false'), { timeout: 5000 })
    const shown = () => [...host.querySelectorAll('canvas')].filter(layer => layer.style.visibility === 'visible')
    await settled()
    await waitFor(() => expect(shown()).toHaveLength(2))
    const { right, bottom } = host.getBoundingClientRect()
    // The lower corner at the end is empty: from there the picture is moved, and nothing is chosen.
    const from = { clientX: right - 20, clientY: bottom - 20, pointerId: 1, button: 0, isPrimary: true }
    const place = () => new DOMMatrix(getComputedStyle(shown()[0] as HTMLElement).transform)
    const before = place()
    fireEvent.pointerDown(host, from)
    fireEvent.pointerMove(host, { ...from, clientX: from.clientX - 60, clientY: from.clientY - 40 })
    await expect([place().e - before.e, place().f - before.f]).toEqual([-60, -40])
    fireEvent.pointerUp(host, { ...from, clientX: from.clientX - 60, clientY: from.clientY - 40 })
    await expect(args.onSelectedChange).not.toHaveBeenCalled()
    host.focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onNodeOpen).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'n0' }))
    await userEvent.keyboard('0 ')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(['n0'])
    await settled()
  },
}

export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    picture().focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onNodeOpen).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'device' }))
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(said()).toMatch(/links?$/), { timeout: 2000 })
    // Around the node that the arrow came from, and back.
    const reached = said()
    await userEvent.keyboard('{PageDown}')
    await waitFor(() => expect(said()).not.toBe(reached), { timeout: 2000 })
    await userEvent.keyboard('{PageUp}')
    await waitFor(() => expect(said()).toBe(reached), { timeout: 2000 })
    await userEvent.keyboard(' ')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith([expect.any(String)])
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() =>
      expect(args.onSelectedChange).toHaveBeenLastCalledWith([expect.any(String), expect.any(String)]),
    )
    await userEvent.keyboard('{+}{-}0')
    await userEvent.keyboard('{Escape}')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith([])
    await userEvent.keyboard('p')
    await expect(canvas.getByRole('button', { name: 'Unpin' })).toBeVisible()
    await userEvent.keyboard('p{Alt>}{ArrowRight}{/Alt}')
    await expect(canvas.getByRole('button', { name: 'Unpin' })).toBeVisible()
    await userEvent.keyboard('h')
    await waitFor(() => expect(canvas.getByText(/1 hidden/)).toBeVisible())
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(canvas.queryByText(/1 hidden/)).toBeNull()
    await userEvent.keyboard('{Control>}y{/Control}')
    await expect(canvas.getByText(/1 hidden/)).toBeVisible()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(expect.arrayContaining(['p1', 'p2', 'locker']))
    await userEvent.keyboard('{Escape}{Escape}')
    await expect(canvas.getByRole('radio', { name: 'Canvas' })).toHaveFocus()
  },
}

const neighbours = Array.from({ length: 12 }, (_, i) => ({
  id: `new${i}`,
  kind: 'user' as const,
  label: `New account ${i}`,
  score: i * 80,
}))

export const ExpandCollapse: Story = {
  globals: { locale: 'en-US' },
  args: {
    expandLimit: 8,
    threshold: 100,
    onExpand: fn(({ id }: { id: string }, limit: number) =>
      Promise.resolve({
        nodes: neighbours.slice(0, limit),
        edges: neighbours.map(node => ({ source: node.id, target: id, relation: 'used' as const })),
        notLoaded: 26,
      }),
    ),
  },
  play: async ({ canvas, userEvent, args }) => {
    picture().focus()
    await userEvent.keyboard('e')
    await expect(args.onExpand).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'device', more: 34 }), 8, {
      present: expect.arrayContaining(['device', 'kade']),
    })
    await waitFor(() => expect(canvas.getByText(/^27 nodes/)).toBeVisible())
    await waitFor(() => expect(said()).toBe('8 nodes added, 26 more not loaded.'), { timeout: 2000 })
    await userEvent.keyboard('c')
    await waitFor(() => expect(canvas.getByText(/^19 nodes/)).toBeVisible())
    await userEvent.keyboard('e')
    await waitFor(() => expect(canvas.getByText(/^27 nodes/)).toBeVisible())
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(canvas.getByText(/^19 nodes/)).toBeVisible())
  },
}

export const ExpandFails: Story = {
  globals: { locale: 'en-US' },
  args: { onExpand: fn(() => Promise.reject(new Error('no answer'))) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Expand' }))
    await expect(await canvas.findByText('The neighbors of dv_7f3a…c210 could not be loaded. Try again.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Expand' })).toBeEnabled()
  },
}

export const PathBetween: Story = {
  globals: { locale: 'en-US' },
  args: { defaultSelected: ['p2', 'kade'] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Find path between two selected nodes' }))
    await waitFor(() => expect(said()).toBe('Path of 5 steps.'), { timeout: 2000 })
    await expect(canvas.getByRole('button', { name: 'Stop showing the path', pressed: true })).toBeVisible()
  },
}

export const GroupAndFilter: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Group by type' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Users (6)' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.getByText(/^14 nodes/)).toBeVisible())
    await userEvent.click(canvas.getByRole('button', { name: 'Events 6', pressed: true }))
    await expect(canvas.getByText(/^8 nodes/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'shipped to', pressed: true }))
    await expect(canvas.getByText(/^8 nodes, 6 links/)).toBeVisible()
  },
}

export const TimeSlider: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('slider', { name: 'From' }).focus()
    await userEvent.keyboard(`{Shift>}${'{ArrowRight}'.repeat(19)}{/Shift}`)
    await waitFor(() => expect(canvas.getByText('2 of 19 nodes')).toBeVisible())
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(canvas.getByText('19 of 19 nodes')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Nov 1, 2026 to Nov 21, 2026' }))
    const from = await screen.findByLabelText('From', { selector: 'input' })
    await userEvent.clear(from)
    await userEvent.type(from, '2026-11-15')
    await waitFor(() => expect(canvas.getByText('11 of 19 nodes')).toBeVisible())
  },
}

export const LassoSelect: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Select with a box' }))
    const area = document.querySelector('[data-slot="graph-lasso"]')
    if (!area) throw new Error('no area to draw on')
    const box = area.getBoundingClientRect()
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: area, coords: { clientX: box.left + 1, clientY: box.top + 1 } },
      { target: area, coords: { clientX: box.right - 1, clientY: box.bottom - 1 } },
      { keys: '[/MouseLeft]', target: area, coords: { clientX: box.right - 1, clientY: box.bottom - 1 } },
    ])
    await waitFor(() =>
      expect(args.onSelectedChange).toHaveBeenLastCalledWith(expect.arrayContaining(ring.nodes.map(node => node.id))),
    )
    await expect(picture()).toHaveFocus()
  },
}

/** A free line around the start side of the picture selects the nodes inside it, and nothing else. */
export const FreeLasso: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Select with a lasso' }))
    const area = document.querySelector('[data-slot="graph-lasso"]')
    if (!area) throw new Error('no area to draw on')
    const { left, right, top, bottom } = area.getBoundingClientRect()
    const along = [
      [left + 1, top + 1],
      [(left + right) / 2, top + 1],
      [(left + right) / 2, bottom - 1],
      [left + 1, bottom - 1],
    ] as const
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: area, coords: { clientX: along[0][0], clientY: along[0][1] } },
      ...along.slice(1).map(([clientX, clientY]) => ({ target: area, coords: { clientX, clientY } })),
      { keys: '[/MouseLeft]', target: area, coords: { clientX: along[3][0], clientY: along[3][1] } },
    ])
    await waitFor(() => expect(args.onSelectedChange).toHaveBeenCalled())
    const taken = (args.onSelectedChange as ReturnType<typeof fn>).mock.lastCall?.[0] as readonly string[]
    await expect(taken.length).toBeGreaterThan(0)
    await expect(taken.length).toBeLessThan(ring.nodes.length)
    await expect(picture()).toHaveFocus()
  },
}

/** The whole picture is saved as an image, and its data as tables, GraphML and JSON. */
export const ExportFiles: Story = {
  globals: { locale: 'en-US' },
  args: { fileName: 'locker-114' },
  play: async ({ canvas, userEvent }) => {
    const saved: { name: string; blob: Blob }[] = []
    const blobs = new Map<string, Blob>()
    const make = spyOn(URL, 'createObjectURL').mockImplementation(blob => {
      const url = `blob:story-${blobs.size}`
      blobs.set(url, blob as Blob)
      return url
    })
    const click = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href)
      if (blob) saved.push({ name: this.download, blob })
    })
    try {
      for (const name of [
        'Image (PNG)',
        'Image (SVG)',
        'Nodes (CSV)',
        'Links (CSV)',
        'Graph (GraphML)',
        'Data (JSON)',
      ]) {
        await userEvent.click(canvas.getByRole('button', { name: 'Export' }))
        await userEvent.click(await screen.findByRole('menuitem', { name }))
      }
      await waitFor(() => expect(saved).toHaveLength(6))
      await expect(saved.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'locker-114.svg',
          'locker-114-nodes.csv',
          'locker-114-edges.csv',
          'locker-114.graphml',
        ]),
      )
      const [picture, data] = ['locker-114.png', 'locker-114.json'].map(
        name => saved.find(file => file.name === name)?.blob,
      )
      if (!picture || !data) throw new Error('a file is missing')
      const image = await createImageBitmap(picture)
      await expect(picture.type).toBe('image/png')
      await expect(Math.min(image.width, image.height)).toBeGreaterThan(100)
      await expect((JSON.parse(await data.text()) as { nodes: unknown[] }).nodes).toHaveLength(ring.nodes.length)
    } finally {
      make.mockRestore()
      click.mockRestore()
    }
  },
}

export const ListOnly: Story = {
  globals: { locale: 'en-US' },
  args: { defaultView: 'list' },
  play: async ({ canvas, userEvent, args }) => {
    const tree = canvas.getByRole('tree', { name: 'Ring around locker 114: list' })
    tree.focus()
    const active = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')
    await waitFor(() => expect(active()).toHaveTextContent('dv_7f3a…c210'))
    await userEvent.keyboard('{Home}')
    await expect(active()).toHaveTextContent('Events6')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(active()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect(active()).toHaveTextContent('Orla Q.')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(active()).toHaveAttribute('aria-level', '3')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect(active()).toHaveTextContent('Orla Q.')
    await userEvent.keyboard(' ')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(['orla'])
    await expect(active()).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expect(args.onNodeOpen).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'orla' }))
    await userEvent.keyboard('h')
    await waitFor(() => expect(canvas.getByText(/1 hidden/)).toBeVisible())
    await userEvent.keyboard('{End}')
    await expect(active()).toHaveTextContent('Kade 7')
  },
}

/** Links that can be chosen: by a click, by the key L at a node, and in the table of links. */
export const ChosenLink: Story = {
  globals: { locale: 'en-US' },
  args: { onEdgeSelect: fn(), selectedEdge: { source: 'orla', target: 'device', relation: 'used' } },
  play: async ({ canvas, userEvent, args }) => {
    picture().focus()
    await userEvent.keyboard('l')
    await expect(args.onEdgeSelect).toHaveBeenLastCalledWith(expect.objectContaining({ source: 'tessa' }))
    await waitFor(() => expect(said()).toBe('Link Tessa H. used dv_7f3a…c210'))
    await userEvent.keyboard('{Shift>}l{/Shift}')
    await expect(args.onEdgeSelect).toHaveBeenLastCalledWith(expect.objectContaining({ source: 'mirela' }))
    await userEvent.click(canvas.getByRole('radio', { name: 'List' }))
    await userEvent.click(canvas.getByRole('radio', { name: 'Links' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'From' }))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(args.onEdgeSelect).toHaveBeenCalledTimes(3))
  },
}
