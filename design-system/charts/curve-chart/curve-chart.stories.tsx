import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { precisionPoints, rocPoints, weakPoints } from '../testing/chart-data.ts'
import { CurveChart } from './curve-chart.tsx'

const meta = {
  title: 'Charts/CurveChart',
  component: CurveChart,
  args: {
    title: 'ROC',
    kind: 'roc',
    models: [{ key: 'now', label: 'Model 7', points: rocPoints }],
    className: 'max-w-dialog-sm',
  },
  argTypes: { kind: { control: 'inline-radio', options: ['roc', 'precision-recall'] } },
} satisfies Meta<typeof CurveChart>
export default meta
type Story = StoryObj<typeof meta>

const precision = {
  title: 'Precision and recall',
  kind: 'precision-recall' as const,
  models: [{ key: 'now', label: 'Model 7', points: precisionPoints }],
  prevalence: 0.0093,
}
const two = [
  { key: 'now', label: 'Model 7', points: rocPoints },
  { key: 'old', label: 'Model 6', points: weakPoints },
]

export const Playground: Story = {}
export const Roc: Story = {}
export const PrecisionRecall: Story = { args: precision }
export const Compare: Story = { args: { models: two } }
export const OperatingPoint: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { defaultThreshold: 720, saved: 800, onThresholdChange: fn() },
  play: async ({ canvas, userEvent, args }) => {
    const handle = canvas.getByRole('slider', { name: 'Cut-off' })
    await expect(handle).toHaveAttribute('aria-valuenow', '720')
    handle.focus()
    // Moving right along the curve lowers the cut-off.
    await userEvent.keyboard('{ArrowRight}')
    await expect(args.onThresholdChange).toHaveBeenLastCalledWith(710)
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await expect(args.onThresholdChange).toHaveBeenLastCalledWith(810)
    await userEvent.keyboard('{PageUp}{PageDown}')
    await expect(args.onThresholdChange).toHaveBeenLastCalledWith(810)
    await userEvent.keyboard('{End}')
    await expect(args.onThresholdChange).toHaveBeenLastCalledWith(0)
    await userEvent.keyboard('{Home}')
    await expect(args.onThresholdChange).toHaveBeenLastCalledWith(1000)
    const field = canvas.getByRole('spinbutton', { name: 'Cut-off' })
    await userEvent.clear(field)
    await userEvent.type(field, '650')
    await expect(args.onThresholdChange).toHaveBeenLastCalledWith(650)
    await expect(handle).toHaveAttribute('aria-valuetext', expect.stringMatching(/^650: False positive rate at/))
  },
}
/** A part of the horizontal axis alone: what lies beside it is neither drawn nor read. */
export const Zoom: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { zoom: true, locked: true, defaultThreshold: 720 },
  play: async ({ canvas, userEvent }) => {
    const to = await canvas.findByRole('slider', { name: 'Shown part, ROC: To' })
    await expect(to).toHaveAttribute('aria-valuetext', '100%')
    to.focus()
    // Ten percents with Shift, one without.
    await userEvent.keyboard('{Shift>}{ArrowLeft>8/}{/Shift}')
    await expect(to).toHaveAttribute('aria-valuetext', '20%')
    await userEvent.keyboard('{ArrowRight}')
    await expect(to).toHaveAttribute('aria-valuetext', '21%')
    canvas.getByRole('application', { name: 'ROC' }).focus()
    await userEvent.keyboard('{End}')
    const row = screen.getByRole('row', { name: /^False positive rate/, hidden: true })
    await expect(Number.parseFloat(row.textContent?.replace('False positive rate', '') ?? '')).toBeLessThanOrEqual(21)
    await userEvent.keyboard('{Escape}')
    await userEvent.click(canvas.getByRole('button', { name: 'Show all' }))
    await expect(to).toHaveAttribute('aria-valuetext', '100%')
  },
}
/** A part of the vertical axis alone, chosen with the keyboard; what lies beside it is not read. */
export const ZoomValues: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { zoom: true, locked: true, defaultThreshold: 720 },
  play: async ({ canvas, userEvent }) => {
    const from = await canvas.findByRole('slider', { name: 'Shown part of the vertical axis, ROC: From' })
    await expect(from).toHaveAttribute('aria-orientation', 'vertical')
    from.focus()
    await userEvent.keyboard('{Shift>}{ArrowUp>6/}{/Shift}{ArrowDown}')
    await expect(from).toHaveAttribute('aria-valuetext', '59%')
    canvas.getByRole('application', { name: 'ROC' }).focus()
    await userEvent.keyboard('{Home}')
    const row = screen.getByRole('row', { name: /^Detection rate/, hidden: true })
    await expect(Number.parseFloat(row.textContent?.replace('Detection rate', '') ?? '')).toBeGreaterThanOrEqual(59)
    await userEvent.keyboard('{Escape}')
    await userEvent.click(canvas.getByRole('button', { name: 'Show all' }))
    await expect(from).toHaveAttribute('aria-valuetext', '0%')
    from.focus()
    await userEvent.keyboard('{PageUp}{PageUp}{PageUp}')
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-4">
      <CurveChart {...args} defaultThreshold={720} saved={800} />
      <CurveChart {...args} {...precision} title="Precision and recall" />
      <CurveChart {...args} title="Two models" models={two} />
      <CurveChart {...args} title="Locked" defaultThreshold={800} locked />
      <CurveChart
        {...args}
        title="One point"
        models={[{ key: 'x', label: 'Model', points: [{ x: 0.2, y: 0.7, threshold: 500 }] }]}
      />
      <CurveChart
        {...args}
        title="Odd"
        models={[
          {
            key: 'x',
            label: 'Model',
            points: [
              { x: Number.NaN, y: 4, threshold: 1 },
              { x: -3, y: 9, threshold: 2 },
            ],
          },
          { key: 'x', label: 'None', points: [] },
        ]}
      />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: {
    models: two.map(model => ({ ...model, label: `${model.label}, trained on six months of card and account events` })),
    defaultThreshold: 720,
  },
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
  args: { defaultThreshold: 720, saved: 800, models: [{ key: 'now', label: 'النموذج 7', points: rocPoints }] },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { models: two },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('application', { name: 'ROC' }).focus()
    await userEvent.keyboard('{End}{ArrowLeft}')
    await expect(screen.getByText('Model 7, 10', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    await expect(screen.getByText(/^Model 6, \d+$/, { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{ArrowUp}{Home}{Enter}{Escape}{Escape}')
    await expect(screen.queryByText(/^Model 7, \d+$/)).toBeNull()
  },
}
