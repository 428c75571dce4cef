import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Kbd } from './kbd.tsx'

const meta = { title: 'Primitives/Kbd', component: Kbd, args: { keys: 'Mod+K' } } satisfies Meta<typeof Kbd>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { apple: false } }
export const Matrix: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <div className="flex items-center gap-2">
      <Kbd keys="Mod+K" apple={false} />
      <Kbd keys="Mod+K" apple />
      <Kbd keys="A" />
      <Kbd keys={['Shift', 'S']} apple={false} />
      <Kbd keys="ArrowLeft" />
      <Kbd keys="/" />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Control K')).toBeInTheDocument()
    await expect(canvas.getByText('Command K')).toBeInTheDocument()
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { keys: ['Mod', 'Shift', 'Alt', 'PageDown'], apple: false },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { args: { keys: ['Shift', 'F7'], apple: false }, globals: { locale: 'ar-AE' } }
