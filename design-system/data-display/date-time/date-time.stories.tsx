import type { Meta, StoryObj } from '@storybook/react-vite'
import { createIntl, RawIntlProvider } from 'react-intl'
import { expect } from 'storybook/test'
import { DateTime } from './date-time.tsx'

const meta = {
  title: 'Values/DateTime',
  component: DateTime,
  args: { value: Date.UTC(2026, 0, 5, 13, 4, 5) },
} satisfies Meta<typeof DateTime>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Jan 5, 2026 1:04:05 PM')).toHaveAttribute('datetime', '2026-01-05T13:04:05.000Z')
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-1">
      {(['date', 'month', 'time', 'full'] as const).map(shape => (
        <DateTime key={shape} {...args} shape={shape} />
      ))}
      <DateTime {...args} timeZone="Asia/Dubai" zone />
    </div>
  ),
}
export const Locales: Story = {
  // The order, the separators and the names of the month and of the half of the day are those of the language.
  render: args => (
    <div className="grid justify-items-start gap-1">
      {(['en-US', 'de-DE', 'es-ES', 'ar-AE'] as const).map(locale => (
        <RawIntlProvider key={locale} value={createIntl({ locale, timeZone: 'UTC', messages: {} })}>
          <DateTime {...args} />
        </RawIntlProvider>
      ))}
    </div>
  ),
  play: async ({ canvasElement }) => {
    const shown = [...canvasElement.querySelectorAll('time')].map(time => time.textContent)
    await expect(shown).toHaveLength(4)
    await expect(shown[0]).toBe('Jan 5, 2026 1:04:05 PM')
    await expect(shown[1]).toBe('5. Jan. 2026, 1:04:05 PM')
    await expect(shown[3]).toBe('5 يناير 2026، 1:04:05 م')
  },
}
export const Exact: Story = {
  globals: { locale: 'en-US' },
  args: { exact: true, timeZone: 'Asia/Dubai' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Jan 5, 2026 5:04:05 PM')).toHaveAccessibleDescription('2026-01-05T13:04:05.000Z')
  },
}
/** Never a guess, never a crash: an invalid date is shown unchanged. */
export const Broken: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="grid justify-items-start gap-1">
      <DateTime {...args} value="31.31.2026" />
      <DateTime {...args} value={Number.NaN} />
      <DateTime {...args} value={null} />
      <DateTime {...args} value={-1e15} />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('31.31.2026')).toBeInTheDocument()
    await expect(canvas.getAllByText('not provided')).toHaveLength(2)
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { zone: true, timeZone: 'America/Argentina/ComodRivadavia' },
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
