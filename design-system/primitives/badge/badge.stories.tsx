import type { Meta, StoryObj } from '@storybook/react-vite'
import { LabelledMatrix } from '../../testing/labelled-matrix.tsx'
import { Badge, badgeTones } from './badge.tsx'

const meta = { title: 'Primitives/Badge', component: Badge, args: { children: 'Escalated' } } satisfies Meta<
  typeof Badge
>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}

export const Matrix: Story = {
  render: args => (
    <LabelledMatrix label="Badges" rows={['md', 'sm']} columns={badgeTones}>
      {(size, tone) => (
        <Badge {...args} tone={tone} size={size}>
          Draft
        </Badge>
      )}
    </LabelledMatrix>
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
