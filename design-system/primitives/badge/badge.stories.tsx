import type { Meta, StoryObj } from '@storybook/react-vite'
import { Badge, badgeTones } from './badge.tsx'

const meta = { title: 'Primitives/Badge', component: Badge, args: { children: 'Escalated' } } satisfies Meta<
  typeof Badge
>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}

export const Matrix: Story = {
  render: args => (
    <div className="grid gap-2">
      {(['md', 'sm'] as const).map(size => (
        <div key={size} className="flex flex-wrap gap-2">
          {badgeTones.map(tone => (
            <Badge {...args} key={tone} tone={tone} size={size}>
              {tone}
            </Badge>
          ))}
        </div>
      ))}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { children: 'Betrugsverdachtsmeldung an das Kartenunternehmen' },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail overflow-hidden">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  args: { children: 'على قائمة الحظر', tone: 'danger' },
  globals: { locale: 'ar-AE' },
}
