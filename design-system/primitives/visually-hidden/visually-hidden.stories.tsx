import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { VisuallyHidden } from './visually-hidden.tsx'

const meta = {
  title: 'Primitives/VisuallyHidden',
  component: VisuallyHidden,
  args: { children: ', one overdue' },
  render: args => (
    <p>
      4 cases
      <VisuallyHidden {...args} />
    </p>
  ),
} satisfies Meta<typeof VisuallyHidden>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas, args }) => {
    const text = canvas.getByText(String(args.children).trim(), { selector: 'span' })
    await expect(text.getBoundingClientRect().width).toBeLessThan(2)
  },
}
