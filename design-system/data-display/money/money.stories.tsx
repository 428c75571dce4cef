import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Money } from './money.tsx'

const meta = { title: 'Values/Money', component: Money, args: { amount: 1234.5, currency: 'EUR' } } satisfies Meta<typeof Money>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/EUR\s1,234\.50/)).toBeInTheDocument()
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-1">
      <Money {...args} /><Money {...args} digits={0} /><Money amount={-12.4} currency="USD" /><Money amount={1_786_600} currency="AED" compact />
      <Money {...args} settled={{ amount: 1356.02, currency: 'USD' }} /><Money amount={null} currency="EUR" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const German: Story = { ...Matrix, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
