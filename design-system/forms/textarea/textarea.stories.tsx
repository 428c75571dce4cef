import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Field, FieldCounter } from '../field/field.tsx'
import { Textarea } from './textarea.tsx'

const meta = {
  title: 'Forms/Textarea',
  component: Textarea,
  args: { 'aria-label': 'Note', defaultValue: 'Locker used by 9 accounts this week.' },
} satisfies Meta<typeof Textarea>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid max-w-dialog-md grid-cols-2 gap-3">
      <Textarea {...args} />
      <Textarea {...args} invalid />
      <Textarea {...args} disabled />
      <Textarea {...args} mono defaultValue={'{"amount": 12.5}'} />
      <Textarea aria-label="Note" placeholder="Why was it decided so?" />
      <Field
        label="Note"
        labelEnd={<FieldCounter used={512} limit={500} />}
        error="Shorten the note to 500 characters."
      >
        <Textarea defaultValue="Locker rings" />
      </Field>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { defaultValue: 'Lieferadresse weicht von der Rechnungsadresse um mehr als 500 Kilometer ab. '.repeat(6) },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  args: { defaultValue: 'استُخدم الصندوق من تسعة حسابات هذا الأسبوع.' },
  globals: { locale: 'ar-AE' },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const note = canvas.getByRole('textbox', { name: 'Note' })
    await expect(note).toHaveFocus()
    await userEvent.keyboard('{End}{Enter}Second line')
    await expect(note).toHaveValue('Locker used by 9 accounts this week.\nSecond line')
  },
}
