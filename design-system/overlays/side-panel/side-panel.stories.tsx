import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { SidePanel, SidePanelSection } from './side-panel.tsx'

const meta = {
  title: 'Overlays/SidePanel',
  component: SidePanel,
  args: {
    title: 'P-7241903',
    actions: <Button size="sm">Open event</Button>,
    onClose: fn(),
    onPrevious: fn(),
    onNext: fn(),
    children: (
      <>
        <SidePanelSection>Rule Shared device ring, clause New account: device used by 4 accounts in 6 days.</SidePanelSection>
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
    canvas.getByRole('button', { name: 'Open event' }).focus()
    await userEvent.keyboard(']')
    await expect(args.onNext).toHaveBeenCalledOnce()
    await userEvent.keyboard('[[')
    await expect(args.onPrevious).toHaveBeenCalledOnce()
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
export const LongContent: Story = { args: { title: 'Betrugsverdachtsmeldung 9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1' }, globals: { locale: 'qps-ploc' } }
export const Resize: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  args: { resizable: true },
  play: async ({ canvas, userEvent }) => {
    const handle = canvas.getByRole('separator', { name: 'Width of the panel' })
    handle.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(410)
    await userEvent.keyboard('{Home}')
    await expect(canvas.getByRole('complementary').getBoundingClientRect().width).toBe(320)
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
