import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { StatTile, StatTileRow } from '../../data-display/stat-tile/stat-tile.tsx'
import { VisuallyHidden } from '../../primitives/visually-hidden/visually-hidden.tsx'
import { card, emptyMessage, header, Window } from '../../testing/page-parts.tsx'
import { DashboardPage } from './dashboard-page.tsx'

const meta = {
  title: 'Templates/DashboardPage',
  component: DashboardPage,
  args: {
    name: 'Dashboard',
    header: header('Dashboard'),
    onRetry: fn(),
    tiles: (
      <section aria-labelledby="now">
        <VisuallyHidden asChild>
          <h2 id="now">Now</h2>
        </VisuallyHidden>
        <StatTileRow>
          <StatTile label="Transactions" value="48,211" />
          <StatTile label="Rejected rate" value="2.84%" />
          <StatTile label="Open cases" value="163" note="7 at risk" />
        </StatTileRow>
      </section>
    ),
    children: (
      <>
        {card('Decisions per hour', 'Approve, review, challenge, reject')}
        {card('Needs attention', 'Failed calls since 9:40 AM')}
        {card('Queues', 'High-value orders, 41 waiting')}
        {card('Score bands', 'Critical 1.2%')}
      </>
    ),
    foot: card('Integration', 'All keys work'),
  },
  decorators: [
    Story => (
      <Window>
        <Story />
      </Window>
    ),
  ],
} satisfies Meta<typeof DashboardPage>
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
