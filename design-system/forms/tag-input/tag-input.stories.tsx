import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { Field } from '../field/field.tsx'
import { TagInput, type TagInputProps } from './tag-input.tsx'

const isMail = (tag: string) => (/^\S+@\S+\.\S+$/.test(tag) ? undefined : 'Enter an address such as ana@mail.example.')

const meta = {
  title: 'Forms/TagInput',
  component: TagInput,
  args: { onValueChange: fn(), validate: isMail, splitAtSpaces: true },
  render: args => (
    <div className="max-w-dialog-md">
      <Field label="Addresses" description="Enter or a comma adds one; a list can be pasted.">
        <TagInput {...args} />
      </Field>
    </div>
  ),
} satisfies Meta<typeof TagInput>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { defaultValue: ['m.tanev@mail.example', 'ana@mail.example'] } }
export const Matrix: Story = {
  render: args => {
    const states: Partial<TagInputProps>[] = [
      { placeholder: 'ana@mail.example' },
      { defaultValue: ['ana@mail.example'] },
      { defaultValue: ['ana@mail.example'], size: 'sm' },
      { defaultValue: ['ana@mail.example', 'ana at mail'] },
      { defaultValue: ['ana@mail.example'], disabled: true },
      { defaultValue: ['ana@mail.example'], readOnly: true },
      { defaultValue: Array.from({ length: 12 }, (_, index) => `u${index}@mail.example`), maxTags: 5 },
    ]
    return (
      <div className="grid max-w-dialog-lg grid-cols-2 items-start gap-3">
        {states.map((state, index) => (
          <TagInput key={index} {...args} {...state} aria-label={`Addresses ${index}`} />
        ))}
      </div>
    )
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    defaultValue: [
      'maximiliane.von.und.zu.hohenlohe-bartenstein@verwaltung.donaudampfschifffahrt.example',
      'x'.repeat(10_000),
    ],
  },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
/** Addresses stay left to right; keys between them follow the visual direction. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { defaultValue: ['ana@mail.example', '10.0.0.1'] },
  render: args => (
    <div className="max-w-dialog-md">
      <Field label="العناوين">
        <TagInput {...args} />
      </Field>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox')
    await userEvent.tab()
    await expect(input).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect(canvas.getByRole('button', { name: 'إزالة ana@mail.example' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect(input).toHaveFocus()
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('textbox', { name: 'Addresses' })
    await userEvent.tab()
    await userEvent.keyboard('ana@mail.example{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['ana@mail.example'])
    await userEvent.keyboard('ben@mail.example,')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['ana@mail.example', 'ben@mail.example'])
    await expect(input).toHaveValue('')
    await userEvent.keyboard('cem@mail.example ')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getByRole('button', { name: 'Remove cem@mail.example' })).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect(canvas.getByRole('button', { name: 'Remove ana@mail.example' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{Delete}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['ana@mail.example', 'cem@mail.example'])
    await expect(canvas.getByRole('button', { name: 'Remove cem@mail.example' })).toHaveFocus()
    await userEvent.keyboard('{End}{ArrowRight}')
    await expect(input).toHaveFocus()
    await userEvent.keyboard('{Backspace}{Backspace}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['ana@mail.example'])
    // Text that is not completed is retained when the field is left.
    await userEvent.click(input)
    await userEvent.keyboard('dan@mail.example')
    await userEvent.tab()
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['ana@mail.example', 'dan@mail.example'])
  },
}
/** A column of a table, a line of a mail: each piece becomes a tag, duplicates are announced. */
export const PasteMany: Story = {
  globals: { locale: 'en-US' },
  args: { defaultValue: ['ana@mail.example'] },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('textbox'))
    await userEvent.paste('ben@mail.example; cem@mail.example\nANA@mail.example\tbroken')
    await expect(args.onValueChange).toHaveBeenLastCalledWith([
      'ana@mail.example',
      'ben@mail.example',
      'cem@mail.example',
      'broken',
    ])
    await expect(canvas.getAllByRole('alert').at(-1)).toHaveTextContent('ANA@mail.example is already in the list.')
    await waitFor(
      () =>
        expect(
          canvas
            .getAllByRole('status')
            .some(region => region.textContent === '3 entries added, 1 was there already, 1 is not valid.'),
        ).toBe(true),
      { timeout: 3000 },
    )
  },
}
/** An invalid entry keeps its text; a press moves it back into the field for editing. */
export const Invalid: Story = {
  globals: { locale: 'en-US' },
  args: { defaultValue: ['ana@mail.example', 'ana at mail'] },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('textbox', { name: 'Addresses' })
    await expect(input).toBeInvalid()
    await expect(input).toHaveAccessibleDescription(/ana at mail: Enter an address/)
    await userEvent.click(canvas.getByRole('button', { name: /^ana at mail ?, Enter an address/ }))
    await expect(input).toHaveFocus()
    await expect(input).toHaveValue('ana at mail')
    await userEvent.clear(input)
    await userEvent.keyboard('ana@mail2.example{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['ana@mail.example', 'ana@mail2.example'])
    await expect(input).toBeValid()
  },
}
export const TenThousand: Story = {
  args: { defaultValue: Array.from({ length: 10_000 }, (_, index) => `u${index}@mail.example`) },
}
