import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Avatar, AvatarGroup } from './avatar.tsx'

const meta = {
  title: 'Primitives/Avatar',
  component: Avatar,
  subcomponents: { AvatarGroup },
  args: { name: 'Amira Lopez' },
} satisfies Meta<typeof Avatar>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { label: 'Amira Lopez' } }
const people = ['Amira Lopez', 'Jonas Schmidt', '李小龍', 'ليلى حداد', 'Mira Tanev']
export const Matrix: Story = {
  render: () => (
    <div className="flex items-center gap-2">
      {([20, 24, 28, 32] as const).map(size => (
        <Avatar key={size} name="Jonas Schmidt" size={size} label="Jonas Schmidt" />
      ))}
      <Avatar name="ليلى حداد" />
      <Avatar name="李小龍" />
      <Avatar name="Rule engine" service label="Rule engine" />
      <AvatarGroup aria-label="Reviewers" max={2}>
        {people.map(name => (
          <Avatar key={name} name={name} label={name} />
        ))}
      </AvatarGroup>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { name: 'Maximiliane von und zu Hohenlohe-Bartenstein', label: 'Maximiliane von und zu Hohenlohe-Bartenstein' },
  globals: { locale: 'qps-ploc' },
}
export const RightToLeft: Story = { args: { name: 'ليلى حداد', label: 'ليلى حداد' }, globals: { locale: 'ar-AE' } }
/** Avatars without room are counted, and the count is exposed. */
export const Group: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <AvatarGroup aria-label="Reviewers" max={2}>
      {people.map(name => (
        <Avatar key={name} name={name} label={name} />
      ))}
    </AvatarGroup>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('img')).toHaveLength(2)
    await expect(canvas.getByText('3 more')).toBeInTheDocument()
  },
}
export const GroupRightToLeft: Story = { ...Group, globals: { locale: 'ar-AE', theme: 'dark' }, play: async () => {} }
/** Odd names: none, emoji, combining marks, ten thousand letters. */
export const OddNames: Story = {
  render: () => (
    <div className="flex gap-2">
      {['', '   ', '👩‍👩‍👧 Team', 'E\u0301mile Zola', 'x'.repeat(10_000)].map(name => (
        <Avatar key={name} name={name} />
      ))}
    </div>
  ),
}
