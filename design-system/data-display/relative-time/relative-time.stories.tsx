import type { Meta, StoryObj } from '@storybook/react-vite'
import { createIntl, RawIntlProvider } from 'react-intl'
import { expect } from 'storybook/test'
import { RelativeTime } from './relative-time.tsx'

const now = Date.UTC(2026, 0, 5, 13, 4, 5)
const hour = 3_600_000

const meta = {
  title: 'Values/RelativeTime',
  component: RelativeTime,
  args: { value: now - 3 * hour, now },
} satisfies Meta<typeof RelativeTime>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('3 hours ago')).toHaveAccessibleDescription('Jan 5, 2026 10:04:05 AM')
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-1">
      {[0.01, 0.5, 3, 30, 9 * 24].map(hours => (
        <RelativeTime key={hours} {...args} value={now - hours * hour} />
      ))}
    </div>
  ),
}
/** After a week a date is more useful than a distance. */
export const Thresholds: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="grid justify-items-start gap-1">
      {[59_000, 60_000, hour - 1, hour, 24 * hour - 1, 24 * hour, 168 * hour - 1, 168 * hour, -5 * hour].map(age => (
        <RelativeTime key={age} {...args} value={now - age} />
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    await expect([...canvasElement.querySelectorAll('time')].map(time => time.textContent)).toEqual([
      '59 seconds ago',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '6 days ago',
      'Dec 29, 2025',
      'in 5 hours',
    ])
  },
}
/** The distance is the same everywhere, the exact time is the reader's. */
export const TimeZones: Story = {
  render: args => (
    <div className="grid justify-items-start gap-1">
      {['UTC', 'Asia/Dubai', 'America/New_York'].map(timeZone => (
        <RawIntlProvider key={timeZone} value={createIntl({ locale: 'en-US', timeZone, messages: {} })}>
          <RelativeTime {...args} />
        </RawIntlProvider>
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText('3 hours ago').map(time => time.getAttribute('aria-description'))).toEqual([
      'Jan 5, 2026 10:04:05 AM',
      'Jan 5, 2026 2:04:05 PM',
      'Jan 5, 2026 5:04:05 AM',
    ])
  },
}
export const Broken: Story = {
  globals: { locale: 'en-US' },
  args: { value: 'soon' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('soon')).toBeInTheDocument()
  },
}
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
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const German: Story = { ...Matrix, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
