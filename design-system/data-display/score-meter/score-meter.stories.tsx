import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ScoreMeter } from './score-meter.tsx'

const meta = { title: 'Values/ScoreMeter', component: ScoreMeter, args: { value: 780 } } satisfies Meta<typeof ScoreMeter>
export default meta
type Story = StoryObj<typeof meta>
const scores = [84, 312, 547, 744, 871]

export const Playground: Story = {
  play: async ({ canvas }) => {
    const meter = canvas.getByRole('meter', { name: 'Risk score' })
    await expect(meter).toHaveAttribute('aria-valuetext', '780 of 999, High')
    await expect(meter).toHaveAttribute('aria-valuenow', '780')
  },
}
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-[repeat(3,max-content)] items-center gap-3">
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
export const Change: Story = { args: { value: 744, previous: 547 } }
export const Missing: Story = {
  args: { value: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('No score')).toBeInTheDocument()
  },
}
