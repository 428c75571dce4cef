import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Tooltip } from './tooltip.tsx'

const meta = {
  title: 'Overlays/Tooltip',
  component: Tooltip,
  args: { content: 'Copied', children: <Button>Copy id</Button> },
  decorators: [
    Story => (
      <div className="flex justify-center p-16">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof Tooltip>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { open: true } }
/** The four sides, logical: start and end follow the reading direction. */
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-4 justify-items-center gap-16">
      {(['top', 'bottom', 'start', 'end'] as const).map(side => (
        <Tooltip key={side} open side={side} content="Copied">
          <Button>{side}</Button>
        </Tooltip>
      ))}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = {
  args: { open: true, side: 'start', content: 'تم النسخ' },
  globals: { locale: 'ar-AE' },
}
export const LongContent: Story = {
  args: { open: true, content: 'Betrugsverdachtsmeldungen an das kartenausgebende Kreditinstitut' },
  globals: { locale: 'de-DE' },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Copy id' })).toHaveFocus()
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('Copied')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    // Pressed before the layer is loaded: no tooltip opens over the result of the press.
    const button = canvas.getByRole('button', { name: 'Copy id' })
    button.blur()
    button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
    button.click()
    await new Promise(resolve => setTimeout(resolve, 800))
    await expect(screen.queryByRole('tooltip')).toBeNull()
  },
}
/**
 * After one tooltip was shown its neighbours open at once; `aria-disabled` keeps a control reachable, so that it can
 * show the reason.
 */
export const Group: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <div className="flex gap-2">
      {['Approve', 'Reject'].map(name => (
        <Tooltip key={name} content={name} isLabel>
          <Button>{name}</Button>
        </Tooltip>
      ))}
      <Tooltip content="Your lock ran out">
        <Button aria-disabled>Hold</Button>
      </Tooltip>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const shown = () => screen.queryByRole('tooltip')
    // A tooltip of the previous story would count as a neighbour.
    await new Promise(resolve => setTimeout(resolve, 350))
    await userEvent.hover(canvas.getByRole('button', { name: 'Approve' }))
    await expect(shown()).toBeNull()
    await waitFor(() => expect(shown()).toHaveTextContent('Approve'))
    await userEvent.hover(canvas.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(shown()).toHaveTextContent('Reject'), { timeout: 300 })
    canvas.getByRole('button', { name: 'Hold' }).focus()
    await waitFor(() => expect(shown()).toHaveTextContent('Your lock ran out'))
    await expect(canvas.getByRole('button', { name: 'Hold' })).toHaveAccessibleDescription('Your lock ran out')
  },
}
