import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { DateTime } from './date-time.tsx'

const meta = { title: 'Values/DateTime', component: DateTime, args: { value: Date.UTC(2026, 0, 5, 13, 4, 5) } } satisfies Meta<typeof DateTime>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Jan 5, 2026 1:04:05 PM')).toHaveAttribute('datetime', '2026-01-05T13:04:05.000Z')
  },
}
export const Matrix: Story = {
  render: args => <div className="grid justify-items-start gap-1">{(['date', 'month', 'time', 'full'] as const).map(shape => <DateTime key={shape} {...args} shape={shape} />)}<DateTime {...args} timeZone="Asia/Dubai" zone /></div>,
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const German: Story = { ...Matrix, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
