import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, within } from 'storybook/test'
import { forced, LabelledMatrix, matrixCell } from '../../testing/labelled-matrix.tsx'
import { Field } from '../field/field.tsx'
import { Checkbox, CheckboxGroup } from './checkbox.tsx'

const meta = {
  title: 'Forms/Checkbox',
  component: Checkbox,
  subcomponents: { CheckboxGroup },
  args: { label: 'Notify the reviewer', onCheckedChange: fn() },
} satisfies Meta<typeof Checkbox>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { description: 'By e-mail, once a day.' } }
const checks = {
  off: { checked: false },
  on: { checked: true },
  some: { checked: 'indeterminate' },
} as const
const states = {
  rest: {},
  focus: forced('focus'),
  locked: { disabled: true },
  wrong: { 'aria-invalid': true },
} as const
export const Matrix: Story = {
  render: () => (
    <LabelledMatrix
      label="Checkboxes"
      rows={Object.keys(checks) as (keyof typeof checks)[]}
      columns={Object.keys(states) as (keyof typeof states)[]}
    >
      {(check, state) => <Checkbox label="Rules" {...checks[check]} {...states[state]} />}
    </LabelledMatrix>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    const box = canvas.getByRole('checkbox', { name: 'Notify the reviewer' })
    await expect(box).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(box).toBeChecked()
    await userEvent.click(canvas.getByText('Notify the reviewer'))
    await expect(args.onCheckedChange).toHaveBeenLastCalledWith(false)
  },
}
/** A wrong box is not the colour of a correct one, on or off. */
export const Wrong: Story = {
  ...Matrix,
  play: async ({ canvasElement }) => {
    const box = (check: keyof typeof checks, state: keyof typeof states) =>
      getComputedStyle(within(matrixCell(canvasElement, check, state)).getByRole('checkbox'))
    for (const check of ['off', 'on', 'some'] as const)
      await expect(box(check, 'wrong').borderTopColor).not.toBe(box(check, 'rest').borderTopColor)
    await expect(box('on', 'wrong').backgroundColor).not.toBe(box('on', 'rest').backgroundColor)
  },
}
/** A disabled box does not look enabled, on or off. */
export const Locked: Story = {
  ...Matrix,
  play: async ({ canvasElement }) => {
    const fill = (check: keyof typeof checks, state: keyof typeof states) =>
      getComputedStyle(within(matrixCell(canvasElement, check, state)).getByRole('checkbox')).backgroundColor
    await expect(fill('on', 'locked')).not.toBe(fill('on', 'rest'))
    await expect(fill('on', 'locked')).toBe(fill('off', 'locked'))
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    label: 'Lieferadresse weicht von der Rechnungsadresse um mehr als 500 Kilometer ab',
    description: 'Gilt für alle Regeln dieser Umgebung.',
  },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  args: { label: 'إشعار المراجع', description: 'بالبريد الإلكتروني مرة يوميًا.', defaultChecked: true },
  globals: { locale: 'ar-AE' },
}
const days = ['Chargebacks', 'Refunds', 'Manual reviews']
/** One question, several boxes; the first one selects all and is mixed when only some are on. */
export const Group: Story = {
  globals: { locale: 'en-US' },
  render: function Group() {
    const [chosen, setChosen] = useState<readonly string[]>(['Refunds'])
    const all = chosen.length === days.length
    return (
      <Field label="Count" description="Shown in the weekly report." className="max-w-dialog-sm">
        <CheckboxGroup>
          <Checkbox
            label="All kinds"
            checked={all ? true : chosen.length > 0 ? 'indeterminate' : false}
            onCheckedChange={() => setChosen(all ? [] : days)}
          />
          <div className="ms-5 grid gap-2">
            {days.map(day => (
              <Checkbox
                key={day}
                label={day}
                checked={chosen.includes(day)}
                onCheckedChange={checked =>
                  setChosen(checked === true ? [...chosen, day] : chosen.filter(other => other !== day))
                }
              />
            ))}
          </div>
        </CheckboxGroup>
      </Field>
    )
  },
  play: async ({ canvas, userEvent }) => {
    const group = canvas.getByRole('group', { name: 'Count' })
    await expect(group).toHaveAccessibleDescription('Shown in the weekly report.')
    const all = canvas.getByRole('checkbox', { name: 'All kinds' })
    await expect(all).toBePartiallyChecked()
    await userEvent.click(all)
    await expect(all).toBeChecked()
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Refunds' }))
    await expect(all).toBePartiallyChecked()
  },
}
