import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { SkipLink } from './skip-link.tsx'

const meta = {
  title: 'Navigation/SkipLink',
  component: SkipLink,
  args: { target: 'content' },
  decorators: [
    Story => (
      <div className="min-h-row">
        <Story />
        <div id="content" tabIndex={-1}>
          Content of the page
        </div>
      </div>
    ),
  ],
} satisfies Meta<typeof SkipLink>
export default meta
type Story = StoryObj<typeof meta>

/** Invisible until it has the focus. */
export const Playground: Story = {}
/** Its appearance while it has the focus. */
export const Matrix: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('link')).toHaveFocus()
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = { ...Matrix, globals: { locale: 'qps-ploc' } }
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const link = canvas.getByRole('link', { name: 'Skip to content' })
    await expect(link).toHaveFocus()
    await expect(link.getBoundingClientRect().width).toBeGreaterThan(24)
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByText('Content of the page')).toHaveFocus()
  },
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const link = canvas.getByRole('link')
    await expect(window.innerWidth - link.getBoundingClientRect().right).toBeLessThan(16)
  },
}
