import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { NumberInput } from './number-input.tsx'

const meta = { title: 'Forms/NumberInput', component: NumberInput, args: { 'aria-label': 'Limit', defaultValue: 1200, min: 0, max: 5000, onValueChange: fn() } } satisfies Meta<typeof NumberInput>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { end: 'EUR' } }
export const Matrix: Story = {
  render: args => <div className="grid max-w-dialog-sm grid-cols-2 gap-3"><NumberInput {...args} /><NumberInput {...args} size="sm" /><NumberInput {...args} invalid /><NumberInput {...args} disabled /><NumberInput {...args} defaultValue={0.25} end="%" /><NumberInput {...args} defaultValue={null} /></div>,
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** One step, ten steps, the limits; what lies outside is brought back on leaving. */
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
export const RightToLeft: Story = { args: { end: 'AED' }, globals: { locale: 'ar-AE' } }
