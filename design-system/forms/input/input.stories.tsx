import type { Meta, StoryObj } from '@storybook/react-vite'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'
import { forced, LabelledMatrix } from '../../testing/labelled-matrix.tsx'
import { Field, FieldCounter } from '../field/field.tsx'
import { Input } from './input.tsx'

const meta = {
  title: 'Forms/Input',
  component: Input,
  args: { 'aria-label': 'Name', defaultValue: 'Harbor-EU' },
} satisfies Meta<typeof Input>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
const states = {
  rest: {},
  focus: forced('focus'),
  empty: { defaultValue: '', placeholder: 'Name' },
  invalid: { invalid: true },
  disabled: { disabled: true },
  'read only': { readOnly: true },
} as const
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-3">
      <LabelledMatrix label="Inputs" rows={Object.keys(states) as (keyof typeof states)[]} columns={['md', 'sm']}>
        {(state, size) => <Input {...args} aria-label={`${size} ${state}`} size={size} {...states[state]} />}
      </LabelledMatrix>
      <div className="grid max-w-dialog-md grid-cols-2 gap-3">
        <Input {...args} mono defaultValue="dv_7f3a90c210" />
        <Input aria-label="Search" placeholder="Search events" start={<Icon icon={Search} />} end={<Kbd keys="/" />} />
        <Input aria-label="Password" type="password" defaultValue="correct horse" />
        <Input aria-label="Address" type="email" placeholder="ana@mail.example" />
      </div>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Clearable: Story = {
  globals: { locale: 'en-US' },
  args: { onClear: fn() },
  render: function Clearable({ defaultValue: _none, ...args }) {
    const [text, setText] = useState('dv_7f')
    return (
      <Input
        {...args}
        value={text}
        onChange={event => setText(event.target.value)}
        onClear={() => {
          setText('')
          args.onClear?.()
        }}
      />
    )
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: /clear/i }))
    await expect(args.onClear).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}
/** A search box has one clear button, without the browser's. */
export const SearchBox: Story = {
  ...Clearable,
  render: function SearchBox({ defaultValue: _none, ...args }) {
    const [text, setText] = useState('dv_7f')
    return (
      <Input
        {...args}
        type="search"
        value={text}
        onChange={event => setText(event.target.value)}
        onClear={() => {
          setText('')
          args.onClear?.()
        }}
      />
    )
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('searchbox', { name: 'Name' })).toHaveClass(
      '[&::-webkit-search-cancel-button]:hidden',
    )
    await expect(canvas.getAllByRole('button')).toHaveLength(1)
  },
}
export const LongContent: Story = {
  args: { defaultValue: 'Donaudampfschifffahrtsgesellschaft mit abweichender Lieferadresse' },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
/** Text has its own direction, ids are always left to right; both start at the inline start. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  render: args => (
    <div className="grid max-w-dialog-sm gap-2">
      <Input {...args} defaultValue="متجر الميناء" />
      <Input {...args} mono defaultValue="dv_7f3a90c210" />
    </div>
  ),
}
/** Icon, unit or key beside the text, at the inline start and at the end. */
export const Affixes: Story = {
  render: () => (
    <div className="grid max-w-dialog-sm gap-2">
      <Input aria-label="Search" start={<Icon icon={Search} />} end={<Kbd keys="/" />} />
      <Input aria-label="Limit" start="≥" end="EUR" defaultValue="1200" dir="ltr" />
      <Input aria-label="Rate" end="%" defaultValue="12.5" size="sm" />
    </div>
  ),
}
/** The toggle shows the password, and its state is exposed. */
export const Reveal: Story = {
  globals: { locale: 'en-US' },
  args: { 'aria-label': 'Password', type: 'password', defaultValue: 'correct horse' },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByLabelText('Password')
    await expect(input).toHaveAttribute('type', 'password')
    await userEvent.tab()
    await userEvent.tab()
    const toggle = canvas.getByRole('button', { name: 'Show password' })
    await expect(toggle).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(input).toHaveAttribute('type', 'text')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect(input).toHaveValue('correct horse')
  },
}
export const Counter: Story = {
  globals: { locale: 'en-US' },
  render: function Counter() {
    const [text, setText] = useState('Harbor')
    return (
      <div className="max-w-dialog-sm">
        <Field
          label="Name"
          labelEnd={<FieldCounter used={text.length} limit={10} />}
          error={text.length > 10 ? 'Shorten the name to 10 letters.' : undefined}
        >
          <Input value={text} onChange={event => setText(event.target.value)} />
        </Field>
      </div>
    )
  },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox', { name: 'Name' })
    await userEvent.type(input, '-EU-North')
    await expect(canvas.getByText('15 of 10')).toBeVisible()
    await expect(input).toHaveAccessibleDescription('Shorten the name to 10 letters.')
  },
}
/** The direction of free text is detected; addresses and ids are always left to right. */
export const Bidi: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <div className="grid max-w-dialog-sm gap-2">
      <Input aria-label="Arabic" defaultValue="متجر الميناء" />
      <Input aria-label="Mixed" defaultValue="Harbor متجر" />
      <Input aria-label="Address" type="email" defaultValue="ana@mail.example" />
      <Input aria-label="Id" mono defaultValue="dv_7f3a90c210" />
    </div>
  ),
  play: async ({ canvas }) => {
    const directions = ['Arabic', 'Mixed', 'Address', 'Id'].map(
      name => getComputedStyle(canvas.getByRole('textbox', { name })).direction,
    )
    await expect(directions).toEqual(['rtl', 'ltr', 'ltr', 'ltr'])
  },
}
export const Keyboard: Story = { ...Clearable }
