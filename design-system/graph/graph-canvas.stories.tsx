import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { GraphCanvas } from './graph-canvas.tsx'
import type { GraphData } from './graph-model.ts'

const ring: GraphData = {
  nodes: [
    { id: 'P-7241903', kind: 'event', label: 'P-7241903', score: 871, root: true },
    { id: 'u_90c17ae2', kind: 'user', label: 'Mirela Tanev', score: 871 },
    { id: 'dv_7f3a', kind: 'device', label: 'dv_7f3a…c210', score: 838 },
    { id: '4417', kind: 'payment', label: 'Visa •••• 4417' },
    { id: '203.0.113.84', kind: 'ip', label: '203.0.113.84' },
    { id: 'locker', kind: 'address', label: 'Parcel locker 114' },
    { id: 'P-7241866', kind: 'event', label: 'P-7241866', score: 902 },
    { id: 'P-7241790', kind: 'event', label: 'P-7241790', score: 312 },
    { id: 'u_2', kind: 'user', label: 'Jarl Solheim', score: 312 },
  ],
  edges: [
    { source: 'u_90c17ae2', target: 'P-7241903', relation: 'linked' }, { source: 'dv_7f3a', target: 'P-7241903', relation: 'used' },
    { source: '4417', target: 'P-7241903', relation: 'paid' }, { source: '203.0.113.84', target: 'P-7241903', relation: 'used' },
    { source: 'locker', target: 'P-7241903', relation: 'shipped' }, { source: 'dv_7f3a', target: 'P-7241866', relation: 'used' },
    { source: '4417', target: 'P-7241866', relation: 'paid' }, { source: 'locker', target: 'P-7241790', relation: 'shipped' }, { source: 'u_2', target: 'P-7241790', relation: 'linked' },
  ],
}

const meta = {
  title: 'Graph/GraphCanvas',
  component: GraphCanvas,
  args: { label: 'Links of P-7241903', data: ring, defaultView: 'canvas' as const, onNodeOpen: fn(), onSelectedChange: fn() },
  decorators: [Story => <div className="flex flex-col border border-line-subtle *:flex-1" style={{ height: 400 }}><Story /></div>],
} satisfies Meta<typeof GraphCanvas>
export default meta
type Story = StoryObj<typeof meta>

export const SmallRing: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const picture = canvas.getByRole('application', { name: 'Links of P-7241903' })
    picture.focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onNodeOpen).toHaveBeenLastCalledWith(ring.nodes[0])
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(args.onSelectedChange).toHaveBeenCalled())
    await userEvent.keyboard('{+}{-}0')
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const Empty: Story = { args: { data: { nodes: [], edges: [] } } }
export const ListOnly: Story = {
  args: { defaultView: 'list' as const },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Parcel locker 114', pressed: false }))
    await expect(canvas.getByRole('list', { name: 'Connected to Parcel locker 114' })).toBeVisible()
  },
}
export const Dense: Story = {
  args: {
    data: {
      nodes: [{ id: 'hub', kind: 'ip' as const, label: '203.0.113.84', root: true }, ...Array.from({ length: 240 }, (_, i) => ({ id: `n${i}`, kind: 'event' as const, label: `P-${i}`, score: (i * 37) % 1000 }))],
      edges: Array.from({ length: 240 }, (_, i) => ({ source: 'hub', target: `n${i}`, relation: 'used' as const })),
    },
  },
}
