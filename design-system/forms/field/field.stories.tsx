import type { Meta, StoryObj } from '@storybook/react-vite'
import { Search } from 'lucide-react'
import { expect } from 'storybook/test'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Checkbox } from '../checkbox/checkbox.tsx'
import { Input } from '../input/input.tsx'
import { NumberInput } from '../number-input/number-input.tsx'
import { Radio, RadioGroup } from '../radio-group/radio-group.tsx'
import { Select } from '../select/select.tsx'
import { Switch } from '../switch/switch.tsx'
import { Textarea } from '../textarea/textarea.tsx'
import { Field, FieldCounter } from './field.tsx'

const meta = {
  title: 'Forms/Field',
  component: Field,
  subcomponents: { FieldCounter },
  args: { label: 'Name', children: <Input defaultValue="Harbor-EU" /> },
} satisfies Meta<typeof Field>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}

const timeouts = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
] as const

export const Matrix: Story = {
  render: () => (
    <div className="grid max-w-dialog-md grid-cols-2 gap-3 max-sm:grid-cols-1">
      <Field label="Name">
        <Input defaultValue="Harbor-EU" />
      </Field>
      <Field label="Timeout">
        <Select options={timeouts} defaultValue="24" />
      </Field>
      <Field label="Search">
        <Input start={<Icon icon={Search} />} value="dv_7f" onChange={() => {}} onClear={() => {}} />
      </Field>
      <Field label="Name" required error="Use only letters, digits, underscores and hyphens.">
        <Input defaultValue="Harbor EU" />
      </Field>
      <div className="flex gap-3">
        <Checkbox label="Search" defaultChecked />
        <Checkbox label="Some" checked="indeterminate" />
        <Checkbox label="None" />
      </div>
      <div className="flex gap-3">
        <Switch label="On" defaultChecked />
        <Switch label="Off" />
        <Switch label="Locked" disabled />
      </div>
      <Field label="Stop at">
        <RadioGroup orientation="horizontal" defaultValue="first">
          <Radio value="first" label="First rule" />
          <Radio value="all" label="All rules" description="Slower" />
        </RadioGroup>
      </Field>
      <Field label="Limit" description="In whole euros.">
        <NumberInput defaultValue={1200} min={0} max={5000} end="EUR" />
      </Field>
      <Field label="Note" labelEnd={<FieldCounter used={12} limit={500} />}>
        <Textarea defaultValue="Locker rings" />
      </Field>
      <Field label="Device">
        <Input mono disabled defaultValue="dv_7f3a90c210" />
      </Field>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
/** Label, description and error are associated with the control. */
export const Wired: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  args: { required: true, description: 'Shown in the switcher.', error: 'Use only letters.' },
  play: async ({ canvas }) => {
    const input = canvas.getByRole('textbox', { name: /^Name/ })
    await expect(input).toBeRequired()
    await expect(input).toHaveAccessibleDescription('Use only letters. Shown in the switcher.')
    await expect(input).toBeInvalid()
  },
}
export const NumberKeys: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  args: { label: 'Limit', children: <NumberInput defaultValue={10} min={0} max={100} /> },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('spinbutton', { name: 'Limit' })
    input.focus()
    await userEvent.keyboard('{ArrowUp}{PageUp}')
    await expect(input).toHaveValue('21')
    await userEvent.keyboard('{End}')
    await expect(input).toHaveValue('100')
    await userEvent.clear(input)
    await userEvent.type(input, '250')
    await userEvent.tab()
    await expect(input).toHaveValue('100')
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    label: 'Höchstbetrag, bis zu dem eine Bestellung ohne Prüfung angenommen wird',
    required: true,
    description: 'Gilt für alle Regeln dieser Umgebung und ihrer Unterumgebungen.',
    error: 'Donaudampfschifffahrtsgesellschaftsbestellungen '.repeat(3),
    labelEnd: <FieldCounter used={1_234_567} limit={500} />,
  },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
