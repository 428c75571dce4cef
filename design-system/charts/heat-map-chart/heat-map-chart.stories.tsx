import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { correlationAxis, correlations, heatColumns, heatRows, heatValues } from '../testing/chart-data.ts'
import { HeatMapChart } from './heat-map-chart.tsx'

const meta = {
  title: 'Charts/HeatMapChart',
  component: HeatMapChart,
  args: {
    title: 'Rejected events by hour and day',
    valueLabel: 'Rejected',
    rows: heatRows,
    columns: heatColumns,
    values: heatValues,
  },
} satisfies Meta<typeof HeatMapChart>
export default meta
type Story = StoryObj<typeof meta>

const correlation = {
  title: 'Correlation of signals',
  valueLabel: 'Correlation',
  rows: correlationAxis,
  columns: correlationAxis,
  values: correlations,
  scale: 'magnitude' as const,
  formatValue: (value: number) => value.toFixed(2).replace('-', '−'),
}

export const Playground: Story = {}
export const HourByDay: Story = { args: { sortable: true } }
export const Correlation: Story = {
  args: correlation,
  decorators: [
    Story => (
      <div className="max-w-dialog-md">
        <Story />
      </div>
    ),
  ],
}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <HeatMapChart {...args} sortable />
      <HeatMapChart {...args} {...correlation} />
      <HeatMapChart
        {...args}
        title="All the same"
        rows={heatRows.slice(0, 2)}
        columns={heatColumns.slice(0, 3)}
        values={[
          [4, 4, 4],
          [4, null, Number.NaN],
        ]}
      />
      <HeatMapChart {...args} title="Nothing" rows={[]} columns={[]} values={[]} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { sortable: true, rows: heatRows.map(row => ({ ...row, label: `${row.label}, local time of the merchant` })) },
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
    title: 'المرفوضة حسب الساعة واليوم',
    valueLabel: 'مرفوضة',
    sortable: true,
    rows: ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'].map((label, i) => ({
      id: `d${i}`,
      label,
    })),
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { sortable: true, onCellOpen: fn() },
  play: async ({ canvas, userEvent, args }) => {
    const cell = (row: number, column: number) =>
      canvas.getAllByRole('row')[row + 1]!.querySelectorAll('[role=gridcell]')[column]
    ;(cell(0, 0) as HTMLElement).focus()
    await expect(await screen.findByText('Monday, 0', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await expect(cell(1, 1)).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect(cell(1, 23)).toHaveFocus()
    await userEvent.keyboard('{Home}{Control>}{End}{/Control}')
    await expect(cell(6, 23)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(screen.getByText(/Escape closes it/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect(args.onCellOpen).toHaveBeenLastCalledWith({ row: heatRows[6], column: heatColumns[23] })
    await userEvent.keyboard('{Escape}{Control>}{Home}{/Control}{ArrowUp}')
    const head = canvas.getByRole('button', { name: '0' })
    await expect(head).toHaveAccessibleDescription('Sort rows by 0')
    await expect(head).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('columnheader', { name: '0' })).toHaveAttribute('aria-sort', 'descending')
    await expect(canvas.getAllByRole('rowheader')[0]).toHaveTextContent('Saturday')
    await userEvent.keyboard('{ArrowDown}{ArrowLeft} ')
    await expect(canvas.getAllByRole('rowheader')[0]).toHaveAttribute('aria-sort', 'descending')
    // The left arrow has no target in the first cell: one tab stop, no wrap.
    await userEvent.keyboard('{ArrowLeft}')
    const day = canvas.getByRole('button', { name: 'Saturday' })
    await expect(day).toHaveFocus()
    await expect(day).toHaveAccessibleDescription('Sort columns by Saturday')
  },
}
