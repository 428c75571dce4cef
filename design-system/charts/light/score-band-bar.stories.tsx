import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ScoreBandBar } from './score-band-bar.tsx'

const meta = {
  title: 'Charts/ScoreBandBar',
  component: ScoreBandBar,
  args: { counts: [34_326, 8967, 2941, 1398, 579] as const },
  decorators: [
    Story => (
      <div className="max-w-panel">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof ScoreBandBar>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Bands: Story = {
  args: { href: (band: number) => `#band-${band}` },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(5)
    await expect(canvas.getByText('71.20%')).toBeVisible()
  },
}
export const Loading: Story = { args: { loading: true } }
export const Empty: Story = { args: { counts: [0, 0, 0, 0, 0] } }
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <ScoreBandBar {...args} href={band => `#band-${band}`} />
      <ScoreBandBar {...args} loading />
      <ScoreBandBar counts={[0, 0, 0, 0, 0]} />
      <ScoreBandBar counts={[Number.NaN, -4, 1, 0, Number.POSITIVE_INFINITY]} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = { args: { href: (band: number) => `#band-${band}` }, globals: { locale: 'qps-ploc' } }
export const RightToLeft: Story = { args: { href: (band: number) => `#band-${band}` }, globals: { locale: 'ar-AE' } }
