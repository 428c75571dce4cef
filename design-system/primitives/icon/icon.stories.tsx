import type { Meta, StoryObj } from '@storybook/react-vite'
import { Search } from 'lucide-react'
import { Icon, iconSizes } from './icon.tsx'

const meta = { title: 'Primitives/Icon', component: Icon, args: { icon: Search } } satisfies Meta<typeof Icon>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { label: 'Search' } }
export const Matrix: Story = {
  render: args => (
    <div className="flex items-center gap-3">
      {iconSizes.map(size => (
        <Icon key={size} {...args} size={size} />
      ))}
      <span className="text-danger-text">
        <Icon {...args} label="Search" />
      </span>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { label: 'Suche in allen Ereignissen dieser Umgebung' },
  globals: { locale: 'qps-ploc' },
}
/** A magnifier has no reading direction. */
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
