import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { decisionNames } from '../../data-display/decision-badge/decision-badge.tsx'
import { DecisionButton } from './decision-button.tsx'

const meta = {
  title: 'Patterns/DecisionButton',
  component: DecisionButton,
  args: { decision: 'reject', children: 'Reject order', onClick: fn() },
} satisfies Meta<typeof DecisionButton>
export default meta
type Story = StoryObj<typeof meta>

const words = { approve: 'Approve', review: 'Review', challenge: 'Challenge', reject: 'Reject' }
const shortcuts = { approve: 'A', review: 'V', challenge: 'C', reject: 'Z' }

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid w-fit grid-cols-4 gap-3">
      {decisionNames.flatMap(decision => [
        <DecisionButton key={decision} {...args} decision={decision}>
          {words[decision]}
        </DecisionButton>,
        <DecisionButton key={`${decision} key`} {...args} decision={decision} shortcut={shortcuts[decision]}>
          {words[decision]}
        </DecisionButton>,
        <DecisionButton key={`${decision} small`} {...args} decision={decision} size="sm">
          {words[decision]} 3
        </DecisionButton>,
        <DecisionButton key={`${decision} off`} {...args} decision={decision} disabled>
          {words[decision]}
        </DecisionButton>,
      ])}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { args: { children: 'رفض الطلب', shortcut: 'R' }, globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  args: { children: 'Betrugsverdacht bestätigen und Bestellung ablehnen', shortcut: 'R' },
  globals: { locale: 'de-DE' },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Reject order' })).toHaveFocus()
    await userEvent.keyboard('{Enter} ')
    await expect(args.onClick).toHaveBeenCalledTimes(2)
  },
}
