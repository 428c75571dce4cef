import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { type ToastOptions, ToastProvider, useToast } from './toast.tsx'

const undo = fn()
const closed = fn()
function Trigger(options: ToastOptions) {
  const { toast } = useToast()
  return <Button onClick={() => toast(options)}>Reject order</Button>
}
const meta = {
  title: 'Feedback/Toast',
  component: Trigger,
  subcomponents: { ToastProvider },
  args: { title: 'Rejected P-7241866.', action: { label: 'Undo', onAction: undo }, onClose: closed },
  decorators: [
    Story => (
      <ToastProvider>
        <div className="min-h-[20rem]">
          <Story />
        </div>
      </ToastProvider>
    ),
  ],
  beforeEach: () => {
    undo.mockClear()
    closed.mockClear()
  },
} satisfies Meta<typeof Trigger>
export default meta
type Story = StoryObj<typeof meta>

const trigger = (canvas: { getByRole: typeof screen.getByRole }) => canvas.getByRole('button', { name: 'Reject order' })

export const Playground: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(trigger(canvas))
    await expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
  },
}
/** The action removes the toast and counts as used, not as dismissed. */
export const Undo: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(trigger(canvas))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect(undo).toHaveBeenCalledOnce()
    await expect(closed).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument())
  },
}
function Many() {
  const { toast } = useToast()
  return (
    <div className="flex gap-2">
      <Button
        onClick={() =>
          ['P-1', 'P-2', 'P-3', 'P-4', 'P-5'].forEach(id =>
            toast({
              title: `Rejected ${id}.`,
              onClose: () => closed(id),
              ...(id === 'P-2' ? { action: { label: 'Undo', onAction: undo } } : {}),
            }),
          )
        }
      >
        Reject five
      </Button>
    </div>
  )
}
/** Three at most, the newest last; the one with undo outlasts informational ones. */
export const Stack: Story = {
  globals: { locale: 'en-US' },
  render: () => <Many />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Reject five' }))
    await waitFor(() => expect(document.querySelectorAll('[data-slot="toast"]')).toHaveLength(3))
    const texts = [...document.querySelectorAll('[data-slot="toast"]')].map(toast => toast.textContent)
    await expect(texts[0]).toContain('P-2')
    await expect(texts[1]).toContain('P-4')
    await expect(texts[2]).toContain('P-5')
    await expect(closed.mock.calls.map(call => call[0])).toEqual(['P-1', 'P-3'])
  },
}
function Four() {
  const { toast } = useToast()
  const tones = ['info', 'warning', 'danger'] as const
  return (
    <Button
      onClick={() =>
        tones.forEach(tone =>
          toast({
            tone,
            title: `Shown as ${tone}.`,
            description: 'One sentence more, where it helps.',
            action: { label: 'Show', onAction: undo },
          }),
        )
      }
    >
      Show
    </Button>
  )
}
export const Tones: Story = {
  globals: { locale: 'en-US' },
  render: () => <Four />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(document.querySelectorAll('[data-slot="toast"]')).toHaveLength(3))
  },
}
export const Matrix: Story = { ...Tones }
export const Dark: Story = { ...Tones, globals: { theme: 'dark', locale: 'en-US' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    title: 'Betrugsverdachtsmeldung an das kartenausgebende Kreditinstitut '.repeat(3),
    description: 'x'.repeat(400),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await screen.findByRole('button', { name: 'Undo' })
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    trigger(canvas).focus()
    await userEvent.keyboard('{Enter}')
    const undoButton = await screen.findByRole('button', { name: 'Undo' })
    // It appeared without moving the focus.
    await expect(trigger(canvas)).toHaveFocus()
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    const region = screen.getByRole('region', { name: 'Notifications (F8)' })
    await expect(region.contains(document.activeElement)).toBe(true)
    await userEvent.tab()
    await userEvent.tab()
    await expect(undoButton).toHaveFocus()
    await userEvent.tab()
    await expect(screen.getByRole('button', { name: 'Close notification' })).toHaveFocus()
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
    await expect(closed).toHaveBeenCalledOnce()
    await expect(undo).not.toHaveBeenCalled()
    await expect(trigger(canvas)).toHaveFocus()
  },
}
function Few() {
  const { toast } = useToast()
  return (
    <Button
      onClick={() =>
        ['P-1', 'P-2', 'P-3'].forEach(id =>
          toast({ title: `Rejected ${id}.`, action: { label: `Undo ${id}`, onAction: undo } }),
        )
      }
    >
      Reject three
    </Button>
  )
}
/**
 * However a toast is closed by keys, the focus moves to the next one and, after the last, back to its previous
 * position.
 */
export const FocusReturns: Story = {
  globals: { locale: 'en-US' },
  render: () => <Few />,
  play: async ({ canvas, userEvent }) => {
    const before = canvas.getByRole('button', { name: 'Reject three' })
    const toastOf = (id: string) =>
      screen.getByRole('button', { name: `Undo ${id}` }).closest<HTMLElement>('[data-slot="toast"]')
    const gone = (id: string) => waitFor(() => expect(screen.queryByRole('button', { name: `Undo ${id}` })).toBeNull())
    before.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Undo P-3' })
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    await userEvent.tab()
    await expect(toastOf('P-3')).toHaveFocus()
    // Escape.
    await userEvent.keyboard('{Escape}')
    await gone('P-3')
    await expect(toastOf('P-2')).toHaveFocus()
    // Its own button.
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await gone('P-2')
    await expect(toastOf('P-1')).toHaveFocus()
    // Its action.
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await gone('P-1')
    await expect(undo).toHaveBeenCalledOnce()
    await expect(before).toHaveFocus()
    // And again, by Escape on the last.
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Undo P-3' })
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    await userEvent.tab()
    await userEvent.keyboard('{Escape}{Escape}{Escape}')
    await gone('P-1')
    await expect(before).toHaveFocus()
  },
}
/** The buttons at the foot of a page remain reachable. */
export const AboveFoot: Story = {
  globals: { locale: 'en-US' },
  decorators: [
    Story => (
      <>
        <Story />
        <div
          data-page-foot
          className="fixed inset-x-0 inset-be-0 flex min-h-page-header items-center justify-end border-bs border-line-subtle px-4"
        >
          <Button>Save</Button>
        </div>
      </>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(trigger(canvas))
    const toast = (await screen.findByRole('button', { name: 'Undo' })).closest('[data-slot="toast"]')
    await waitFor(() =>
      expect(toast?.getBoundingClientRect().bottom).toBeLessThan(
        canvas.getByRole('button', { name: 'Save' }).getBoundingClientRect().top,
      ),
    )
  },
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { title: 'رُفض P-7241866.', action: { label: 'تراجع', onAction: undo } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(trigger(canvas))
    const toast = (await screen.findByRole('button', { name: 'إغلاق الإشعار' })).closest('[data-slot="toast"]')
    await expect(toast?.getBoundingClientRect().left).toBeLessThan(20)
  },
}
