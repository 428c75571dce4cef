import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Tooltip, TooltipProvider } from './tooltip.tsx'

const meta = {
  title: 'Overlays/Tooltip',
  component: Tooltip,
  args: { content: 'Copied', children: <Button>Copy id</Button> },
  decorators: [Story => <div className="flex justify-center p-16"><Story /></div>],
} satisfies Meta<typeof Tooltip>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { open: true } }
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const RightToLeft: Story = { args: { open: true, side: 'start', content: 'تم النسخ' }, globals: { locale: 'ar-AE' } }
export const LongContent: Story = { args: { open: true, content: 'Betrugsverdachtsmeldungen an das kartenausgebende Kreditinstitut' }, globals: { locale: 'de-DE' } }
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Copy id' })).toHaveFocus()
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('Copied')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  },
}
export const Group: Story = {
  render: () => (
    <TooltipProvider>
      <div className="flex gap-2">
        {['Approve', 'Reject', 'Hold'].map(name => <Tooltip key={name} content={name} naming><Button>{name}</Button></Tooltip>)}
      </div>
    </TooltipProvider>
  ),
}
