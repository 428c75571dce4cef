import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { ToastProvider, useToast, type ToastOptions } from './toast.tsx'

const undo = fn()
function Trigger(options: ToastOptions) {
  const { toast } = useToast()
  return <Button onClick={() => toast(options)}>Reject order</Button>
}
const meta = {
  title: 'Feedback/Toast', component: Trigger, args: { title: 'Rejected P-7241866.', action: { label: 'Undo', onAction: undo } },
  decorators: [Story => <ToastProvider><div className="min-h-row"><Story /></div></ToastProvider>],
} satisfies Meta<typeof Trigger>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Reject order' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect(undo).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument())
  },
}
export const Shown: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Reject order' }))
    await expect(await screen.findByRole('button', { name: 'Close notification' })).toBeInTheDocument()
  },
}
export const Dark: Story = { ...Shown, globals: { theme: 'dark', locale: 'en-US' } }
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Reject order' }))
    await userEvent.click(await screen.findByRole('button', { name: 'إغلاق الإشعار' }))
  },
}
