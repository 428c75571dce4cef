import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { StatTile, StatTileRow } from './stat-tile.tsx'

const meta = {
  title: 'Values/StatTile',
  component: StatTile,
  args: { label: 'Transactions', value: 48_211 },
} satisfies Meta<typeof StatTile>
export default meta
type Story = StoryObj<typeof meta>

const line = (
  <svg viewBox="0 0 64 24" className="size-full fill-none stroke-current">
    <polyline points="0,18 12,20 24,10 36,14 48,6 63,8" />
  </svg>
)
export const Playground: Story = { args: { change: { text: '+3.1%', direction: 'up' }, sparkline: line } }
export const Matrix: Story = {
  render: args => (
    <div className="bg-canvas p-4">
      <StatTileRow>
        <StatTile {...args} change={{ text: '+3.1%', direction: 'up' }} sparkline={line} />
        <StatTile
          label="Rejected rate"
          value="2.84%"
          change={{ text: '+0.6 pp', direction: 'up', goodWhen: 'down' }}
          sparkline={line}
        />
        <StatTile
          label="Review rate"
          value="4.12%"
          change={{ text: '−0.2 pp', direction: 'down', goodWhen: 'down' }}
          sparkline={line}
        />
        <StatTile
          label="Open cases"
          value="163"
          note="7 at risk"
          link={
            <a href="#cases">
              <span>Open cases</span>
            </a>
          }
        />
        <StatTile label="Failed calls" loading />
        <StatTile label="Median time" error="Could not be loaded" onRetry={fn()} />
      </StatTileRow>
    </div>
  ),
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    // A number has the grouping of the language.
    await expect(canvas.getByRole('article', { name: 'Transactions' })).toHaveTextContent('48,211')
    await expect(canvas.getByRole('article', { name: 'Rejected rate' })).toHaveTextContent('up 0.6 pp, worse')
    await expect(canvas.getByRole('article', { name: 'Review rate' })).toHaveTextContent('down 0.2 pp, better')
  },
}
export const Dark: Story = { render: Matrix.render!, globals: { theme: 'dark' } }
export const RightToLeft: Story = { render: Matrix.render!, globals: { locale: 'qps-plocm' } }
export const Loading: Story = { args: { loading: true } }
export const WithSparkline: Story = {
  args: {
    value: '1,284',
    label: 'Awaiting review',
    unit: 'cases',
    period: '24 h',
    change: { text: '−12.4%', direction: 'down', goodWhen: 'up' },
    sparkline: line,
  },
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('article', { name: 'Awaiting review' })).toHaveTextContent(
      /1,284.*down 12\.4%, worse/,
    )
  },
}
export const Error: Story = {
  globals: { locale: 'en-US' },
  args: { error: 'Could not be loaded', onRetry: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
export const NoValue: Story = { args: { value: undefined } }
export const LongContent: Story = {
  args: {
    label: 'Abgelehnte Transaktionen mit abweichender Lieferadresse',
    change: { text: '+3.1%', direction: 'up', goodWhen: 'down' },
    period: '24 Stunden',
  },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
