import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ContributionBars } from './contribution-bars.tsx'

const contributions = [
  { id: 'device', label: 'Device used by 4 accounts in 6 days', points: 182 },
  { id: 'age', label: 'Account created 2 days ago', points: 121 },
  { id: 'country', label: 'IP country differs from card country', points: 96 },
  { id: 'amount', label: 'Amount high for this category', points: 64 },
  { id: '3ds', label: '3-D Secure passed, frictionless', points: -58 },
]

const meta = {
  title: 'Charts/ContributionBars',
  component: ContributionBars,
  args: { contributions, label: 'Why this decision' },
  decorators: [
    Story => (
      <div className="w-panel max-w-full">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof ContributionBars>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('list', { name: 'Why this decision' })).toBeVisible()
    await expect(canvas.getByText('+182')).toBeVisible()
  },
}
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const Dark: Story = { globals: { theme: 'dark' } }
export const Matrix: Story = {
  args: { contributions: [...contributions, { id: 'none', label: 'Nothing known', points: Number.NaN }] },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    contributions: contributions.map(entry => ({
      ...entry,
      label: `${entry.label}, seen in this environment and its children`,
    })),
  },
}
