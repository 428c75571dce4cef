import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'

const meta = {
  title: 'Overlays/Popover',
  component: PopoverContent,
  args: { label: 'Columns', children: <p>Nine of fourteen columns are shown.</p> },
  render: args => (
    <div className="min-h-[24rem]">
      <Popover defaultOpen>
        <PopoverTrigger asChild><Button>Columns</Button></PopoverTrigger>
        <PopoverContent {...args} />
      </Popover>
    </div>
  ),
} satisfies Meta<typeof PopoverContent>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { args: { label: 'الأعمدة', children: 'تظهر تسعة أعمدة من أصل أربعة عشر.' }, globals: { locale: 'ar-AE' } }
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await screen.findByRole('dialog', { name: 'Columns' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(canvas.getByRole('button', { name: 'Columns' })).toHaveFocus()
  },
}
