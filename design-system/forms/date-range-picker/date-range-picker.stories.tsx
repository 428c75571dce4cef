import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import type { AbsoluteRange, RelativeRange } from '../date/range.ts'
import { Field } from '../field/field.tsx'
import { DateRangePicker, type DateRangePickerProps } from './date-range-picker.tsx'

const now = Date.UTC(2026, 10, 21, 14, 2, 38)
const day = 86_400_000
const lastDay: RelativeRange = { kind: 'relative', amount: 24, unit: 'hour' }
const november: AbsoluteRange = { kind: 'absolute', from: '2026-11-02T00:00:00.000Z', to: '2026-11-14T00:00:00.000Z' }
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Dubai', 'Asia/Kolkata']

const meta = {
  title: 'Forms/DateRangePicker',
  component: DateRangePicker,
  args: { now, defaultValue: november, onValueChange: fn(), onTimeZoneChange: fn(), onCompareChange: fn() },
  render: args => (
    <div className="min-h-[44rem] max-w-dialog-sm">
      <Field label="Period">
        <DateRangePicker {...args} />
      </Field>
    </div>
  ),
} satisfies Meta<typeof DateRangePicker>
export default meta
type Story = StoryObj<typeof meta>

const open: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(canvas.getByRole('button'))
  await screen.findByRole('dialog')
}
const dialog = () => within(screen.getByRole('dialog'))

export const Playground: Story = { args: { comparable: true, timeZones: zones }, play: open }
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const Matrix: Story = {
  render: args => {
    const states: Partial<DateRangePickerProps>[] = [
      { defaultValue: null },
      { defaultValue: lastDay },
      {},
      { size: 'sm' },
      { invalid: true },
      { disabled: true },
      { comparable: true, defaultCompare: true },
      { timeZone: 'Asia/Dubai' },
      { precision: 'day' },
      { defaultValue: { kind: 'absolute', from: '2026-11-21T09:30:00Z', to: '2026-11-21T14:00:00Z' } },
      { defaultValue: { kind: 'absolute', from: 'yesterday', to: '2026-13-45' } },
      { timeZone: 'Mars/Olympus' },
    ]
    return (
      <div className="grid max-w-dialog-lg grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-3">
        {states.map((state, index) => (
          <DateRangePicker key={index} {...args} {...state} aria-label={`Period ${index}`} />
        ))}
      </div>
    )
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { comparable: true, timeZones: zones, min: '2026-01-01', max: '2026-12-31', maxDays: 90 },
  render: args => (
    <div className="min-h-[44rem] w-rail">
      <DateRangePicker {...args} aria-label="Zeitraum" />
    </div>
  ),
  play: open,
}
/** The calendar, its arrows and its chevrons are mirrored; days stay Gregorian with Latin digits. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { comparable: true, timeZones: zones },
  render: args => (
    <div className="min-h-[44rem] max-w-dialog-sm">
      <Field label="الفترة">
        <DateRangePicker {...args} />
      </Field>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await screen.findByRole('dialog')
    const button = (text: string) =>
      dialog()
        .getAllByRole('button')
        .find(one => one.textContent === text && one.closest('td:not([data-outside])'))
    button('4')?.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(button('5')).toHaveFocus())
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(button('3')).toHaveFocus())
    await expect(screen.getByRole('dialog').querySelector('th')).toHaveAttribute('aria-label', 'الاثنين')
  },
}
/** Everything is reachable and operable by keys. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const trigger = canvas.getByRole('button', { name: 'Period Nov 2, 2026 – Nov 13, 2026 UTC' })
    await userEvent.tab()
    await expect(trigger).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Choose a period' })
    // Presets are one tab stop.
    await waitFor(() => expect(dialog().getByRole('button', { name: 'Last 15 minutes' })).toHaveFocus())
    await userEvent.keyboard('{ArrowDown}')
    await expect(dialog().getByRole('button', { name: 'Last hour' })).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect(dialog().getByRole('button', { name: 'Last 90 days' })).toHaveFocus()
    await userEvent.tab()
    await expect(dialog().getByRole('textbox', { name: 'From' })).toHaveFocus()
    await userEvent.tab()
    await expect(dialog().getByRole('textbox', { name: 'To' })).toHaveFocus()
    await userEvent.tab()
    await expect(dialog().getByRole('button', { name: 'Previous month, October 2026' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.tab()
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''
    await expect(focused()).toMatch(/November 2, 2026, start of the period$/)
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await waitFor(() => expect(focused()).toMatch(/November 10, 2026/))
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(focused()).toMatch(/Sunday, November 8, 2026/))
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(focused()).toMatch(/Saturday, November 14, 2026/))
    await userEvent.keyboard('{PageUp}')
    await waitFor(() => expect(focused()).toMatch(/October 14, 2026/))
    await userEvent.keyboard('{PageDown}{Shift>}{PageUp}{/Shift}')
    await waitFor(() => expect(focused()).toMatch(/November 14, 2025/))
    await userEvent.keyboard('{Shift>}{PageDown}{/Shift}')
    await waitFor(() => expect(focused()).toMatch(/November 14, 2026/))
    await userEvent.keyboard('{Enter}')
    await expect(dialog().getByRole('textbox', { name: 'From' })).toHaveValue('Nov 14, 2026')
    await expect(dialog().getByRole('textbox', { name: 'To' })).toHaveValue('')
    await userEvent.keyboard('{ArrowLeft} ')
    // The earlier day is the start, in whichever order they were picked.
    await waitFor(() => expect(dialog().getByRole('textbox', { name: 'From' })).toHaveValue('Nov 13, 2026'))
    await userEvent.click(dialog().getByRole('button', { name: 'Apply' }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith({
      kind: 'absolute',
      from: '2026-11-13T00:00:00.000Z',
      to: '2026-11-15T00:00:00.000Z',
    })
    await waitFor(() => expect(trigger).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(trigger).toHaveFocus()
  },
}
/** The fields accept the product's format and ISO, with or without time; unreadable text stays, with the reason. */
export const Typed: Story = {
  globals: { locale: 'en-US' },
  play: async context => {
    const { userEvent, args } = context
    await open(context)
    const from = dialog().getByRole('textbox', { name: 'From' })
    const to = dialog().getByRole('textbox', { name: 'To' })
    await userEvent.clear(from)
    await userEvent.type(from, 'last tuesday')
    await userEvent.tab()
    await expect(from).toBeInvalid()
    await expect(dialog().getByRole('alert')).toHaveTextContent('Write the date as Nov 21, 2026 or 2026-11-21.')
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).not.toHaveBeenCalled()
    await expect(from).toHaveFocus()
    await expect(from).toHaveValue('last tuesday')
    await userEvent.clear(from)
    await userEvent.type(from, 'Nov 20, 2026 9:30 PM')
    await expect(dialog().queryByRole('alert')).toBeNull()
    await userEvent.clear(to)
    await userEvent.type(to, '2026-11-19{Enter}')
    await expect(dialog().getByRole('alert')).toHaveTextContent('The end must come after the start.')
    await userEvent.clear(to)
    await userEvent.type(to, '2026-11-21{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith({
      kind: 'absolute',
      from: '2026-11-20T21:30:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
    })
  },
}
/** One press applies a common period and closes. */
export const Presets: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { defaultValue: lastDay },
  play: async context => {
    const { canvas, userEvent, args } = context
    await open(context)
    await expect(dialog().getByRole('button', { name: 'Last 24 hours' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(dialog().getByRole('button', { name: 'Last 7 days' }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith({ kind: 'relative', amount: 7, unit: 'day' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(canvas.getByRole('button', { name: 'Period Last 7 days' })).toHaveFocus()
  },
}
/** A relative period remains relative until one of its ends is overwritten. */
export const Relative: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { defaultValue: { kind: 'relative', amount: 36, unit: 'hour' } },
  play: async context => {
    const { canvas, userEvent, args } = context
    await expect(canvas.getByRole('button', { name: 'Period Last 36 hours' })).toBeVisible()
    await open(context)
    const from = dialog().getByRole('textbox', { name: 'From' })
    await expect(from).toHaveValue('Nov 20, 2026 2:02:38 AM')
    await expect(dialog().getByText(/Moves forward with time/)).toBeVisible()
    await userEvent.click(dialog().getByRole('button', { name: 'Apply' }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith({ kind: 'relative', amount: 36, unit: 'hour' })
    await open(context)
    await userEvent.clear(dialog().getByRole('textbox', { name: 'From' }))
    await userEvent.type(dialog().getByRole('textbox', { name: 'From' }), '2026-11-20')
    await userEvent.click(dialog().getByRole('button', { name: 'Apply' }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith({
      kind: 'absolute',
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-21T14:02:38.000Z',
    })
  },
}
/** Days begin at midnight in the chosen zone, even across a change of clocks. */
export const TimeZone: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: {
    timeZones: zones,
    defaultValue: { kind: 'absolute', from: '2026-10-24T00:00:00.000Z', to: '2026-10-26T00:00:00.000Z' },
  },
  play: async context => {
    const { canvas, userEvent, args } = context
    await open(context)
    const zone = dialog().getByRole('combobox', { name: 'Time zone' })
    await userEvent.click(zone)
    await userEvent.clear(zone)
    await userEvent.type(zone, 'berlin{Enter}')
    await expect(zone).toHaveValue('Europe/Berlin')
    await userEvent.click(dialog().getByRole('button', { name: 'Apply' }))
    await expect(args.onTimeZoneChange).toHaveBeenLastCalledWith('Europe/Berlin')
    await expect(args.onValueChange).toHaveBeenLastCalledWith({
      kind: 'absolute',
      from: '2026-10-23T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    })
    await expect(canvas.getByRole('button', { name: 'Period Oct 24, 2026 – Oct 25, 2026 Europe/Berlin' })).toBeVisible()
  },
}
/** The limits are described, shown in the calendar and enforced for typed text. */
export const DisabledDays: Story = {
  name: 'Disabled days',
  globals: { locale: 'en-US', theme: 'light' },
  args: {
    min: '2026-11-02',
    max: '2026-11-21',
    maxDays: 14,
    precision: 'day',
    disabledDay: date => (new Date(date).getTime() / day) % 7 === 3,
  },
  play: async context => {
    const { userEvent, args } = context
    await open(context)
    await expect(dialog().getByText(/From Nov 2, 2026 to Nov 21, 2026. At most 14 days./)).toBeVisible()
    const outside = screen.getByRole('button', { name: 'Sunday, November 1, 2026, not available' })
    await expect(outside).toBeDisabled()
    const from = dialog().getByRole('textbox', { name: 'From' })
    await userEvent.clear(from)
    await userEvent.type(from, '2026-10-30{Enter}')
    await expect(dialog().getByRole('alert')).toHaveTextContent('Choose Nov 2, 2026 or a later day.')
    await userEvent.clear(from)
    await userEvent.type(from, '2026-11-03 {Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith({
      kind: 'absolute',
      from: '2026-11-03T00:00:00.000Z',
      to: '2026-11-14T00:00:00.000Z',
    })
  },
}
export const Compare: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { comparable: true },
  play: async context => {
    const { canvas, userEvent, args } = context
    await open(context)
    const box = dialog().getByRole('checkbox', { name: 'Compare to the previous period' })
    await expect(box).toHaveAccessibleDescription('Oct 21, 2026 – Nov 1, 2026')
    await userEvent.click(box)
    await userEvent.click(dialog().getByRole('button', { name: 'Apply' }))
    await expect(args.onCompareChange).toHaveBeenLastCalledWith(true)
    await expect(canvas.getByRole('button', { name: /compared$/ })).toBeVisible()
  },
}
export const Locales: Story = { globals: { locale: 'de-DE' }, play: open }
