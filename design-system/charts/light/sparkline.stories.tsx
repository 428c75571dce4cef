import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Sparkline } from './sparkline.tsx'

const meta = {
  title: 'Charts/Sparkline',
  component: Sparkline,
  args: { values: [8, 7, 5, 3, 2, 3, 4, 6, 7, 7, 9], label: 'Rising over the day' },
} satisfies Meta<typeof Sparkline>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'Rising over the day' })).toBeVisible()
  },
}
export const Flat: Story = { args: { values: [4, 4, 4, 4], label: 'Unchanged' } }
export const Missing: Story = { args: { values: [1, 2, null, 5, null, 4, 6, null], label: 'With gaps' } }
export const Extremes: Story = { args: { extremes: true } }
const all = (
  <div className="flex flex-wrap items-center gap-4">
    <Sparkline values={[8, 7, 5, 3, 2, 3, 4, 6, 7, 7, 9]} />
    <Sparkline values={[8, 7, 5, 3, 2, 3, 4, 6, 7, 7, 9]} extremes width={48} height={16} />
    <Sparkline values={[4, 4, 4, 4]} />
    <Sparkline values={[1, 2, null, 5, null, 4]} />
    <Sparkline values={[]} />
    <Sparkline values={[3]} />
    <Sparkline values={[null, Number.NaN]} />
    <Sparkline values={[1e308, -1e308, Number.POSITIVE_INFINITY, 0]} />
  </div>
)
export const Matrix: Story = { render: () => all }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { values: Array.from({ length: 500 }, (_, i) => (i * 7919) % 100) },
  globals: { locale: 'qps-ploc' },
}
/** Time runs left to right in every language. */
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
