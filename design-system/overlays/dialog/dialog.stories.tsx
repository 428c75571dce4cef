import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { ToastProvider, useToast } from '../../feedback/toast/toast.tsx'
import { Field } from '../../forms/field/field.tsx'
import { Input } from '../../forms/input/input.tsx'
import { PageHeader } from '../../navigation/page-header/page-header.tsx'
import { SegmentedControl } from '../../navigation/segmented-control/segmented-control.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { ConfirmDanger } from '../confirm-danger/confirm-danger.tsx'
import { Dialog, DialogClose, DialogContent, DialogTrigger } from './dialog.tsx'

const meta = {
  title: 'Overlays/Dialog',
  component: DialogContent,
  subcomponents: { Dialog },
  args: {
    title: 'Save view',
    description: 'A view keeps conditions, columns and order.',
    children: (
      <Field label="Name">
        <Input defaultValue="Shared device ring" />
      </Field>
    ),
    footer: (
      <>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="primary">Save view</Button>
      </>
    ),
  },
  render: args => (
    <Dialog defaultOpen>
      <DialogTrigger asChild>
        <Button>Save view</Button>
      </DialogTrigger>
      <DialogContent {...args} />
    </Dialog>
  ),
} satisfies Meta<typeof DialogContent>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = {
  args: { title: 'حفظ العرض', description: 'يحفظ العرض الشروط والأعمدة والترتيب.' },
  globals: { locale: 'ar-AE' },
}
export const Matrix: Story = { args: { size: 'md' } }
export const Small: Story = { args: { size: 'sm' } }
export const Large: Story = { args: { size: 'lg' } }
export const Full: Story = { args: { size: 'full' } }
/** Only its own buttons close it. */
export const Required: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { required: true, size: 'full' },
  play: async ({ userEvent }) => {
    const dialog = await screen.findByRole('dialog', { name: 'Save view' })
    // Its opening animation starts invisible.
    await waitFor(() => expect(dialog).toBeVisible())
    await expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    document.body.click()
    await expect(dialog).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
/** Header and footer stay in view; the body scrolls by keyboard, too. */
export const LongBody: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: {
    size: 'sm',
    children: (
      <div>
        {Array.from({ length: 60 }, (_, index) => (
          <p key={index}>Line {index + 1} of the change.</p>
        ))}
      </div>
    ),
  },
  play: async ({ userEvent }) => {
    const dialog = await screen.findByRole('dialog', { name: 'Save view' })
    const box = dialog.getBoundingClientRect()
    await expect(box.bottom).toBeLessThanOrEqual(window.innerHeight)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Save view' })).toBeVisible())
    await expect(screen.getByRole('button', { name: 'Save view' }).getBoundingClientRect().bottom).toBeLessThanOrEqual(
      box.bottom,
    )
    await userEvent.tab()
    await userEvent.tab()
    await expect(dialog.querySelector('[data-dialog-body]')).toHaveFocus()
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    size: 'sm',
    title: 'Betrugsverdachtsmeldung an das kartenausgebende Kreditinstitut',
    description: 'x'.repeat(300),
    footer: (
      <>
        <Button>Zwischenspeichern und später fortsetzen</Button>
        <Button variant="primary">Verdachtsmeldung übermitteln</Button>
      </>
    ),
  },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  render: args => (
    <Dialog>
      <DialogTrigger asChild>
        <Button>Save view</Button>
      </DialogTrigger>
      <DialogContent {...args} />
    </Dialog>
  ),
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: 'Save view' })
    trigger.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', {
      name: 'Save view',
      description: 'A view keeps conditions, columns and order.',
    })
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
    await userEvent.tab()
    await userEvent.tab()
    await expect(screen.getByRole('button', { name: 'Save view' })).toHaveFocus()
    await userEvent.tab()
    await expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect(dialog).toContainElement(document.activeElement instanceof HTMLElement ? document.activeElement : null)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(trigger).toHaveFocus())
  },
}
/** Without a field the focus is on the heading, never on a destructive button. */
export const NoField: Story = {
  globals: { locale: 'en-US' },
  args: {
    title: 'Discard draft',
    children: 'Version 15 was never published.',
    footer: <Button variant="danger">Discard draft</Button>,
  },
  play: async () => {
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Discard draft' })).toHaveFocus())
  },
}
/** Opened on a choice, the focus is on the chosen option, which is also the tab stop. */
export const ChosenRadio: Story = {
  args: {
    children: (
      <SegmentedControl
        label="Theme"
        defaultValue="dark"
        segments={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    ),
  },
  play: async () => {
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Dark' })).toHaveFocus())
    await expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
  },
}
const onDelete = fn()
/** A dialog that was opened from another one covers it with its scrim. */
export const NestedDialog: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  render: args => (
    <Dialog defaultOpen>
      <DialogContent {...args} size="lg" title="Checkout" className="min-h-[30rem]">
        <Dialog defaultOpen>
          <DialogContent {...args} size="sm" title="Rehearse the deletion" />
        </Dialog>
      </DialogContent>
    </Dialog>
  ),
  play: async () => {
    const inner = await screen.findByRole('dialog', { name: 'Rehearse the deletion' })
    const outer = screen.getByText('Checkout').closest<HTMLElement>('[data-slot="dialog"]')
    const scrim = [...document.querySelectorAll('.bg-scrim')].at(-1)
    // As high as the sheet below, and behind it in the document: it is painted over it.
    const heightOf = (element: Element | null | undefined) => Number(getComputedStyle(element ?? inner).zIndex)
    await expect(heightOf(scrim)).toBeGreaterThanOrEqual(heightOf(outer))
    await expect(outer?.compareDocumentPosition(scrim ?? inner)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await expect(inner.contains(document.activeElement)).toBe(true)
  },
}
/** A confirmation on top of a task: it closes first and returns the focus into the dialog. */
export const NestedConfirm: Story = {
  globals: { locale: 'en-US' },
  render: function NestedConfirm(args) {
    const [asking, setAsking] = useState(false)
    return (
      <Dialog defaultOpen>
        <DialogContent
          {...args}
          footer={
            <>
              <Button className="me-auto" onClick={() => setAsking(true)}>
                Delete view
              </Button>
              <Button variant="primary">Save view</Button>
            </>
          }
        />
        <ConfirmDanger
          open={asking}
          onOpenChange={setAsking}
          title="Delete view Shared device ring"
          confirmLabel="Delete view"
          onConfirm={onDelete}
        />
      </Dialog>
    )
  },
  play: async ({ userEvent }) => {
    const opener = await screen.findByRole('button', { name: 'Delete view' })
    await userEvent.click(opener)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(screen.getByRole('dialog', { name: 'Save view' })).toBeVisible()
    await waitFor(() => expect(opener).toHaveFocus())
  },
}
/** A result replaces the form: the focus returns to the opener of the form. */
export const Replaced: Story = {
  globals: { locale: 'en-US' },
  render: function Replaced(args) {
    const [shown, setShown] = useState<'form' | 'result' | null>(null)
    return (
      <>
        <Button onClick={() => setShown('form')}>Save view</Button>
        {shown === 'form' ? (
          <Dialog key="form" open onOpenChange={() => setShown(null)}>
            <DialogContent
              {...args}
              footer={
                <Button variant="primary" onClick={() => setTimeout(() => setShown('result'))}>
                  Save
                </Button>
              }
            />
          </Dialog>
        ) : null}
        {shown === 'result' ? (
          <Dialog key="result" open onOpenChange={() => setShown(null)}>
            <DialogContent title="What was saved">One view</DialogContent>
          </Dialog>
        ) : null}
      </>
    )
  },
  play: async ({ canvas, userEvent }) => {
    const opener = canvas.getByRole('button', { name: 'Save view' })
    await userEvent.click(opener)
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'What was saved' })).toBeVisible())
    await waitFor(() => expect(screen.getByRole('heading', { name: 'What was saved' })).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(opener).toHaveFocus())
  },
}
/** The action in the dialog removes its opener: the focus is on the title of the page, and not lost. */
export const OpenerGone: Story = {
  globals: { locale: 'en-US' },
  render: function OpenerGone(args) {
    const [state, setState] = useState<'draft' | 'publishing' | 'published'>('draft')
    return (
      <>
        <PageHeader
          title="Night orders"
          actions={state === 'published' ? undefined : <Button onClick={() => setState('publishing')}>Publish</Button>}
        />
        {state === 'publishing' ? (
          <Dialog open onOpenChange={() => setState('draft')}>
            <DialogContent
              {...args}
              footer={
                <Button variant="primary" onClick={() => setState('published')}>
                  Publish rule
                </Button>
              }
            />
          </Dialog>
        ) : null}
      </>
    )
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Publish' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Publish rule' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Night orders' })).toHaveFocus())
  },
}
/** A toast that was shown since the dialog was opened does not take its Escape, and stays with its action. */
export const ToastAfterwards: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  decorators: [
    Story => (
      <ToastProvider>
        <Story />
      </ToastProvider>
    ),
  ],
  render: function ToastAfterwards(args) {
    const { toast } = useToast()
    return (
      <Dialog defaultOpen>
        <DialogContent
          {...args}
          footer={
            <Button onClick={() => toast({ title: 'Rule deleted', action: { label: 'Undo', onAction: fn() } })}>
              Delete rule
            </Button>
          }
        />
      </Dialog>
    )
  },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete rule' }))
    await screen.findByRole('button', { name: 'Undo', hidden: true })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // Its opening animation starts invisible.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible())
  },
}
/** Unsaved changes: Escape asks for confirmation, and "Keep editing" returns to the form. */
export const Dirty: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  render: args => (
    <Dialog defaultOpen dirty>
      <DialogTrigger asChild>
        <Button>Save view</Button>
      </DialogTrigger>
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
