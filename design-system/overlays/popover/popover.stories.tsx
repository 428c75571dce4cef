import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { ToastProvider, useToast } from '../../feedback/toast/toast.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from './popover.tsx'

const meta = {
  title: 'Overlays/Popover',
  component: PopoverContent,
  args: { label: 'Columns', children: <p>Nine of fourteen columns are shown.</p> },
  render: args => (
    <div className="min-h-[24rem]">
      <Popover defaultOpen>
        <PopoverTrigger asChild>
          <Button>Columns</Button>
        </PopoverTrigger>
        <PopoverContent {...args} />
      </Popover>
    </div>
  ),
} satisfies Meta<typeof PopoverContent>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
/** Each side, with and without the arrow. */
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-4 justify-items-center gap-16 p-16">
      {(['bottom', 'top', 'start', 'end'] as const).flatMap(side =>
        [false, true].map(arrow => (
          <Popover key={`${side}${arrow}`} open>
            <PopoverTrigger asChild>
              <Button>{side}</Button>
            </PopoverTrigger>
            <PopoverContent
              side={side}
              align="center"
              arrow={arrow}
              label={`${side}${arrow ? ' with arrow' : ''}`}
              onOpenAutoFocus={event => event.preventDefault()}
            >
              Nine of 14
            </PopoverContent>
          </Popover>
        )),
      )}
    </div>
  ),
}
export const Arrow: Story = { args: { arrow: true } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** No room below: it opens upwards, stays inside the window and scrolls when it is taller than the available space. */
export const Collisions: Story = {
  args: {
    arrow: true,
    label: 'Lines',
    children: (
      <div>
        {Array.from({ length: 80 }, (_, index) => (
          <p key={index}>Line {index + 1}</p>
        ))}
      </div>
    ),
  },
  render: args => (
    <div className="flex h-screen items-end justify-end p-2">
      <Popover defaultOpen>
        <PopoverTrigger asChild>
          <Button>Columns</Button>
        </PopoverTrigger>
        <PopoverContent {...args} />
      </Popover>
    </div>
  ),
  play: async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Lines' })
    await waitFor(() => expect(dialog).toHaveAttribute('data-side', 'top'))
    const box = dialog.getBoundingClientRect()
    await expect(box.right).toBeLessThanOrEqual(window.innerWidth)
    await waitFor(() => expect(dialog.getBoundingClientRect().top).toBeGreaterThanOrEqual(0))
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    className: 'max-w-rail',
    children: (
      <p className="wrap-break-word">
        Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen ist länger als die Karte breit ist.
      </p>
    ),
  },
}
export const RightToLeft: Story = {
  args: { arrow: true, side: 'end', label: 'الأعمدة', children: 'تظهر تسعة أعمدة من أصل أربعة عشر.' },
  globals: { locale: 'ar-AE' },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US', theme: 'light' },
  render: args => (
    <div className="min-h-[24rem]">
      <Popover>
        <PopoverTrigger asChild>
          <Button>Columns</Button>
        </PopoverTrigger>
        <PopoverContent {...args}>
          <PopoverClose asChild>
            <Button>Done</Button>
          </PopoverClose>
        </PopoverContent>
      </Popover>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: 'Columns' })
    trigger.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Columns' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(trigger).toHaveFocus()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(trigger).toHaveFocus())
  },
}
/** A toast that was shown since the popover was opened does not take its Escape, and stays with its action. */
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
      <Popover defaultOpen>
        <PopoverTrigger asChild>
          <Button>Columns</Button>
        </PopoverTrigger>
        <PopoverContent {...args}>
          <Button onClick={() => toast({ title: 'Columns reset', action: { label: 'Undo', onAction: fn() } })}>
            Reset
          </Button>
        </PopoverContent>
      </Popover>
    )
  },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Reset' }))
    await screen.findByRole('button', { name: 'Undo', hidden: true })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible())
  },
}
