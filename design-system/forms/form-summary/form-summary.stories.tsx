import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Field } from '../field/field.tsx'
import { Input } from '../input/input.tsx'
import { Radio, RadioGroup } from '../radio-group/radio-group.tsx'
import { FormSummary } from './form-summary.tsx'

const errors = [
  { field: 'summary-name', message: 'Name: use only letters, digits, underscores and hyphens.' },
  { field: 'summary-stop', message: 'Stop at: choose one.' },
  { message: 'The environment was changed by another person. Load it again.' },
]

const meta = {
  title: 'Forms/FormSummary',
  component: FormSummary,
  args: { errors },
  decorators: [
    Story => (
      <div className="max-w-dialog-md">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof FormSummary>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-3">
      <FormSummary {...args} />
      <FormSummary {...args} errors={errors.slice(0, 1)} level={3} />
      <FormSummary {...args} title="The rule cannot be published" />
      <FormSummary {...args} errors={[]} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    errors: [
      { field: 'x', message: 'Lieferadressenabweichungsschwellenwert: '.repeat(4) },
      { message: 'x'.repeat(10_000) },
    ],
  },
  decorators: [
    Story => (
      <div className="max-h-[20rem] w-rail overflow-hidden">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  args: { errors: [{ field: 'x', message: 'الاسم: استخدم الحروف والأرقام فقط.' }] },
  globals: { locale: 'ar-AE' },
}
/** The focus moves to the heading at each attempt; a link leads to its field. */
export const AfterSubmit: Story = {
  globals: { locale: 'en-US' },
  render: function AfterSubmit() {
    const [attempt, setAttempt] = useState(0)
    const failed = attempt > 0
    return (
      <form
        noValidate
        className="grid gap-3"
        onSubmit={event => {
          event.preventDefault()
          setAttempt(attempt + 1)
        }}
      >
        {failed ? <FormSummary errors={errors} attempt={attempt} /> : null}
        <Field
          id="summary-name"
          label="Name"
          error={failed ? 'Use only letters, digits, underscores and hyphens.' : undefined}
        >
          <Input defaultValue="Harbor EU" />
        </Field>
        <RadioGroup id="summary-stop" aria-label="Stop at">
          <Radio value="first" label="First rule" />
          <Radio value="all" label="All rules" />
        </RadioGroup>
        <Button type="submit" variant="primary" className="justify-self-start">
          Save rule
        </Button>
      </form>
    )
  },
  play: async ({ canvas, userEvent }) => {
    const save = canvas.getByRole('button', { name: 'Save rule' })
    await userEvent.click(save)
    await expect(canvas.getByRole('heading', { name: '3 problems to solve before you can save' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('link', { name: /^Stop at/ }))
    await expect(canvas.getByRole('radio', { name: 'First rule' })).toHaveFocus()
    await userEvent.click(save)
    await expect(canvas.getByRole('heading', { name: /^3 problems/ })).toHaveFocus()
  },
}
