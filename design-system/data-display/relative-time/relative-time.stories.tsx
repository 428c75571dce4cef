import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { RelativeTime } from './relative-time.tsx'

const now = Date.UTC(2026, 0, 5, 13, 4, 5)
const hour = 3_600_000

const meta = { title: 'Values/RelativeTime', component: RelativeTime, args: { value: now - 3 * hour, now } } satisfies Meta<typeof RelativeTime>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('3 hours ago')).toHaveAccessibleDescription('Jan 5, 2026 10:04:05 AM')
  },
}
/** After a week the date says more than a distance. */
export const Matrix: Story = { render: args => <div className="grid justify-items-start gap-1">{[0.01, 0.5, 3, 30, 9 * 24].map(hours => <RelativeTime key={hours} {...args} value={now - hours * hour} />)}</div> }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const German: Story = { ...Matrix, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
