import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Field } from '../field/field.tsx'
import { Slider } from './slider.tsx'

const bands = [
  { value: 0, label: '0' },
  { value: 200 },
  { value: 400, label: '400' },
  { value: 600 },
  { value: 800, label: '800' },
  { value: 999, label: '999' },
]

const meta = {
  title: 'Forms/Slider',
  component: Slider,
  args: { min: 0, max: 999, defaultValue: 600, onValueChange: fn(), onValueCommit: fn() },
  render: args => (
    <div className="max-w-dialog-sm">
      <Field label="Score limit">
        <Slider {...args} />
      </Field>
    </div>
  ),
} satisfies Meta<typeof Slider>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { marks: bands } }
export const Matrix: Story = {
  render: args => (
    <div className="grid max-w-dialog-md gap-4">
      <Slider {...args} aria-label="Rest" />
      <Slider {...args} aria-label="Marks" marks={bands} />
      <Slider {...args} aria-label="Fields" inputs marks={bands} />
      <Slider {...args} aria-label="Disabled" disabled marks={bands} inputs />
      <Slider {...args} aria-label="Invalid" invalid />
      <Slider {...args} aria-label="At the start" defaultValue={0} />
      <Slider {...args} aria-label="Outside" defaultValue={5000} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    inputs: true,
    marks: [
      { value: 0, label: 'Unbedenklich' },
      { value: 999, label: 'Kritisch' },
    ],
  },
  render: args => (
    <div className="w-rail">
      <Field label="Höchster Wert, bis zu dem nicht geprüft wird">
        <Slider {...args} />
      </Field>
    </div>
  ),
}
/** The scale starts at the inline start: the arrow towards it decreases. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { marks: bands, inputs: true },
  render: args => (
    <div className="max-w-dialog-sm">
      <Field label="حد الدرجة">
        <Slider {...args} />
      </Field>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const thumb = canvas.getByRole('slider')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(thumb).toHaveAttribute('aria-valuenow', '601')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(thumb).toHaveAttribute('aria-valuenow', '599')
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const thumb = canvas.getByRole('slider', { name: 'Score limit' })
    await userEvent.tab()
    await expect(thumb).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowUp}')
    await expect(thumb).toHaveAttribute('aria-valuenow', '602')
    await userEvent.keyboard('{ArrowLeft}{ArrowDown}')
    await expect(thumb).toHaveAttribute('aria-valuenow', '600')
    await userEvent.keyboard('{PageUp}')
    await expect(thumb).toHaveAttribute('aria-valuenow', '610')
    await userEvent.keyboard('{PageDown}{Home}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(0)
    await userEvent.keyboard('{End}')
    await expect(args.onValueCommit).toHaveBeenLastCalledWith(999)
  },
}
/** The fields accept exact values without dragging. */
export const WithInputs: Story = {
  globals: { locale: 'en-US' },
  args: { inputs: true },
  play: async ({ canvas, userEvent, args }) => {
    const field = canvas.getByRole('spinbutton', { name: 'Score limit' })
    await userEvent.clear(field)
    await userEvent.type(field, '745')
    await userEvent.tab()
    await expect(args.onValueChange).toHaveBeenLastCalledWith(745)
    await expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuenow', '745')
    // Invalid text stays, with the reason.
    await userEvent.clear(field)
    await userEvent.type(field, '7x')
    await userEvent.tab()
    await expect(field).toHaveValue('7x')
    await expect(canvas.getAllByRole('alert').at(-1)).toHaveTextContent('Enter a number')
    await expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuenow', '7')
  },
}
export const InWords: Story = {
  globals: { locale: 'en-US' },
  args: { formatValue: value => `${value} of 999` },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuetext', '600 of 999')
  },
}
