import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { emptyMessage } from '../../testing/page-parts.tsx'
import { PageContent, pageStates } from './page-content.tsx'

const meta = {
  title: 'Templates/PageContent',
  component: PageContent,
  args: { name: 'Rules', children: 'Twelve rules', message: undefined, onRetry: fn() },
} satisfies Meta<typeof PageContent>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="flex flex-col gap-4">
      {pageStates.map(state => (
        <div key={state} className="border border-line-subtle">
          <PageContent {...args} state={state} message={state === 'empty' ? emptyMessage : undefined} />
        </div>
      ))}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  ...Matrix,
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
/** A longer wait is announced; a failure offers a retry. */
export const Announced: Story = {
  globals: { locale: 'en-US' },
  args: { state: 'loading' },
  play: async () => {
    await waitFor(() => expect(screen.getByText('Loading Rules')).toBeInTheDocument(), { timeout: 3000 })
  },
}
export const Retry: Story = {
  globals: { locale: 'en-US' },
  args: { state: 'error' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
