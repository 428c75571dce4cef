import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { DecisionBadge, decisionNames } from './decision-badge.tsx'

const meta = { title: 'Values/DecisionBadge', component: DecisionBadge, args: { decision: 'Review' } } satisfies Meta<typeof DecisionBadge>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-[repeat(3,max-content)] items-center gap-2">
      {decisionNames.map(decision => [
        <DecisionBadge key={decision} decision={decision} />,
        <DecisionBadge key={`${decision} solid`} decision={decision} appearance="solid" />,
        <DecisionBadge key={`${decision} source`} decision={decision} source="rule" />,
      ])}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Overridden: Story = {
  args: { decision: 'Reject', overridden: 'Review' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('was Review,')).toBeInTheDocument()
  },
}
export const Unknown: Story = { args: { decision: 'Escalated' } }
export const German: Story = { ...Matrix, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
