import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ContributionBars } from './contribution-bars.tsx'
import { ScoreBandBar } from './score-band-bar.tsx'
import { Sparkline } from './sparkline.tsx'

const contributions = [
  { id: 'device', label: 'Device used by 4 accounts in 6 days', points: 182 },
  { id: 'age', label: 'Account created 2 days ago', points: 121 },
  { id: 'country', label: 'IP country differs from card country', points: 96 },
  { id: 'amount', label: 'Amount high for this category', points: 64 },
  { id: '3ds', label: '3-D Secure passed, frictionless', points: -58 },
]

const meta = {
  title: 'Charts/Light marks',
  component: ContributionBars,
  args: { contributions, label: 'Why this decision' },
  decorators: [Story => <div className="w-panel"><Story /></div>],
} satisfies Meta<typeof ContributionBars>
export default meta
type Story = StoryObj<typeof meta>

export const Contributions: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('list', { name: 'Why this decision' })).toBeVisible()
    await expect(canvas.getByText('+182')).toBeVisible()
  },
}
export const ContributionsRightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const ContributionsDark: Story = { globals: { theme: 'dark' } }
export const Bands: Story = {
  render: () => <ScoreBandBar counts={[34_326, 8967, 2941, 1398, 579]} href={band => `#band-${band}`} />,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(5)
    await expect(canvas.getByText('71.20%')).toBeVisible()
  },
}
export const BandsLoading: Story = { render: () => <ScoreBandBar counts={[0, 0, 0, 0, 0]} loading /> }
export const BandsEmpty: Story = { render: () => <ScoreBandBar counts={[0, 0, 0, 0, 0]} /> }
export const BandsDark: Story = { ...Bands, globals: { theme: 'dark' } }
export const Sparklines: Story = {
  render: () => (
    <div className="flex items-center gap-4">
      <Sparkline values={[8, 7, 5, 3, 2, 3, 4, 6, 7, 7, 9]} label="Rising over the day" />
      <Sparkline values={[4, 4, 4, 4]} />
      <Sparkline values={[1, 2, null, null, 5, 4]} />
      <Sparkline values={[]} />
      <Sparkline values={[3]} />
    </div>
  ),
}
