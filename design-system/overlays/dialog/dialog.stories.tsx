import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { Field } from '../../forms/field/field.tsx'
import { Input } from '../../forms/input/input.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogTrigger } from './dialog.tsx'

const meta = {
  title: 'Overlays/Dialog',
  component: DialogContent,
  args: {
    title: 'Save view',
    description: 'A view keeps conditions, columns and order.',
    children: <Field label="Name"><Input defaultValue="Shared device ring" /></Field>,
    footer: (
      <>
        <DialogClose asChild><Button>Cancel</Button></DialogClose>
        <Button variant="primary">Save view</Button>
      </>
    ),
  },
  render: args => (
    <Dialog defaultOpen>
      <DialogTrigger asChild><Button>Save view</Button></DialogTrigger>
      <DialogContent {...args} />
    </Dialog>
  ),
} satisfies Meta<typeof DialogContent>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { args: { title: 'حفظ العرض', description: 'يحفظ العرض الشروط والأعمدة والترتيب.' }, globals: { locale: 'ar-AE' } }
export const LongBody: Story = {
  args: { size: 'sm', children: <div>{Array.from({ length: 60 }, (_, index) => <p key={index}>Line {index + 1} of the change.</p>)}</div> },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ userEvent }) => {
    await screen.findByRole('dialog', { name: 'Save view' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save view' })).toHaveFocus())
  },
}
/** Unsaved work: Escape asks first, and "Keep editing" returns to the form. */
export const Dirty: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  render: args => (
    <Dialog defaultOpen dirty>
      <DialogTrigger asChild><Button>Save view</Button></DialogTrigger>
      <DialogContent {...args} />
    </Dialog>
  ),
  play: async ({ userEvent }) => {
    await screen.findByRole('dialog', { name: 'Save view' })
    await userEvent.keyboard('{Escape}')
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(screen.getByRole('dialog', { name: 'Save view' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
