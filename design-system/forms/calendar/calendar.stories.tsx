import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor } from 'storybook/test'
import { Calendar, type CalendarProps } from './calendar.tsx'

/** Shows the month that the calendar requests. */
function Moving(args: CalendarProps) {
  const [month, setMonth] = useState(args.month)
  return (
    <Calendar
      {...args}
      className="w-fit"
      month={month}
      onMonthChange={next => {
        args.onMonthChange(next)
        setMonth(next)
      }}
    />
  )
}

const meta = {
  title: 'Forms/Calendar',
  component: Calendar,
  args: {
    label: 'Days',
    month: '2026-11-01',
    today: '2026-11-21',
    selected: { from: '2026-11-03', to: '2026-11-12' },
    onSelect: fn(),
    onMonthChange: fn(),
  },
  render: args => <Moving {...args} />,
} satisfies Meta<typeof Calendar>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="flex flex-wrap gap-6">
      <Moving {...args} label="Period" />
      <Moving {...args} label="One day" selected={{ from: '2026-11-11' }} />
      <Moving {...args} label="None" selected={undefined} />
      <Moving {...args} label="Limits" min="2026-11-05" max="2026-11-25" disabledDay={day => day.endsWith('9')} />
      <Moving {...args} label="Broken" month="soon" selected={{ from: 'yesterday' }} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** A period from before the first day that can be chosen: its days are legible all the same. */
export const BeyondLimits: Story = {
  globals: { locale: 'en-US' },
  args: { min: '2026-11-05' },
  play: async ({ canvas }) => {
    const start = canvas.getByRole('button', { name: 'Tuesday, November 3, 2026, not available' })
    const end = canvas.getByRole('button', { name: /end of the period/ })
    await expect(start).toBeDisabled()
    await expect(getComputedStyle(start).color).toBe(getComputedStyle(end).color)
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
/** Weeks run from the inline start, chevrons and arrows follow the visual direction; Gregorian, Latin digits. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const button = (day: string) => canvasElement.querySelector<HTMLElement>(`td[data-day="${day}"] button`)
    button('2026-11-10')?.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(button('2026-11-11')).toHaveFocus())
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(button('2026-11-09')).toHaveFocus())
    await expect(canvas.getByText('نوفمبر 2026')).toBeVisible()
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Previous month, October 2026' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onMonthChange).toHaveBeenLastCalledWith('2026-10-01')
    await waitFor(
      () => expect(canvas.getAllByRole('status').some(region => region.textContent === 'October 2026')).toBe(true),
      { timeout: 3000 },
    )
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''
    await expect(focused()).toBe('Tuesday, November 3, 2026, start of the period')
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await waitFor(() => expect(focused()).toMatch(/^Wednesday, November 11, 2026/))
    await userEvent.keyboard('{Enter}')
    await expect(args.onSelect).toHaveBeenLastCalledWith('2026-11-11')
  },
}
