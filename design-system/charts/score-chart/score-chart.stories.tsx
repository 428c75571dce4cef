import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { ScoreChart, type ScoreChartBin } from './score-chart.tsx'

/** Most events have low scores, most fraud has high ones. */
const bins = Array.from({ length: 100 }, (_, index): ScoreChartBin => {
  const volume = Math.round(4000 * Math.exp(-(((index - 17) / 18) ** 2)) + 60)
  const fraud = Math.round(90 * Math.exp(-(((index - 87) / 16) ** 2)) + 2)
  const reject = index >= 80 ? volume : 0
  return {
    from: index * 10,
    to: index * 10 + 9,
    values: { volume, fraud, rate: fraud / (volume + fraud), approve: volume - reject, reject },
  }
})
let earned = 0
const profit = bins.map(({ from, to, values }): ScoreChartBin => {
  const net = 4 * (values.volume ?? 0) - 300 * (values.fraud ?? 0)
  earned += net
  return { from, to, values: { net, achieved: earned / 400_000 } }
})

const meta = {
  title: 'Charts/ScoreChart',
  component: ScoreChart,
  args: {
    title: 'Fraud rate by score',
    meta: 'per 10 points',
    bins,
    columns: [{ key: 'fraud', label: 'Fraud', tone: 'series-6' }],
    lines: [{ key: 'rate', label: 'Fraud rate', tone: 'series-4' }],
    height: 200,
  },
  decorators: [
    Story => (
      <div className="max-w-dialog-lg">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof ScoreChart>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
/** Shares of each range, with a cut-off that is marked. */
export const Shares: Story = {
  args: {
    title: 'Rule decisions by score',
    percent: true,
    columns: [
      { key: 'approve', label: 'Approve', tone: 'approve' },
      { key: 'reject', label: 'Reject', tone: 'reject' },
    ],
    lines: [],
    mark: 800,
  },
}
/** Columns and line below zero share their zero line. */
export const BelowZero: Story = {
  args: {
    title: 'Profit by score',
    bins: profit,
    columns: [{ key: 'net', label: 'Net profit', tone: 'series-1' }],
    lines: [{ key: 'achieved', label: 'Achieved', tone: 'series-5' }],
    formatValue: value => `USD ${Math.round(value)}`,
  },
}
export const Empty: Story = { args: { bins: [] } }
export const Keys: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  play: async ({ canvas, userEvent }) => {
    const plot = canvas.getByRole('application', { name: 'Fraud rate by score' })
    plot.focus()
    await userEvent.keyboard('{End}')
    await expect(screen.getByText('990–999', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    await expect(await canvas.findByRole('columnheader', { name: 'Fraud rate' })).toBeVisible()
  },
}
/** The handles choose a part of the scores; the button shows all of them again. */
export const Zoom: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { zoom: true },
  play: async ({ canvas, userEvent }) => {
    const from = canvas.getByRole('slider', { name: /From$/ })
    from.focus()
    await userEvent.keyboard('{PageUp}{PageUp}{ArrowRight}')
    await expect(from).toHaveAttribute('aria-valuenow', '210')
    canvas.getByRole('application').focus()
    await userEvent.keyboard('{Home}')
    await expect(screen.getByText('210–219', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(canvas.getByRole('button', { name: 'Show all' }))
    await expect(from).toHaveAttribute('aria-valuenow', '0')
    from.focus()
    await userEvent.keyboard('{PageUp}{PageUp}{PageUp}')
  },
}
/** The handles beside the plot choose a part of its height. */
export const ZoomValues: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { zoom: true, valueZoom: true },
  play: async ({ canvas, userEvent }) => {
    const to = canvas.getByRole('slider', { name: /^Shown part of the vertical axis.*To$/ })
    to.focus()
    await userEvent.keyboard('{PageDown}{PageDown}{ArrowDown}')
    await expect(to).toHaveAttribute('aria-valuenow', '79')
    await userEvent.click(canvas.getByRole('button', { name: 'Show all' }))
    await expect(to).toHaveAttribute('aria-valuenow', '100')
    to.focus()
    await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}')
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="flex flex-col gap-3">
      <ScoreChart {...args} />
      <ScoreChart {...args} {...Shares.args} />
      <ScoreChart {...args} {...BelowZero.args} />
    </div>
  ),
}
