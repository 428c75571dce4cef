import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Field } from '../field/field.tsx'
import { RangeSlider } from './slider.tsx'

const bands = [
  { value: 0, label: '0' },
  { value: 200 },
  { value: 400, label: '400' },
  { value: 600 },
  { value: 800, label: '800' },
  { value: 999, label: '999' },
]

const meta = {
  title: 'Forms/RangeSlider',
  component: RangeSlider,
  args: {
    min: 0,
    max: 999,
    defaultValue: [400, 800],
    thumbLabels: ['Minimum score', 'Maximum score'],
    onValueChange: fn(),
    onValueCommit: fn(),
  },
  render: args => (
    <div className="max-w-dialog-md">
      <Field label="Score">
        <RangeSlider {...args} />
      </Field>
    </div>
  ),
} satisfies Meta<typeof RangeSlider>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { marks: bands } }
export const Matrix: Story = {
  render: args => (
    <div className="grid max-w-dialog-md gap-4">
      <RangeSlider {...args} aria-label="Rest" />
      <RangeSlider {...args} aria-label="Marks" marks={bands} />
      <RangeSlider {...args} aria-label="Fields" inputs marks={bands} />
      <RangeSlider {...args} aria-label="Disabled" disabled inputs marks={bands} />
      <RangeSlider {...args} aria-label="Invalid" invalid />
      <RangeSlider {...args} aria-label="Turned" defaultValue={[900, 100]} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    thumbLabels: ['Niedrigster Betrag', 'Höchster Betrag'],
    max: 100_000,
    defaultValue: [1234, 98_765],
    inputs: true,
  },
  render: args => (
    <div className="w-rail">
      <Field label="Betrag der Bestellungen in der Währung des Händlers">
        <RangeSlider {...args} />
      </Field>
    </div>
  ),
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { thumbLabels: ['أدنى درجة', 'أعلى درجة'], marks: bands, inputs: true },
  render: args => (
    <div className="max-w-dialog-md">
      <Field label="الدرجة">
        <RangeSlider {...args} />
      </Field>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const thumb = canvas.getByRole('slider', { name: 'أدنى درجة' })
    thumb.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(thumb).toHaveAttribute('aria-valuenow', '401')
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { minStepsBetween: 10 },
  play: async ({ canvas, userEvent, args }) => {
    const low = canvas.getByRole('slider', { name: 'Minimum score' })
    const high = canvas.getByRole('slider', { name: 'Maximum score' })
    await userEvent.tab()
    await expect(low).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith([401, 800])
    await userEvent.tab()
    await expect(high).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect(args.onValueCommit).toHaveBeenLastCalledWith([401, 999])
    await userEvent.keyboard('{PageDown}')
    await expect(high).toHaveAttribute('aria-valuenow', '989')
  },
}
export const WithInputs: Story = {
  globals: { locale: 'en-US' },
  args: { inputs: true, marks: bands },
  play: async ({ canvas, userEvent, args }) => {
    const low = canvas.getByRole('spinbutton', { name: 'Minimum score' })
    await userEvent.clear(low)
    await userEvent.type(low, '250')
    await userEvent.tab()
    await expect(args.onValueChange).toHaveBeenLastCalledWith([250, 800])
    await expect(canvas.getByRole('slider', { name: 'Minimum score' })).toHaveAttribute('aria-valuenow', '250')
  },
}
