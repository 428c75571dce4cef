import type { Meta, StoryObj } from '@storybook/react-vite'
import { Avatar } from './avatar.tsx'

const meta = { title: 'Primitives/Avatar', component: Avatar, args: { name: 'Amira Lopez' } } satisfies Meta<typeof Avatar>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { label: 'Amira Lopez' } }
export const Matrix: Story = {
  render: () => (
    <div className="flex items-center gap-2">
      {([20, 24, 28, 32] as const).map(size => <Avatar key={size} name="Jonas Schmidt" size={size} label="Jonas Schmidt" />)}
      <Avatar name="ليلى حداد" /><Avatar name="李小龍" /><Avatar name="Rule engine" service label="Rule engine" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = { args: { name: 'Maximiliane von und zu Hohenlohe-Bartenstein', label: 'Maximiliane von und zu Hohenlohe-Bartenstein' } }
export const RightToLeft: Story = { args: { name: 'ليلى حداد', label: 'ليلى حداد' }, globals: { locale: 'ar-AE' } }
