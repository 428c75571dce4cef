import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { attack, day, decisionSeries, decisions, manyDecisions, start } from '../testing/chart-data.ts'
import { buckets } from '../time/time-steps.ts'
import { StackedBarChart } from './stacked-bar-chart.tsx'

const meta = {
  title: 'Charts/StackedBarChart',
  component: StackedBarChart,
  args: {
    title: 'Decisions per hour',
    series: decisionSeries,
    points: decisions,
    bucket: 'hour',
    timeZone: 'UTC',
    marks: [attack],
    height: 216,
  },
  argTypes: { bucket: { control: 'inline-radio', options: buckets } },
  decorators: [
    Story => (
      <div className="max-w-dialog-lg">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof StackedBarChart>
export default meta
type Story = StoryObj<typeof meta>

const days = Array.from({ length: 30 }, (_, i) => ({
  time: start + i * day,
  values: { approve: 20_000 + ((i * 7919) % 5000), review: 900, challenge: 400, reject: 300 + ((i * 131) % 400) },
}))

export const Playground: Story = {}
export const DecisionMix: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Approve' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    // The table has all numbers, even those of hidden series.
    await expect(await canvas.findByRole('columnheader', { name: 'Approve' })).toBeVisible()
    await expect(canvas.getAllByRole('row')).toHaveLength(25)
    await expect(canvas.getByRole('rowheader', { name: 'Nov 20, 3 PM' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    for (const name of ['Review', 'Challenge', 'Reject']) await userEvent.click(canvas.getByRole('button', { name }))
    // The last visible series cannot be hidden.
    await expect(canvas.getByRole('button', { name: 'Reject' })).toHaveAttribute('aria-pressed', 'true')
  },
}
/** The last hour is not over, and the day before is a dashed line, which the table has as a column. */
export const PartialLast: Story = {
  globals: { locale: 'en-US' },
  args: {
    marks: [],
    partialLast: true,
    compare: { label: 'Day before', values: decisions.map((_, n) => 20_000 + ((n * 7919) % 5000)) },
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const line = () => canvasElement.querySelector('[data-slot="compare-line"]')
    await waitFor(() => expect(line()).not.toBeNull())
    await expect(canvasElement.querySelectorAll('path[opacity]').length).toBeGreaterThan(0)
    canvas.getByRole('application').focus()
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(screen.getAllByText(/not final/)[0]).toBeInTheDocument())
    await userEvent.click(canvas.getByRole('button', { name: 'Day before' }))
    await expect(line()).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    await expect(await canvas.findByRole('columnheader', { name: 'Day before' })).toBeVisible()
  },
}
/** An hour without events has no shares: it is not 0 %. */
export const Percent: Story = {
  globals: { locale: 'en-US' },
  args: {
    percent: true,
    marks: [],
    points: decisions.map((point, n) =>
      n === 1 ? { ...point, values: { approve: 0, review: 0, challenge: 0, reject: 0 } } : point,
    ),
  },
  play: async ({ canvas, userEvent }) => {
    const plot = await canvas.findByRole('application', { name: 'Decisions per hour' })
    plot.focus()
    await userEvent.keyboard('{Home}{ArrowRight}')
    await waitFor(() => expect(screen.getByText('Nov 20, 4 PM, nothing was measured', { selector: 'p' })).toBeVisible())
    await expect(screen.getByRole('row', { name: 'Reject –', hidden: true })).toBeVisible()
    await expect(screen.queryByText(/0%/, { selector: '[data-slot=chart-read-out] td' })).toBeNull()
  },
}
const large = manyDecisions(2000)
/** 2,000 hours in bars of twelve hours: their totals are exact, and the table has every hour. */
export const LargeData: Story = {
  globals: { locale: 'en-US' },
  args: { points: large, marks: [], onPointOpen: fn() },
  play: async ({ canvas, canvasElement, userEvent, args }) => {
    const plot = await canvas.findByRole('application', { name: 'Decisions per hour' })
    await expect(canvas.getByText('Each bar: 12 hours')).toBeVisible()
    await expect(plot.querySelectorAll('*').length).toBeLessThan(100)
    plot.focus()
    await userEvent.keyboard('{Home}{ArrowRight}')
    // The second bar: midnight to noon, the buckets 9 to 20.
    const sum = large
      .slice(9, 21)
      .reduce(
        (all, { values }) => all + Object.values(values).reduce<number>((part, value) => part + (value ?? 0), 0),
        0,
      )
    await expect(screen.getByText('Nov 21, 12 AM – Nov 21, 11 AM', { selector: 'p' })).toBeVisible()
    await expect(screen.getByRole('row', { name: `Total ${sum.toLocaleString('en-US')}`, hidden: true })).toBeVisible()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect(args.onPointOpen).toHaveBeenLastCalledWith(
      expect.objectContaining({ time: large[9]!.time, until: large[20]!.time }),
    )
    await userEvent.keyboard('{Escape}{Escape}')
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    await expect(await canvas.findByRole('grid')).toHaveAttribute('aria-rowcount', '2001')
    await expect(canvasElement.querySelector('[data-slot="chart-plot"]')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
  },
}
export const EightThousandBuckets: Story = {
  render: args => <StackedBarChart {...args} points={manyDecisions(8000)} marks={[]} />,
}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <StackedBarChart {...args} />
      <StackedBarChart {...args} title="Decisions per hour, shares" percent marks={[]} />
      <StackedBarChart {...args} title="Decisions per day" bucket="day" marks={[]} points={days} />
      <StackedBarChart {...args} title="One bar" marks={[]} points={decisions.slice(0, 1)} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    title: 'Decisions of every kind per hour in this environment and its children',
    series: decisionSeries.map(entry => ({ ...entry, label: `${entry.label} with a longer name` })),
  },
  decorators: [
    Story => (
      <div style={{ inlineSize: 320, maxInlineSize: '100%' }}>
        <Story />
      </div>
    ),
  ],
}
/** The narrowest screen: the legend wraps, nothing is cut off. */
export const Narrow: Story = {
  decorators: [
    Story => (
      <div style={{ inlineSize: 288 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    const legend = canvasElement.querySelector('[data-slot="chart-legend"]')!
    await expect(legend.scrollWidth).toBeLessThanOrEqual(legend.clientWidth)
    const card = canvasElement.querySelector('[data-slot="chart-frame"]')!.getBoundingClientRect()
    for (const button of canvasElement.querySelectorAll('button')) {
      await expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(card.right)
      await expect(button.getBoundingClientRect().left).toBeGreaterThanOrEqual(card.left)
    }
  },
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    title: 'القرارات لكل ساعة',
    series: ['موافقة', 'مراجعة', 'تحدٍّ', 'رفض'].map((label, i) => ({ ...decisionSeries[i]!, label })),
    marks: [{ ...attack, label: 'اختبار بطاقات' }],
  },
}

export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { onPointOpen: fn() },
  play: async ({ canvas, userEvent, args }) => {
    const plot = canvas.getByRole('application', { name: 'Decisions per hour' })
    plot.focus()
    await userEvent.keyboard('{Home}')
    await expect(screen.getByText('Nov 20, 3 PM', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    await expect(screen.getByText('Nov 20, 4 PM', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect(screen.getByText(/Escape closes it/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect(args.onPointOpen).toHaveBeenLastCalledWith(decisions[1])
    await userEvent.keyboard('{Escape}')
    await expect(screen.queryByText(/Escape closes it/)).toBeNull()
    await userEvent.keyboard('{End}')
    await expect(screen.getByText('Nov 21, 2 PM', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    // The current series is the first row.
    await waitFor(() => expect(screen.getByText(/^Nov 21, 2 PM: Review 84/)).toBeInTheDocument())
    await userEvent.keyboard('{ArrowUp}{Escape}')
    await expect(screen.queryByText('Nov 21, 2 PM')).toBeNull()
  },
}
/** The plot never mirrors: the right arrow moves to the right in Arabic, too. */
export const KeyboardRightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('application').focus()
    await userEvent.keyboard('{Home}{ArrowRight}')
    await expect(screen.getByText('20 نوفمبر, 4 م', { selector: 'p' })).toBeVisible()
  },
}
