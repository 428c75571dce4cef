import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { GraphCanvas } from '../../graph/graph-canvas/graph-canvas.tsx'
import { SidePanel, SidePanelSection } from '../../overlays/side-panel/side-panel.tsx'
import { emptyMessage, header, Window } from '../../testing/page-parts.tsx'
import { ExplorerPage } from './explorer-page.tsx'

const meta = {
  title: 'Templates/ExplorerPage',
  component: ExplorerPage,
  args: {
    name: 'Graph explorer',
    header: header('Graph explorer'),
    onRetry: fn(),
    query: <span>Device ID equals dv_7f3a90c210</span>,
    rail: (
      <ol className="flex flex-col">
        <li className="px-4 py-2 font-medium">Ring of 14, score 871</li>
        <li className="px-4 py-2">Ring of 6, score 640</li>
      </ol>
    ),
    children: (
      <GraphCanvas
        label="Ring around a device"
        className="min-h-0 flex-1"
        defaultView="list"
        data={{
          nodes: [
            { id: 'u', kind: 'user', label: 'Mirela Tanev' },
            { id: 'd', kind: 'device', label: 'dv_7f3a90c210' },
          ],
          edges: [{ source: 'u', target: 'd', relation: 'used' }],
        }}
      />
    ),
    panel: (
      <SidePanel title="dv_7f3a90c210" onClose={fn()}>
        <SidePanelSection heading="Used by">4 accounts in 6 days</SidePanelSection>
      </SidePanel>
    ),
  },
  decorators: [
    Story => (
      <Window>
        <Story />
      </Window>
    ),
  ],
} satisfies Meta<typeof ExplorerPage>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { header: header('Betrugsverdachtsmeldungen an das kartenausgebende Kreditinstitut') },
}
export const Loading: Story = { args: { state: 'loading' } }
export const Empty: Story = { args: { state: 'empty', message: emptyMessage } }
export const Failed: Story = { args: { state: 'error' } }
export const NoAccess: Story = { args: { state: 'no-access' } }
