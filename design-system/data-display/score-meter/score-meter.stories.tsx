import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ScoreMeter } from './score-meter.tsx'

const meta = { title: 'Values/ScoreMeter', component: ScoreMeter, args: { value: 780 } } satisfies Meta<
  typeof ScoreMeter
>
export default meta
type Story = StoryObj<typeof meta>
const scores = [84, 312, 547, 744, 871]

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    const meter = canvas.getByRole('meter', { name: 'Risk score' })
    await expect(meter).toHaveAttribute('aria-valuetext', '780 of 999, High')
    await expect(meter).toHaveAttribute('aria-valuenow', '780')
  },
}
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-[repeat(3,max-content)] max-sm:grid-cols-1 items-center gap-3">
      {scores.map(value => [
        <ScoreMeter key={value} value={value} band />,
        <ScoreMeter key={`${value} compact`} value={value} variant="compact" />,
        <ScoreMeter key={`${value} bar`} value={value} variant="bar" thresholds={[600, 800]} className="w-rail" />,
      ])}
      <ScoreMeter value={null} band />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
export const Large: Story = { args: { value: 871, variant: 'large', band: true } }
export const Bands: Story = {
  render: () => (
    <div className="grid justify-items-start gap-1">
      {scores.map(value => (
        <ScoreMeter key={value} value={value} band />
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    const filled = canvas.getAllByRole('meter').map(meter => meter.querySelectorAll('[class*="bg-score"]').length)
    await expect(filled).toEqual([1, 2, 3, 4, 5])
  },
}
export const Compact: Story = {
  render: () => (
    <div className="grid justify-items-start gap-1">
      {scores.map(value => (
        <ScoreMeter key={value} value={value} variant="compact" />
      ))}
    </div>
  ),
}
export const WithThreshold: Story = {
  args: { value: 744, variant: 'bar', thresholds: [600, 800], className: 'w-rail' },
}
export const Change: Story = {
  globals: { locale: 'en-US' },
  args: { value: 744, previous: 547 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('meter')).toHaveAttribute('aria-valuetext', '744 of 999, High, up 197')
    await expect(canvas.getByText('+197')).toBeInTheDocument()
  },
}
/** Other systems use other scales: the number is unchanged, the mark is clamped to the scale. */
export const OutOfScale: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <div className="grid w-rail gap-2">
      <ScoreMeter value={-40} variant="bar" />
      <ScoreMeter value={125_000} variant="bar" thresholds={[5000]} />
      <ScoreMeter value={Number.NaN} band />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('meter').map(meter => meter.getAttribute('aria-valuenow'))).toEqual(['0', '999'])
    await expect(canvas.getByText('No score')).toBeInTheDocument()
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: () => (
    <div className="grid w-rail gap-2">
      <ScoreMeter value={871} variant="large" band previous={547} />
      <ScoreMeter value={null} band />
    </div>
  ),
}
export const Missing: Story = {
  globals: { locale: 'en-US' },
  args: { value: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('No score')).toBeInTheDocument()
  },
}
