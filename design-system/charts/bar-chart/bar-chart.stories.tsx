import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { merchants, wave } from '../testing/chart-data.ts'
import { BarChart } from './bar-chart.tsx'

const meta = {
  title: 'Charts/BarChart',
  component: BarChart,
  args: { title: 'Events by country', valueLabel: 'Events', items: merchants, valueLabels: true },
  decorators: [
    Story => (
      <div className="max-w-dialog-md">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof BarChart>
export default meta
type Story = StoryObj<typeof meta>

const changes = [
  { id: 'a', label: 'Shared device ring', value: 182 },
  { id: 'b', label: 'New account', value: 96 },
  { id: 'c', label: '3-D Secure passed', value: -58 },
  { id: 'd', label: 'Known good device', value: -140 },
  { id: 'e', label: 'No data yet', value: null },
]
const names = [
  { id: '1', label: 'Verknüpfte Transaktionen mit demselben Gerät innerhalb von sieben Tagen', value: 812 },
  { id: '2', label: 'Kurz', value: 640 },
  { id: '3', label: 'مرحبا بالعالم من متجر طويل الاسم جدا', value: 220 },
  { id: '3', label: '👩‍👩‍👧‍👦'.repeat(30), value: 90 },
]
const perDay = Array.from({ length: 30 }, (_, i) => ({
  id: `d${i}`,
  label: i < 10 ? `Oct ${22 + i}` : `Nov ${i - 9}`,
  value: wave(i, 120, 2) + (i > 18 && i < 23 ? 180 : 0),
}))
const published = {
  label: 'Published',
  values: Object.fromEntries(perDay.map((item, i) => [item.id, wave(i, 170, 2) + (i > 18 && i < 23 ? 190 : 0)])),
}

export const Playground: Story = {}
export const TopN: Story = {
  globals: { locale: 'en-US' },
  args: { top: 5 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Other, 8 items')).toBeVisible()
  },
}
export const Negative: Story = { args: { title: 'Points by reason', valueLabel: 'Points', items: changes } }
export const LongLabels: Story = { args: { items: names } }
/** The back-test of a rule: the draft as bars, the published version as a dashed line. */
export const Compared: Story = {
  args: {
    title: 'Reviews per day',
    valueLabel: 'Draft',
    items: perDay,
    orientation: 'block',
    sort: 'given',
    valueLabels: false,
    compare: published,
    variant: 'plain',
    height: 120,
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <BarChart {...args} top={5} />
      <BarChart {...args} title="Standing" items={merchants.slice(0, 6)} orientation="block" />
      <BarChart {...args} title="Points by reason" valueLabel="Points" items={changes} />
      <BarChart
        {...args}
        title="Points, standing"
        valueLabel="Points"
        items={changes}
        orientation="block"
        sort="given"
      />
      <BarChart {...args} title="Long names" items={names} />
      <BarChart
        {...args}
        title="Reviews per day"
        valueLabel="Draft"
        items={perDay}
        orientation="block"
        sort="given"
        valueLabels={false}
        compare={published}
        variant="plain"
        height={120}
      />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { items: names, top: 2 },
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
    title: 'الأحداث حسب البلد',
    valueLabel: 'الأحداث',
    items: [
      { id: 'ae', label: 'الإمارات العربية المتحدة', value: 9120 },
      { id: 'sa', label: 'السعودية', value: 6044 },
      { id: 'de', label: 'Germany', value: 1200 },
    ],
    top: 2,
  },
}
export const OddData: Story = {
  render: args => (
    <div className="grid gap-4">
      <BarChart {...args} title="Nothing" items={[]} />
      <BarChart {...args} title="No value" items={[{ id: 'x', label: '', value: Number.NaN }]} />
      <BarChart
        {...args}
        title="Ends of the range"
        items={[
          { id: 'x', label: 'x'.repeat(10_000), value: 1e300 },
          { id: 'y', label: 'y', value: -1e300 },
        ]}
      />
      <BarChart {...args} title="Zero" items={[{ id: 'x', label: 'Zero', value: 0 }]} orientation="block" />
    </div>
  ),
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { onItemOpen: fn() },
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('application', { name: 'Events by country' }).focus()
    // The bars are in rows: the down arrow moves to the next one.
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await waitFor(() => expect(screen.getByText('France: Events 12,870')).toBeInTheDocument())
    await userEvent.keyboard('{Enter}{Enter}')
    await expect(args.onItemOpen).toHaveBeenLastCalledWith(merchants[1])
    await userEvent.keyboard('{End}{ArrowUp}{Home}{Escape}{Escape}')
    await expect(screen.queryByText(/Escape closes it/)).toBeNull()
  },
}
