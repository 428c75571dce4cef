import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { fivePoints, fiveSeries, manyPoints } from '../testing/chart-data.ts'
import { AreaChart } from './area-chart.tsx'

const meta = {
  title: 'Charts/AreaChart',
  component: AreaChart,
  args: {
    title: 'Events per day',
    series: fiveSeries.slice(0, 1),
    points: fivePoints,
    bucket: 'day',
    timeZone: 'UTC',
    height: 200,
  },
  decorators: [
    Story => (
      <div className="max-w-dialog-lg">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof AreaChart>
export default meta
type Story = StoryObj<typeof meta>

const withHole = fivePoints.map((point, i) => ({
  ...point,
  values: { ...point.values, s1: i > 10 && i < 15 ? null : point.values.s1! },
}))

export const Playground: Story = {}
export const Stacked: Story = { args: { series: fiveSeries.slice(0, 3), stacked: true } }
/** Three stacked areas of 50,000 minutes with a night without data. */
export const LargeData: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <AreaChart
      {...args}
      title="Events per minute"
      bucket="minute"
      series={fiveSeries.slice(0, 3)}
      points={manyPoints(50_000)}
      stacked
    />
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    const plot = await canvas.findByRole('application', { name: 'Events per minute' })
    // Each area and each line is one path of two pieces: before and after the gap.
    const paths = [...canvasElement.querySelectorAll('[data-slot^="series-"]')]
    await expect(paths).toHaveLength(6)
    await expect(paths.map(path => path.getAttribute('d')?.match(/M/g)?.length)).toEqual([2, 2, 2, 2, 2, 2])
    plot.focus()
    await userEvent.keyboard('{End}')
    await expect(screen.getByText('Dec 25, 8:19 AM', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <AreaChart {...args} />
      <AreaChart {...args} title="Stacked" series={fiveSeries.slice(0, 3)} stacked />
      <AreaChart {...args} title="With a gap" series={fiveSeries.slice(0, 2)} points={withHole} />
      <AreaChart {...args} title="Nothing" points={[]} height={96} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  ...Stacked,
  globals: { locale: 'qps-ploc' },
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
    title: 'الأحداث لكل يوم',
    series: ['شراء', 'إنشاء حساب', 'تسجيل دخول'].map((label, i) => ({ ...fiveSeries[i]!, label })),
    stacked: true,
  },
}
export const Keyboard: Story = {
  ...Stacked,
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('application', { name: 'Events per day' }).focus()
    await userEvent.keyboard('{End}{ArrowLeft}{ArrowDown}{ArrowUp}{Home}')
    await expect(screen.getByText('Nov 20', { selector: 'p' })).toBeVisible()
    await expect(screen.getByText('Total')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{Enter}{Escape}{Escape}')
    await expect(screen.queryByText('Total')).toBeNull()
  },
}
