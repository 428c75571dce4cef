import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { NumberText } from './number-text.tsx'

const meta = { title: 'Values/NumberText', component: NumberText, args: { value: 786_600 } } satisfies Meta<typeof NumberText>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  args: { shape: 'compact' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('786.6k')).toBeInTheDocument()
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-1">
      <NumberText {...args} /><NumberText value={0.1235} shape="percent" /><NumberText {...args} shape="compact" /><NumberText value={222_000} shape="duration" />
      <NumberText value={512} shape="unit" unit="kilometer" /><NumberText value={undefined} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const German: Story = { ...Matrix, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
