import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, waitFor } from 'storybook/test'
import { bins } from '../testing/chart-data.ts'
import { DistributionChart } from './distribution-chart.tsx'

const meta = {
  title: 'Charts/DistributionChart',
  component: DistributionChart,
  args: {
    title: 'Where the cut-off falls',
    meta: 'share of each class per 10 points',
    bins,
    defaultThresholds: [720],
    saved: [800],
  },
  decorators: [
    Story => (
      <div className="max-w-dialog-lg">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof DistributionChart>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const DragThreshold: Story = {
  globals: { locale: 'en-US' },
  args: { onThresholdsChange: fn() },
  play: async ({ canvas, canvasElement, userEvent, args }) => {
    const handle = canvas.getByRole('slider', { name: 'Cut-off' })
    const track = canvasElement.querySelector('[data-slot="threshold-handles"]')!.getBoundingClientRect()
    const at = (score: number) => ({
      clientX: track.left + (score / 999) * track.width,
      clientY: track.top + 60,
      pointerId: 1,
      button: 0,
      bubbles: true,
    })
    // Pointer capture needs a real pointer, so the handle replaces the browser's methods.
    handle.setPointerCapture = () => undefined
    handle.releasePointerCapture = () => undefined
    handle.hasPointerCapture = () => true
    fireEvent.pointerDown(handle, at(720))
    fireEvent.pointerMove(handle, at(850))
    fireEvent.pointerUp(handle, at(850))
    await waitFor(() => expect(Number(handle.getAttribute('aria-valuenow'))).toBeGreaterThan(840))
    await expect(Number(handle.getAttribute('aria-valuenow'))).toBeLessThan(860)
    const moved = Number(handle.getAttribute('aria-valuenow'))
    await expect(args.onThresholdsChange).toHaveBeenLastCalledWith([moved])
    await expect(canvas.getByRole('spinbutton', { name: 'Cut-off' })).toHaveValue(String(moved))
    await expect(canvas.getByRole('rowheader', { name: `stopped ${moved}–999` })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(handle).toHaveAttribute('aria-valuenow', '800')
    await expect(canvas.getByRole('button', { name: 'Undo' })).toBeDisabled()
  },
}
export const TwoThresholds: Story = { args: { defaultThresholds: [600, 800], saved: [640, 860] } }
export const Locked: Story = {
  globals: { locale: 'en-US' },
  args: { locked: true, defaultThresholds: [800] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('The cut-off cannot be changed here.')).toBeVisible()
    await expect(canvas.queryByRole('spinbutton')).toBeNull()
  },
}
export const ShapeOnly: Story = { args: { defaultThresholds: [], saved: [] } }
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <DistributionChart {...args} />
      <DistributionChart {...args} title="Two cut-offs" defaultThresholds={[600, 800]} saved={[640, 860]} />
      <DistributionChart {...args} title="Locked" defaultThresholds={[800]} locked figuresHidden />
      <DistributionChart {...args} title="Shape only" defaultThresholds={[]} height={160} />
      <DistributionChart
        {...args}
        title="One class only"
        bins={bins.map(bin => ({ ...bin, fraud: 0 }))}
        figuresHidden
        height={200}
      />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    defaultThresholds: [600, 800],
    classes: { legitimate: 'Good events of all kinds', fraud: 'Confirmed fraud and chargebacks' },
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
  args: { title: 'أين يقع الحد', meta: 'نسبة كل فئة لكل 10 نقاط' },
}
export const OddData: Story = {
  render: args => (
    <div className="grid gap-4">
      <DistributionChart {...args} title="Nothing" bins={[]} figuresHidden height={160} />
      <DistributionChart
        {...args}
        title="One bin"
        bins={[{ from: 0, to: 999, legitimate: 10, fraud: 1 }]}
        figuresHidden
        height={160}
      />
      <DistributionChart
        {...args}
        title="Broken"
        bins={[
          { from: Number.NaN, to: 9, legitimate: 1, fraud: 1 },
          { from: 10, to: 19, legitimate: -5, fraud: Number.POSITIVE_INFINITY },
        ]}
        defaultThresholds={[Number.NaN, 5000]}
        figuresHidden
        height={160}
      />
    </div>
  ),
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { onThresholdsChange: fn(), defaultThresholds: [600, 800] },
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('application', { name: 'Where the cut-off falls' }).focus()
    await userEvent.keyboard('{Home}')
    await expect(screen.getByText('0–9', { selector: 'p' })).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{Escape}')
    await userEvent.tab()
    const lower = canvas.getByRole('slider', { name: 'Lower cut-off' })
    await expect(lower).toHaveFocus()
    const pressed = async (keys: string, values: number[]) => {
      await userEvent.keyboard(keys)
      await expect(args.onThresholdsChange).toHaveBeenLastCalledWith(values)
    }
    await pressed('{ArrowRight}', [601, 800])
    await pressed('{ArrowLeft}{ArrowLeft}', [599, 800])
    await pressed('{ArrowUp}', [600, 800])
    await pressed('{Shift>}{ArrowRight}{/Shift}', [610, 800])
    await pressed('{PageDown}', [560, 800])
    await pressed('{PageUp}', [610, 800])
    await pressed('{Home}', [0, 800])
    // A handle stops at its neighbour.
    await pressed('{End}', [800, 800])
    await userEvent.tab()
    await expect(canvas.getByRole('slider', { name: 'Upper cut-off' })).toHaveFocus()
    await pressed('{End}', [800, 999])
    await expect(canvas.getByRole('slider', { name: 'Upper cut-off' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^At 999 the cut-off stops/),
    )
    const field = canvas.getByRole('spinbutton', { name: 'Upper cut-off' })
    await userEvent.clear(field)
    await userEvent.type(field, '900')
    await expect(args.onThresholdsChange).toHaveBeenLastCalledWith([800, 900])
  },
}
/** Scores run to the right in every language, and so do the keys of the handle. */
export const KeyboardRightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { onThresholdsChange: fn() },
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('slider').focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(args.onThresholdsChange).toHaveBeenLastCalledWith([721])
  },
}
