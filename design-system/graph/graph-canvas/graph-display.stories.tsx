import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { GraphCanvas } from './graph-canvas.tsx'
import { colourModes, sizeModes } from './model/appearance.ts'
import type { GraphData } from './model/graph-model.ts'
import { ring } from './testing/graphs.ts'

const decided: GraphData = {
  ...ring,
  nodes: ring.nodes.map((node, i) =>
    node.kind === 'event'
      ? {
          ...node,
          decision: (['reject', 'review', 'challenge', 'approve'] as const)[i % 4] ?? 'reject',
          fraud: i % 2 === 0,
          amount: (i * 37) % 400,
        }
      : node,
  ),
}

const meta = {
  title: 'Graph/GraphCanvas/Display',
  component: GraphCanvas,
  args: {
    label: 'Ring around locker 114',
    data: decided,
    defaultView: 'canvas',
    className: 'h-[40rem] border border-line-subtle',
    onNodeOpen: fn(),
  },
  argTypes: {
    colour: { control: 'select', options: colourModes },
    size: { control: 'select', options: sizeModes },
  },
} satisfies Meta<typeof GraphCanvas>
export default meta
type Story = StoryObj<typeof meta>

const said = () => document.querySelector('[data-slot="announcer"] [role="status"]')?.textContent ?? ''

export const ByDecision: Story = { args: { defaultColour: 'decision', defaultSize: 'amount' } }
export const ByCommunity: Story = { args: { defaultColour: 'community', defaultSize: 'degree' } }
export const ByAge: Story = { args: { defaultColour: 'age' } }
export const Timeline: Story = { args: { defaultLayout: 'timeline' } }
export const Faded: Story = { args: { matches: ({ score }) => typeof score === 'number' && score >= 800 } }

/** The legend of the colour hides its categories, and the menu changes what the colour stands for. */
export const ChangeColour: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Display' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Decision' }))
    await userEvent.click(await canvas.findByRole('button', { name: /Reject/, pressed: true }))
    await waitFor(() => expect(canvas.getByText(/^1[78] nodes/)).toBeVisible())
    await expect(canvas.getByRole('button', { name: /Reject/, pressed: false })).toBeVisible()
  },
}

const purchases = Array.from({ length: 11 }, (_, i) => ({
  id: `p${i}`,
  kind: 'event' as const,
  typeName: 'Purchase',
  label: `P-${100 + i}`,
  score: 300 + i * 50,
}))
const userWithEleven: GraphData = {
  nodes: [{ id: 'u-9', kind: 'user', label: 'u-9', root: true }, ...purchases],
  edges: purchases.map(({ id }) => ({ source: 'u-9', target: id, relation: 'owns' as const })),
}

/** Eleven purchases of one account are one node, until it is opened; Enter on a purchase opens that. */
export const Cluster: Story = {
  globals: { locale: 'en-US' },
  args: { data: userWithEleven },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByText(/^2 nodes, 1 link/)).toBeVisible()
    screen.getByRole('application').focus()
    for (const arrow of ['{ArrowUp}', '{ArrowRight}', '{ArrowDown}', '{ArrowLeft}']) {
      if (!said().includes('Purchase 11')) await userEvent.keyboard(arrow)
      await new Promise(resolve => setTimeout(resolve, 300))
    }
    await waitFor(() => expect(said()).toContain('Purchase 11'), { timeout: 2000 })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByText(/^12 nodes, 11 links/)).toBeVisible())
    await userEvent.keyboard('{Enter}')
    await expect(args.onNodeOpen).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'event' }))
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(canvas.getByText(/^2 nodes, 1 link/)).toBeVisible())
  },
}

const office: GraphData = {
  nodes: [
    { id: 'u', kind: 'user', label: 'Ada', root: true },
    {
      id: 'ip',
      kind: 'ip',
      label: '203.0.113.7',
      hub: { links: 412, fraud: { share: 0.012, base: 0.014 } },
      more: 411,
    },
  ],
  edges: [{ source: 'u', target: 'ip', relation: 'signedIn' }],
}

/** A hub says why it is not walked through, and asks before it is. */
export const Hub: Story = {
  globals: { locale: 'en-US' },
  args: {
    data: office,
    defaultSelected: ['ip'],
    onExpand: fn(() => ({
      nodes: [{ id: 'v', kind: 'user' as const, label: 'Ben' }],
      edges: [{ source: 'v', target: 'ip', relation: 'signedIn' as const }],
      notLoaded: 410,
    })),
  },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByText(/412 links.*1\.2%.*1\.4%/)).toBeVisible()
    screen.getByRole('application').focus()
    await userEvent.keyboard('e')
    const dialog = await screen.findByRole('alertdialog', { name: 'Walk through 203.0.113.7?' })
    await expect(args.onExpand).not.toHaveBeenCalled()
    await expect(dialog).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Walk anyway' }))
    await waitFor(() =>
      expect(args.onExpand).toHaveBeenLastCalledWith(expect.anything(), 50, expect.objectContaining({ hub: true })),
    )
    await waitFor(() => expect(canvas.getByText(/^3 nodes/)).toBeVisible())
  },
}

/** Everything of the picture in tables, with the same selection. */
export const Tables: Story = {
  globals: { locale: 'en-US' },
  args: { defaultView: 'list', onSelectedChange: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Nodes' }))
    const grid = await canvas.findByRole('grid', { name: 'Ring around locker 114: Nodes' })
    await expect(grid).toHaveAttribute('aria-rowcount', '20')
    await userEvent.click(canvas.getAllByRole('checkbox')[1] as HTMLElement)
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith([expect.any(String)])
    await userEvent.click(canvas.getByRole('radio', { name: 'Links' }))
    await expect(await canvas.findByRole('grid', { name: 'Ring around locker 114: Links' })).toHaveAttribute(
      'aria-rowcount',
      '24',
    )
  },
}

/** Selecting by type and by community, by key. */
export const SelectMany: Story = {
  globals: { locale: 'en-US' },
  args: { onSelectedChange: fn() },
  play: async ({ userEvent, args }) => {
    screen.getByRole('application').focus()
    await userEvent.keyboard('{ArrowLeft}t')
    await waitFor(() => expect(args.onSelectedChange).toHaveBeenCalled())
    await userEvent.keyboard('m')
    await waitFor(() => expect((args.onSelectedChange as ReturnType<typeof fn>).mock.calls.length).toBeGreaterThan(1))
  },
}

/** The time plays from the first moment on. */
export const Playback: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: '4× speed' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '20×' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Play' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Pause' })).toBeVisible())
    await expect(canvas.queryByText('19 of 19 nodes')).toBeNull()
    await waitFor(() => expect(canvas.getByText('19 of 19 nodes')).toBeVisible(), { timeout: 8000 })
    await expect(canvas.getByRole('button', { name: 'Play' })).toBeVisible()
  },
}
