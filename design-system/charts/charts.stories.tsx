import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import type { ChartSeries } from './series.ts'
import { StackedBarChart } from './stacked-bar-chart.tsx'
import { TimeSeriesChart } from './time-series-chart.tsx'

const series: ChartSeries[] = [
  { key: 'approve', label: 'Approve', tone: 'approve' },
  { key: 'review', label: 'Review', tone: 'review' },
  { key: 'challenge', label: 'Challenge', tone: 'challenge' },
  { key: 'reject', label: 'Reject', tone: 'reject' },
]
const start = Date.UTC(2026, 10, 20, 15)
const hour = 3_600_000
const approve = [1920, 2150, 2370, 2600, 2700, 2760, 2500, 2100, 1800, 1120, 920, 780, 640, 560, 600, 860, 1080, 1400, 1740, 1840, 2030, 1960, 1920, 1860]
const reject = [40, 42, 44, 50, 52, 60, 55, 50, 40, 30, 28, 560, 860, 450, 22, 30, 32, 40, 44, 50, 55, 48, 46, 44]
const points = approve.map((value, i) => ({
  time: start + i * hour,
  values: { approve: value, review: Math.round(value * 0.045), challenge: Math.round(value * 0.02 + 15), reject: reject[i] ?? 0 },
}))

const meta = {
  title: 'Charts/Decisions',
  component: StackedBarChart,
  args: {
    title: 'Decisions per hour',
    summary: 'Between 700 and 3,000 decisions an hour; rejects peak at 860 at 3 AM.',
    series, points, bucket: 'hour' as const, timeZone: 'UTC', onPointOpen: fn(),
    marks: [{ from: start + 11 * hour, to: start + 14 * hour, label: 'Card testing, 2:10 to 4:40 AM' }],
  },
  decorators: [Story => <div className="max-w-dialog-lg"><Story /></div>],
} satisfies Meta<typeof StackedBarChart>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const Loading: Story = { args: { status: 'loading', points: [] } }
export const Empty: Story = { args: { status: 'empty', points: [] } }
export const Failed: Story = { args: { status: 'error', points: [], onRetry: fn() } }

export const Keyboard: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const plot = canvas.getByRole('application', { name: 'Decisions per hour' })
    plot.focus()
    await userEvent.keyboard('{Home}')
    await expect(canvas.getByText('Nov 20, 3 PM')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{Enter}')
    await expect(args.onPointOpen).toHaveBeenLastCalledWith(points[1])
    await userEvent.keyboard('{End}')
    await expect(canvas.getByText('Nov 21, 2 PM')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect(canvas.queryByText('Nov 21, 2 PM')).toBeNull()
  },
}

export const LegendAndTable: Story = {
  play: async ({ canvas, userEvent }) => {
    const approveButton = canvas.getByRole('button', { name: 'Approve' })
    await userEvent.click(approveButton)
    await expect(approveButton).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    await expect(canvas.getAllByRole('row')).toHaveLength(25)
    await expect(canvas.getByRole('columnheader', { name: 'Reject' })).toBeVisible()
  },
}

export const Days: Story = {
  args: {
    title: 'Decisions per day', bucket: 'day' as const, marks: [],
    points: Array.from({ length: 30 }, (_, i) => ({ time: start + i * 24 * hour, values: { approve: 20_000 + ((i * 7919) % 5000), review: 900, challenge: 400, reject: 300 + ((i * 131) % 400) } })),
  },
}

export const Lines: Story = {
  args: { title: 'Latency' },
  render: () => (
    <TimeSeriesChart
      title="Review and reject rate"
      summary="Reject rate peaks at 42 percent at 3 AM; review rate stays near 4 percent."
      unit="share"
      bucket="hour"
      timeZone="UTC"
      series={[{ key: 'reject', label: 'Rejected', tone: 'series-4' }, { key: 'review', label: 'Reviewed', tone: 'series-2' }]}
      points={points.map(({ time, values }, i) => ({ time, values: { reject: i === 7 ? null : values.reject / (values.approve + values.reject), review: 0.04 + (i % 5) / 500 } }))}
    />
  ),
}
