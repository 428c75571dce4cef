import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { ConfirmDanger } from './confirm-danger.tsx'

const meta = {
  title: 'Overlays/ConfirmDanger',
  component: ConfirmDanger,
  args: {
    open: true,
    onOpenChange: fn(),
    onConfirm: fn(),
    title: 'Delete queue Lockers and pick-up',
    description: '37 open cases move to General. 2 reviewers lose their lock.',
    confirmLabel: 'Delete queue',
  },
} satisfies Meta<typeof ConfirmDanger>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async () => {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
export const Typed: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  args: { typedName: 'Lockers and pick-up' },
  play: async ({ userEvent, args }) => {
    const confirm = await screen.findByRole('button', { name: 'Delete queue' })
    await expect(confirm).toBeDisabled()
    await userEvent.type(screen.getByRole('textbox', { name: 'Type Lockers and pick-up to confirm' }), 'Lockers and')
    await expect(confirm).toBeDisabled()
    await userEvent.keyboard(' pick-up{Enter}')
    await expect(args.onConfirm).toHaveBeenCalledOnce()
  },
}
/** Opened by state, without a trigger: the focus still goes back to where it was. */
export const ReturnsFocus: Story = {
  globals: { locale: 'en-US' },
  render: function ReturnsFocus(args) {
    const [open, setOpen] = useState(false)
    return <><Button onClick={() => setOpen(true)}>Delete</Button><ConfirmDanger {...args} open={open} onOpenChange={setOpen} /></>
  },
  play: async ({ canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Delete' })
    await userEvent.click(button)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  },
}
export const Consequences: Story = {
  args: { consequences: ['37 open cases move to General.', '2 reviewers lose their lock.'], error: 'The queue is being edited by Jarl Solheim. Try again later.' },
}
export const RightToLeft: Story = {
  args: { title: 'حذف قائمة الانتظار', description: 'تنتقل 37 حالة مفتوحة إلى القائمة العامة.', confirmLabel: 'حذف القائمة', typedName: 'Lockers' },
  globals: { locale: 'ar-AE' },
}
