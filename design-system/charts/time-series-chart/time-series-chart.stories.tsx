import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import {
  attack,
  day,
  decisions,
  fivePoints,
  fiveSeries,
  hour,
  manyPoints,
  rateSeries,
  rates,
  start,
  wave,
} from '../testing/chart-data.ts'
import { TimeSeriesChart } from './time-series-chart.tsx'

const meta = {
  title: 'Charts/TimeSeriesChart',
  component: TimeSeriesChart,
  args: {
    title: 'Review and reject rate',
    unit: 'share',
    bucket: 'hour',
    timeZone: 'UTC',
    series: rateSeries,
    points: rates,
    height: 216,
  },
  decorators: [
    Story => (
      <div className="max-w-dialog-lg">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof TimeSeriesChart>
export default meta
type Story = StoryObj<typeof meta>

const events = {
  title: 'Events per hour',
  unit: 'count' as const,
  series: [{ key: 'approve', label: 'Events', tone: 'series-1' as const }],
  points: decisions,
}

export const Playground: Story = { args: { marks: [attack] } }
export const Compare: Story = {
  args: {
    ...events,
    previous: decisions.map((point, i) => ({ time: point.time - day, values: { approve: wave(i, 1400, 4) } })),
  },
}
export const Brush: Story = {
  globals: { locale: 'en-US' },
  args: { ...events, brush: true, onRangeChange: fn() },
  play: async ({ canvas, userEvent, args }) => {
    const from = canvas.getByRole('slider', { name: 'Shown period: From' })
    await expect(from).toHaveAttribute('aria-valuetext', 'Nov 20, 3 PM')
    from.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(args.onRangeChange).toHaveBeenLastCalledWith({ from: start + 2 * hour, to: start + 23 * hour })
    const field = canvas.getByRole('combobox', { name: 'Shown period: To' })
    await userEvent.click(field)
    await userEvent.clear(field)
    await userEvent.type(field, 'Nov 20, 9 PM')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(args.onRangeChange).toHaveBeenLastCalledWith({ from: start + 2 * hour, to: start + 6 * hour })
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    // The picture stays until the table is ready.
    await waitFor(() => expect(canvas.getAllByRole('row')).toHaveLength(6))
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Show all' }))
    await expect(args.onRangeChange).toHaveBeenLastCalledWith({ from: start, to: start + 23 * hour })
  },
}
/** Missing buckets, missing values, and one value alone between two gaps. */
export const Gaps: Story = {
  args: {
    points: rates.flatMap((point, i) =>
      i > 4 && i < 8
        ? []
        : [
            {
              ...point,
              values: {
                reject: i === 15 || i === 17 ? null : point.values.reject!,
                review: i > 18 ? Number.NaN : point.values.review!,
              },
            },
          ],
    ),
  },
}
/** The night of 25 hours: two hours of the same name have distinct labels. */
export const DstChange: Story = {
  globals: { locale: 'en-US' },
  args: {
    ...events,
    timeZone: 'Europe/Berlin',
    points: Array.from({ length: 12 }, (_, i) => ({
      time: Date.UTC(2026, 9, 24, 20) + i * hour,
      values: { approve: wave(i, 500, 1) },
    })),
  },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('application').focus()
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect(screen.getByText('Oct 25, 2 AM, GMT+2', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect(screen.getByText('Oct 25, 2 AM, GMT+1', { selector: 'p' })).toBeVisible()
  },
}
export const FiveLines: Story = {
  args: { title: 'Events per day', unit: 'count', bucket: 'day', series: fiveSeries, points: fivePoints },
}
/** Five lines of 50,000 minutes: one path each, with every peak. */
export const LargeData: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <TimeSeriesChart
      {...args}
      title="Events per minute"
      unit="count"
      bucket="minute"
      series={fiveSeries}
      points={manyPoints(50_000)}
    />
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    const plot = await canvas.findByRole('application', { name: 'Events per minute' })
    await expect(canvasElement.querySelectorAll('[data-slot^="series-"]')).toHaveLength(5)
    await expect(plot.querySelectorAll('*').length).toBeLessThan(200)
    plot.focus()
    // The keyboard walks the data, not the pixels.
    await userEvent.keyboard('{Home}{ArrowRight}')
    await expect(screen.getByText('Nov 20, 3:01 PM', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{PageUp}')
    await expect(screen.getByText('Nov 24, 2:21 AM', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{PageDown}{Escape}')
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    const table = await canvas.findByRole('grid', { name: 'Events per minute' })
    await expect(table).toHaveAttribute('aria-rowcount', '50001')
    await expect(canvas.getAllByRole('row').length).toBeLessThan(60)
    await expect(canvas.getByRole('rowheader', { name: 'Nov 20, 3:01 PM' })).toBeInTheDocument()
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
  },
}
/** A week of hours has a date under every day. */
export const WeekOfHours: Story = {
  globals: { locale: 'en-US' },
  args: {
    ...events,
    points: Array.from({ length: 168 }, (_, i) => ({ time: start + i * hour, values: { approve: wave(i, 1400, 4) } })),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Nov 21')).toBeVisible()
    await expect(canvas.getByText('Nov 27')).toBeVisible()
    await expect(canvas.queryByText('12 AM')).toBeNull()
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <TimeSeriesChart {...args} marks={[attack]} />
      <TimeSeriesChart
        {...args}
        {...events}
        previous={decisions.map((point, i) => ({ time: point.time - day, values: { approve: wave(i, 1400, 4) } }))}
        brush
      />
      <TimeSeriesChart
        {...args}
        title="Events per day"
        unit="count"
        bucket="day"
        series={fiveSeries}
        points={fivePoints}
      />
      <TimeSeriesChart {...args} {...events} title="One point" points={decisions.slice(0, 1)} height={120} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    marks: [attack],
    series: rateSeries.map(entry => ({ ...entry, label: `${entry.label} by rules, models and analysts together` })),
  },
  decorators: [
    Story => (
      <div style={{ inlineSize: 320, maxInlineSize: '100%' }}>
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    title: 'معدل المراجعة والرفض',
    brush: true,
    series: [
      { ...rateSeries[0]!, label: 'مرفوضة' },
      { ...rateSeries[1]!, label: 'قيد المراجعة' },
    ],
  },
}
/** Invalid data throws no error: not-numbers, ends of the range, broken dates, one name twice. */
export const OddData: Story = {
  render: args => (
    <div className="grid gap-4">
      <TimeSeriesChart {...args} {...events} title="Nothing" points={[]} height={96} />
      <TimeSeriesChart
        {...args}
        {...events}
        title="No time"
        points={[{ time: Number.NaN, values: { approve: 3 } }]}
        height={96}
      />
      <TimeSeriesChart
        {...args}
        {...events}
        title="Ends of the range"
        points={[1e300, -1e300, Number.NaN, Number.POSITIVE_INFINITY, 0].map((approve, i) => ({
          time: start + i * hour,
          values: { approve },
        }))}
        height={120}
      />
      <TimeSeriesChart
        {...args}
        {...events}
        title="Negative"
        timeZone="Mars/Olympus"
        series={[...events.series, ...events.series]}
        points={decisions.map(point => ({ ...point, values: { approve: -(point.values.approve ?? 0) } }))}
        height={160}
      />
    </div>
  ),
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const plot = canvas.getByRole('application', { name: 'Review and reject rate' })
    while (document.activeElement !== plot) await userEvent.tab()
    await expect(plot).toHaveAccessibleDescription(
      /^Review and reject rate: Rejected fell between Nov 21, 4 AM and Nov 21, 5 AM, .*; Rejected from 1\.82% \(.*\) to 57\.33% \(Nov 21, 3 AM\)/,
    )
    await userEvent.keyboard('{ArrowLeft}')
    await expect(screen.getByText('Nov 21, 2 PM', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{Home}{ArrowDown}')
    await waitFor(() => expect(screen.getByText('Nov 20, 3 PM: Reviewed 4.00%, Rejected 2.04%')).toBeInTheDocument())
    await userEvent.keyboard('{Enter}')
    await expect(screen.getByText(/Escape closes it/)).toBeVisible()
    await userEvent.keyboard('{Escape}{Escape}')
    await expect(screen.queryByText('Nov 20, 3 PM')).toBeNull()
  },
}
