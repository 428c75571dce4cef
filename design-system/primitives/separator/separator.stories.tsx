import type { Meta, StoryObj } from '@storybook/react-vite'
import { Text } from '../text/text.tsx'
import { Separator } from './separator.tsx'

const meta = { title: 'Primitives/Separator', component: Separator } satisfies Meta<typeof Separator>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: () => (
    <div className="grid gap-3">
      <Text>Above</Text>
      <Separator />
      <div className="flex h-5 gap-3">
        <Text>Before</Text>
        <Separator axis="block" decorative={false} />
        <Text>After</Text>
      </div>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  ...Matrix,
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
