import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Checkbox } from '../../forms/checkbox/checkbox.tsx'
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
export const Matrix: Story = {
  args: {
    affectedCount: 214,
    consequences: ['37 open cases move to General.', '2 reviewers lose their lock.'],
    typedName: 'Lockers and pick-up',
    error: 'The queue is being edited by Jarl Solheim. Try again later.',
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
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
/** A choice that belongs to the action stands between its consequences and the buttons. */
export const Options: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: {
    consequences: ['37 open cases move to General.'],
    options: <Checkbox label="Tell the reviewers" description="Each gets one notification." />,
  },
  play: async ({ userEvent, args }) => {
    const box = await screen.findByRole('checkbox', { name: 'Tell the reviewers' })
    await userEvent.click(box)
    await expect(box).toBeChecked()
    await expect(args.onConfirm).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Delete queue' }))
    await expect(args.onConfirm).toHaveBeenCalledOnce()
  },
}
/** Opened by state, without a trigger: the focus still returns to its previous position. */
export const ReturnsFocus: Story = {
  globals: { locale: 'en-US' },
  render: function ReturnsFocus(args) {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Delete</Button>
        <ConfirmDanger {...args} open={open} onOpenChange={setOpen} />
      </>
    )
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
  args: {
    consequences: ['37 open cases move to General.', '2 reviewers lose their lock.'],
    error: 'The queue is being edited by Jarl Solheim. Try again later.',
  },
}
/** Many at once: their number is a separate sentence, and typing the number proves that it was read. */
export const BulkCount: Story = {
  globals: { locale: 'en-US' },
  args: {
    title: 'Remove entries from Blocked lockers',
    typedLabel: 'Type the number of entries',
    confirmLabel: 'Remove entries',
  },
  render: ({ description: _none, ...args }) => <ConfirmDanger {...args} affectedCount={48_211} typedName="48211" />,
  play: async ({ userEvent, args }) => {
    await expect(await screen.findByText('48,211 records are affected.')).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: 'Type the number of entries' }), ' 48211 ')
    await userEvent.click(screen.getByRole('button', { name: 'Remove entries' }))
    await expect(args.onConfirm).toHaveBeenCalledOnce()
  },
}
/** While the action runs it cannot be confirmed twice. */
export const Loading: Story = {
  globals: { locale: 'en-US' },
  args: { loading: true },
  play: async ({ userEvent, args }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete queue' }))
    await expect(args.onConfirm).not.toHaveBeenCalled()
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    title: `Warteschlange ${'Betrugsverdachtsmeldungen'.repeat(4)} löschen`,
    typedName: 'Betrugsverdachtsmeldungen der Abholstationen',
    confirmLabel: 'Warteschlange endgültig löschen',
  },
}
/** Tab stays inside, Escape cancels, Enter on Cancel, too. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ userEvent, args }) => {
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(cancel).toHaveFocus())
    await userEvent.tab()
    await expect(screen.getByRole('button', { name: 'Delete queue' })).toHaveFocus()
    await userEvent.tab()
    await expect(cancel).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect(screen.getByRole('button', { name: 'Delete queue' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect(args.onOpenChange).toHaveBeenLastCalledWith(false)
    await expect(args.onConfirm).not.toHaveBeenCalled()
    cancel.focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onOpenChange).toHaveBeenCalledTimes(2)
    await expect(args.onConfirm).not.toHaveBeenCalled()
  },
}
export const RightToLeft: Story = {
  args: {
    title: 'حذف قائمة الانتظار',
    description: 'تنتقل 37 حالة مفتوحة إلى القائمة العامة.',
    confirmLabel: 'حذف القائمة',
    typedName: 'Lockers',
  },
  globals: { locale: 'ar-AE' },
}
