import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import { Field } from '../field/field.tsx'
import { DateField, type DateFieldProps } from './date-field.tsx'

const now = Date.UTC(2026, 10, 21, 14, 2, 38)
const meta = {
  title: 'Forms/DateField',
  component: DateField,
  args: { now, defaultValue: '2026-11-05', onValueChange: fn(), onIssueChange: fn() },
  render: args => (
    <div className="min-h-[24rem] w-rail">
      <Field label="Due">
        <DateField {...args} />
      </Field>
    </div>
  ),
} satisfies Meta<typeof DateField>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await screen.findByRole('dialog')
  },
}
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const Matrix: Story = {
  render: args => {
    const states: Partial<DateFieldProps>[] = [
      {},
      { defaultValue: null, placeholder: 'Nov 21, 2026' },
      { size: 'sm' },
      { invalid: true },
      { disabled: true },
      { readOnly: true },
      { defaultValue: 'yesterday' },
    ]
    return (
      <div className="grid max-w-dialog-md grid-cols-2 items-start gap-3">
        {states.map((state, index) => (
          <DateField key={index} {...args} {...state} aria-label={`Due ${index}`} />
        ))}
      </div>
    )
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: args => (
    <div className="w-rail">
      <Field label="Frist für die Rückmeldung der Bank">
        <DateField {...args} />
      </Field>
    </div>
  ),
}
export const RightToLeft: Story = {
  ...Playground,
  globals: { locale: 'ar-AE' },
  render: args => (
    <div className="min-h-[24rem] w-rail">
      <Field label="الموعد">
        <DateField {...args} />
      </Field>
    </div>
  ),
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { min: '2026-11-02' },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('textbox', { name: 'Due' })
    await userEvent.tab()
    await expect(input).toHaveValue('Nov 5, 2026')
    await userEvent.clear(input)
    await userEvent.type(input, '2026-12-24')
    await expect(args.onValueChange).toHaveBeenLastCalledWith('2026-12-24')
    await userEvent.tab()
    await expect(input).toHaveValue('Dec 24, 2026')
    await userEvent.clear(input)
    await userEvent.type(input, 'christmas')
    // Reported before the field is left, for forms that are submitted by Enter; shown when typing ends.
    await expect(args.onIssueChange).toHaveBeenLastCalledWith('unreadable')
    await expect(input).toBeValid()
    await userEvent.keyboard('{Enter}')
    await expect(input).toBeInvalid()
    await userEvent.type(input, ' eve')
    await expect(input).toBeValid()
    await userEvent.tab()
    await expect(input).toHaveValue('christmas eve')
    await expect(input).toBeInvalid()
    const button = canvas.getByRole('button', { name: 'Open calendar' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    const calendar = within(await screen.findByRole('dialog', { name: 'Calendar' }))
    await expect(calendar.getByRole('button', { name: /November 1, 2026, not available/ })).toBeDisabled()
    await userEvent.click(calendar.getByRole('button', { name: /^Friday, November 27, 2026/ }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith('2026-11-27')
    await waitFor(() => expect(button).toHaveFocus())
    await expect(input).toHaveValue('Nov 27, 2026')
    await expect(input).toBeValid()
  },
}
