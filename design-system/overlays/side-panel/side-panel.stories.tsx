import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fireEvent, fn, screen, waitFor } from 'storybook/test'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { SidePanel, SidePanelSection } from './side-panel.tsx'

const meta = {
  title: 'Overlays/SidePanel',
  component: SidePanel,
  subcomponents: { SidePanelSection },
  args: {
    title: 'P-7241903',
    actions: <Button size="sm">Open event</Button>,
    onClose: fn(),
    onPrevious: fn(),
    onNext: fn(),
    children: (
      <>
        <SidePanelSection>
          Rule Shared device ring, clause New account: device used by 4 accounts in 6 days.
        </SidePanelSection>
        <SidePanelSection heading="Order">EUR 2,418.90</SidePanelSection>
      </>
    ),
  },
  render: args => (
    <div className="flex h-screen">
      <div className="flex-1">List</div>
      <SidePanel {...args} />
    </div>
  ),
} satisfies Meta<typeof SidePanel>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = { args: { resizable: true, titleEnd: <Badge tone="info">Review</Badge> } }
export const Docked: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    const panel = canvas.getByRole('complementary', { name: 'P-7241903' })
    // Non-modal: the list beside it stays usable and keeps the focus.
    await expect(canvas.getByText('List')).toBeVisible()
    await expect(panel).not.toContainElement(
      document.activeElement instanceof HTMLElement ? document.activeElement : null,
    )
    await expect(panel.getBoundingClientRect().right).toBe(window.innerWidth - 16)
  },
}
/** Over the page on wide screens, too: the focus moves in, Escape and the scrim close it. */
export const Modal: Story = {
  globals: { locale: 'en-US' },
  args: { variant: 'modal' },
  play: async ({ userEvent, args }) => {
    const sheet = await screen.findByRole('dialog', { name: 'P-7241903' })
    await waitFor(() => expect(sheet).toHaveFocus())
    await userEvent.keyboard(']')
    await expect(args.onNext).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
export const FirstRecord: Story = {
  render: ({ onPrevious: _none, ...args }) => (
    <div className="flex h-screen">
      <div className="flex-1">List</div>
      <SidePanel {...args} />
    </div>
  ),
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('complementary', { name: 'P-7241903' })).toBeVisible()
    const open = canvas.getByRole('button', { name: 'Open event' })
    open.focus()
    await userEvent.keyboard(']')
    await expect(args.onNext).toHaveBeenCalledOnce()
    await userEvent.keyboard('[[')
    await expect(args.onPrevious).toHaveBeenCalledOnce()
    // A chord has another owner; AltGr types the bracket on German keyboards.
    fireEvent.keyDown(open, { key: ']', ctrlKey: true })
    await expect(args.onNext).toHaveBeenCalledOnce()
    fireEvent.keyDown(open, { key: ']', ctrlKey: true, altKey: true, modifierAltGraph: true })
    await expect(args.onNext).toHaveBeenCalledTimes(2)
  },
}
const records = ['P-7241903', 'P-7241866', 'P-7241602']
/** Moves through the list; at an edge the button stays in place and retains the focus. */
export const PrevNext: Story = {
  globals: { locale: 'en-US' },
  render: function PrevNext({ onPrevious: _previous, onNext: _next, ...args }) {
    const [index, setIndex] = useState(0)
    return (
      <div className="flex h-screen">
        <div className="flex-1">List</div>
        <SidePanel
          {...args}
          title={records[index] ?? ''}
          onPrevious={index > 0 ? () => setIndex(index - 1) : undefined}
          onNext={index < records.length - 1 ? () => setIndex(index + 1) : undefined}
        />
      </div>
    )
  },
  play: async ({ canvas, userEvent }) => {
    const next = canvas.getByRole('button', { name: 'Next record' })
    await expect(canvas.getByRole('button', { name: 'Previous record' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(next)
    await expect(canvas.getByRole('complementary', { name: 'P-7241866' })).toBeVisible()
    await userEvent.keyboard(']')
    await expect(canvas.getByRole('complementary', { name: 'P-7241602' })).toBeVisible()
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await expect(next).toHaveFocus()
    await userEvent.keyboard('[[')
    await expect(canvas.getByRole('complementary', { name: 'P-7241866' })).toBeVisible()
  },
}
/** Under 900 px the panel is a modal sheet. */
export const Narrow: Story = {
  globals: { locale: 'en-US', viewport: { value: 'mobile1', isRotated: false } },
  play: async ({ userEvent, args }) => {
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'P-7241903' })).toBeVisible())
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const LongContent: Story = {
  args: { title: 'Betrugsverdachtsmeldung 9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1' },
  globals: { locale: 'qps-ploc' },
}
export const Resize: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  args: { resizable: true },
  play: async ({ canvas, userEvent }) => {
    const handle = canvas.getByRole('separator', { name: 'Width of the panel' })
    handle.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(410)
    await expect(handle).toHaveAttribute('aria-valuenow', '410')
    await expect(handle).toHaveAttribute('aria-valuetext', '410 pixels')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(390)
    await userEvent.keyboard('{PageUp}')
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(440)
    // Enter goes to the smallest width and back.
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(320)
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(440)
    await userEvent.keyboard('{Home}')
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(320)
    // Never more than half of the page.
    await userEvent.keyboard('{End}')
    const half = Number(handle.getAttribute('aria-valuemax'))
    await expect(half).toBeLessThanOrEqual(window.innerWidth / 2)
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(half)
    await expect(handle).toHaveAttribute('aria-valuenow', String(half))
  },
}
export const RightToLeft: Story = {
  args: { resizable: true },
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('separator').focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(410)
  },
}
