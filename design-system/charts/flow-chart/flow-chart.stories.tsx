import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { day, wave } from '../testing/chart-data.ts'
import { buckets } from '../time/time-steps.ts'
import { FlowChart } from './flow-chart.tsx'

const monday = Date.UTC(2026, 4, 25)
const flow = (count: number, step: number) => {
  let size = 60
  return Array.from({ length: count }, (_, i) => {
    const inflow = wave(i, 700, 0)
    const outflow = Math.min(wave(i, 700, 2), size + inflow)
    size += inflow - outflow
    return { time: monday + i * step, values: { in: inflow, out: outflow, size } }
  })
}
const weeks = flow(26, 7 * day)
const days = flow(390, day)

const meta = {
  title: 'Charts/FlowChart',
  component: FlowChart,
  args: {
    title: 'Size and flow',
    meta: 'cases per week',
    series: [
      { key: 'in', label: 'In', tone: 'series-1' },
      { key: 'out', label: 'Out', tone: 'series-7' },
    ],
    stock: { key: 'size', label: 'Size', tone: 'series-5' },
    points: weeks,
    bucket: 'week',
    timeZone: 'UTC',
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
} satisfies Meta<typeof FlowChart>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
/** A volume with its rate: the second axis and the table are in percent. */
export const VolumeAndRate: Story = {
  args: {
    title: 'Fraud volume and rate',
    meta: 'purchases per week',
    series: [{ key: 'volume', label: 'Volume', tone: 'series-1' }],
    stock: { key: 'rate', label: 'Rate', tone: 'series-5' },
    stockUnit: 'share',
    points: weeks.map(({ time, values }) => ({
      time,
      values: { volume: values.in, rate: values.in / (values.in + 20 * values.out) },
    })),
  },
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    const [, first] = await canvas.findAllByRole('row')
    await expect(first).toHaveTextContent(/\d%$/)
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
  },
}
/** The rate of late weeks is not final: they are shaded, and a dashed line in a band shows what is expected. */
export const ExpectedRate: Story = {
  args: {
    title: 'Fraud volume and rate',
    meta: 'purchases per week',
    series: [{ key: 'volume', label: 'Volume', tone: 'series-6' }],
    stock: { key: 'rate', label: 'Rate', tone: 'series-4' },
    stockUnit: 'share',
    expectation: {
      line: { key: 'expected', label: 'Expected', tone: 'series-2' },
      low: { key: 'low', label: 'Expected at least' },
      high: { key: 'high', label: 'Expected at most' },
    },
    changingFrom: weeks[20]!.time,
    points: weeks.map(({ time, values }, index) => {
      const late = index < 20 ? null : 0.03 + (values.in % 7) / 1000
      const known = 1 - (index - 19) * 0.12
      return {
        time,
        values: {
          volume: values.in,
          rate: (late ?? 0.03 + (values.in % 5) / 1000) * (late === null ? 1 : known),
          expected: late,
          low: late === null ? null : late * (1 - (index - 19) * 0.04),
          high: late === null ? null : late * (1 + (index - 19) * 0.04),
        },
      }
    }),
  },
  globals: { locale: 'en-US' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const plot = await canvas.findByRole('application', { name: 'Fraud volume and rate' })
    await expect(canvasElement.querySelector('[data-slot="changing"]')).not.toBeNull()
    plot.focus()
    await userEvent.keyboard('{End}')
    await expect(
      screen.getByRole('row', { name: /^Expected [\d.]+% \([\d.]+% – [\d.]+%\)$/, hidden: true }),
    ).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    for (const name of ['Expected', 'Expected at least', 'Expected at most'])
      await expect(await canvas.findByRole('columnheader', { name })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Expected' }))
    await expect(canvasElement.querySelector('[data-slot="series-area"]')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Expected' }))
  },
}
/** Where only the last period is late, its band is a bar. */
export const OneExpectedRate: Story = {
  ...ExpectedRate,
  args: {
    ...ExpectedRate.args,
    changingFrom: weeks[25]!.time,
    points: weeks.map(({ time, values }, index) => {
      const rate = 0.03 + (values.in % 7) / 1000
      const late = index === 25 ? { expected: 0.04, low: 0.034, high: 0.046 } : {}
      return { time, values: { volume: values.in, rate, ...late } }
    }),
  },
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByRole('application', { name: 'Fraud volume and rate' })
    await expect(canvasElement.querySelectorAll('[data-slot="expected-limits"]')).toHaveLength(1)
  },
}
/** The table has flows and stock; the last shown series cannot be hidden. */
export const AsTable: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    // The picture stays until the table is ready.
    for (const name of ['In', 'Out', 'Size'])
      await expect(await canvas.findByRole('columnheader', { name })).toBeVisible()
    await expect(canvas.getAllByRole('row')).toHaveLength(27)
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    for (const name of ['In', 'Out']) await userEvent.click(canvas.getByRole('button', { name }))
    const stock = canvas.getByRole('button', { name: 'Size' })
    await userEvent.click(stock)
    await expect(stock).toHaveAttribute('aria-pressed', 'true')
  },
}
/** Without its stock the axis after the plot is gone, too. */
export const StockHidden: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findByRole('application')
    await expect(canvasElement.querySelectorAll('[data-slot="stock-axis"] text')).toHaveLength(
      canvasElement.querySelectorAll('[data-slot="value-axis"] text').length,
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Size' }))
    await expect(canvasElement.querySelector('[data-slot="stock-axis"]')).toBeNull()
  },
}
/** 390 days in bars of a week: the flow is added up, the stock is that at the end of each bar. */
export const LargeData: Story = {
  globals: { locale: 'en-US' },
  args: { points: days, bucket: 'day', meta: 'cases per day', onPointOpen: fn() },
  decorators: [
    Story => (
      <div style={{ inlineSize: 480 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent, args }) => {
    const plot = await canvas.findByRole('application', { name: 'Size and flow' })
    await expect(canvas.getByText('Each bar: 1 week')).toBeVisible()
    plot.focus()
    await userEvent.keyboard('{Home}')
    const first = days.slice(0, 7)
    const inflow = first.reduce((sum, { values }) => sum + values.in, 0)
    await expect(screen.getByRole('row', { name: `In ${inflow.toLocaleString('en-US')}`, hidden: true })).toBeVisible()
    await expect(
      screen.getByRole('row', { name: `Size ${first.at(-1)!.values.size.toLocaleString('en-US')}`, hidden: true }),
    ).toBeVisible()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect(args.onPointOpen).toHaveBeenLastCalledWith(
      expect.objectContaining({ time: first[0]!.time, until: first.at(-1)!.time }),
    )
    await userEvent.keyboard('{Escape}{Escape}')
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { onPointOpen: fn() },
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('application', { name: 'Size and flow' }).focus()
    await userEvent.keyboard('{Home}{ArrowRight}{Enter}{Enter}')
    await expect(args.onPointOpen).toHaveBeenLastCalledWith(weeks[1])
    await userEvent.keyboard('{Escape}{Escape}')
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <FlowChart {...args} />
      <FlowChart {...args} title="One week" points={weeks.slice(0, 1)} />
      <FlowChart {...args} title="Loading" status="loading" />
      <FlowChart {...args} title="Failed" status="error" onRetry={() => undefined} />
      <FlowChart {...args} title="Nothing" points={[]} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    title: 'Cases that came into the queue, that left it, and how many were there at the end',
    series: [
      { key: 'in', label: 'Released to the queue or transferred in', tone: 'series-1' },
      { key: 'out', label: 'Decided, timed out or transferred out', tone: 'series-7' },
    ],
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
    title: 'الحجم والتدفق',
    series: [
      { key: 'in', label: 'وارد', tone: 'series-1' },
      { key: 'out', label: 'صادر', tone: 'series-7' },
    ],
    stock: { key: 'size', label: 'الحجم', tone: 'series-5' },
  },
}
