import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { NumberInput } from './number-input.tsx'

const meta = {
  title: 'Forms/NumberInput',
  component: NumberInput,
  args: { 'aria-label': 'Limit', defaultValue: 1200, min: 0, max: 5000, onValueChange: fn() },
} satisfies Meta<typeof NumberInput>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { end: 'EUR' } }
export const Matrix: Story = {
  render: args => (
    <div className="grid max-w-dialog-sm grid-cols-2 gap-3">
      <NumberInput {...args} />
      <NumberInput {...args} size="sm" />
      <NumberInput {...args} invalid />
      <NumberInput {...args} disabled />
      <NumberInput {...args} defaultValue={0.25} percent />
      <NumberInput {...args} currency="EUR" />
      <NumberInput {...args} hideSteppers />
      <NumberInput {...args} readOnly />
      <NumberInput {...args} defaultValue={-12_345_678_901} min={-1e15} max={1e15} />
      <NumberInput {...args} defaultValue={null} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** One step, ten steps, the limits; a value out of range is clamped on blur. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('spinbutton', { name: 'Limit' })
    input.focus()
    await userEvent.keyboard('{ArrowUp}{PageUp}{ArrowDown}')
    await expect(input).toHaveValue('1210')
    await userEvent.keyboard('{Home}')
    await expect(input).toHaveValue('0')
    await userEvent.keyboard('{End}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(5000)
    await userEvent.clear(input)
    await userEvent.type(input, '9000')
    await userEvent.tab()
    await expect(input).toHaveValue('5000')
  },
}
/** The buttons step like the keys. */
export const Steps: Story = {
  globals: { locale: 'en-US' },
  args: { step: 5, max: 1205 },
  play: async ({ canvas, canvasElement, userEvent, args }) => {
    const [up, down] = [...canvasElement.querySelectorAll('button')]
    if (!up || !down) throw new Error('NumberInput has two steps')
    await userEvent.click(up)
    await expect(args.onValueChange).toHaveBeenLastCalledWith(1205)
    await expect(up).toBeDisabled()
    await userEvent.click(down)
    await expect(canvas.getByRole('spinbutton')).toHaveValue('1200')
  },
}
/** Invalid text stays in the field, with the reason; the value is null, so that no form submits the previous number. */
export const Unreadable: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('spinbutton', { name: 'Limit' })
    await userEvent.clear(input)
    await userEvent.type(input, '12')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(12)
    await userEvent.type(input, ' or so')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(null)
    await userEvent.clear(input)
    await userEvent.type(input, 'about ten')
    await userEvent.tab()
    await expect(input).toHaveValue('about ten')
    await expect(input).toBeInvalid()
    await expect(input).toHaveAccessibleDescription('Enter a number, such as 1,234.50.')
    await userEvent.clear(input)
    await userEvent.type(input, '10')
    await expect(input).toBeValid()
    await expect(args.onValueChange).toHaveBeenLastCalledWith(10)
  },
}
/** Separators of the language, Latin digits; digits of other scripts are accepted, too. */
export const Locales: Story = {
  globals: { locale: 'ar-AE' },
  args: { 'aria-label': 'الحد', defaultValue: 1234.5 },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('spinbutton', { name: 'الحد' })
    await expect(input).toHaveValue('1234.5')
    await userEvent.clear(input)
    await userEvent.type(input, '٢٥٠')
    await userEvent.tab()
    await expect(args.onValueChange).toHaveBeenLastCalledWith(250)
    await expect(input).toHaveValue('250')
  },
}
/** The separators are those of the language. */
export const German: Story = {
  globals: { locale: 'de-DE' },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('spinbutton')
    await userEvent.clear(input)
    await userEvent.type(input, '1.234,5')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(1234.5)
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { currency: 'EUR', defaultValue: 1_234_567_890_123, max: 1e15 },
  decorators: [
    Story => (
      <div className="w-[9rem]">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { args: { end: 'AED' }, globals: { locale: 'ar-AE' } }
