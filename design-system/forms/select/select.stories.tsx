import type { Meta, StoryObj } from '@storybook/react-vite'
import { ChevronsDown, ChevronsUp, Equal } from 'lucide-react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Icon } from '../../primitives/icon/icon.tsx'
import { forced, LabelledMatrix } from '../../testing/labelled-matrix.tsx'
import { Field } from '../field/field.tsx'
import { Select } from './select.tsx'

const meta = {
  title: 'Forms/Select',
  component: Select,
  args: {
    options: [
      { value: 'eq', label: 'equals' },
      { value: 'gte', label: 'at least' },
      { value: 'lte', label: 'at most' },
    ],
    defaultValue: 'gte',
    onValueChange: fn(),
  },
  render: args => (
    <div className="min-h-[24rem] max-w-dialog-sm">
      <Field label="Comparison">
        <Select {...args} />
      </Field>
    </div>
  ),
} satisfies Meta<typeof Select>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'))
    await screen.findByRole('listbox')
  },
}
export const OpenDark: Story = { ...Open, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Open, globals: { locale: 'ar-AE' } }
const states = {
  rest: {},
  hover: forced('hover'),
  focus: forced('focus'),
  pressed: forced('pressed'),
  empty: { value: '', placeholder: 'Choose' },
  invalid: { invalid: true },
  disabled: { disabled: true },
} as const
export const Matrix: Story = {
  render: args => (
    <LabelledMatrix label="Selects" rows={Object.keys(states) as (keyof typeof states)[]} columns={['md', 'sm']}>
      {(state, size) => (
        <div className="w-rail max-w-full">
          <Select {...args} aria-label={`${size} ${state}`} size={size} {...states[state]} />
        </div>
      )}
    </LabelledMatrix>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { options: [{ value: 'eq', label: 'stimmt mit der Lieferadresse vollständig überein' }], defaultValue: 'eq' },
  render: args => (
    <div className="w-rail">
      <Select {...args} aria-label="Comparison" />
    </div>
  ),
}
/** Options under headings, with icons. */
export const Grouped: Story = {
  globals: { locale: 'en-US' },
  args: {
    options: [
      {
        label: 'Numbers',
        options: [
          { value: 'gte', label: 'at least', start: <Icon icon={ChevronsUp} /> },
          { value: 'lte', label: 'at most', start: <Icon icon={ChevronsDown} /> },
        ],
      },
      { label: 'Texts', options: [{ value: 'eq', label: 'equals', start: <Icon icon={Equal} /> }] },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'))
    await expect(await screen.findByRole('group', { name: 'Numbers' })).toBeVisible()
    await expect(screen.getByRole('group', { name: 'Texts' })).toHaveTextContent('equals')
  },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  args: {
    options: [
      { value: 'eq', label: 'equals' },
      { value: 'gte', label: 'at least' },
      { value: 'lte', label: 'at most', disabled: true },
      { value: 'in', label: 'is one of' },
    ],
  },
  play: async ({ canvas, userEvent, args }) => {
    const trigger = canvas.getByRole('combobox', { name: 'Comparison' })
    const isActive = async (name: string) => {
      const option = screen.getByRole('option', { name })
      await expect(trigger).toHaveAttribute('aria-activedescendant', option.id)
    }
    const isClosed = () => waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    await userEvent.tab()
    await expect(trigger).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(await screen.findByRole('listbox', { name: 'Comparison' })).toBeVisible()
    await expect(trigger).toHaveFocus()
    await isActive('at least')
    // A disabled option is passed, and the ends do not wrap around.
    await userEvent.keyboard('{ArrowDown}')
    await isActive('is one of')
    await userEvent.keyboard('{ArrowDown}')
    await isActive('is one of')
    await userEvent.keyboard('{Home}')
    await isActive('equals')
    await userEvent.keyboard('{End}')
    await isActive('is one of')
    await userEvent.keyboard('{Escape}')
    await isClosed()
    await expect(args.onValueChange).not.toHaveBeenCalled()
    await expect(trigger).toHaveTextContent('at least')

    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await userEvent.keyboard('{Home}{Alt>}{ArrowUp}{/Alt}')
    await isClosed()
    await expect(args.onValueChange).toHaveBeenLastCalledWith('eq')
    // Letters open the list, too, and a space continues a name.
    await userEvent.keyboard('is o')
    await isActive('is one of')
    await userEvent.keyboard('{Enter}')
    await isClosed()
    await expect(args.onValueChange).toHaveBeenLastCalledWith('in')
    await userEvent.keyboard('{Home}')
    await isActive('equals')
    await userEvent.keyboard(' ')
    await isClosed()
    await expect(args.onValueChange).toHaveBeenLastCalledWith('eq')
    await expect(trigger).toHaveFocus()
    // Leaving accepts the active option.
    await userEvent.keyboard(' {End}')
    await userEvent.tab()
    await isClosed()
    await expect(args.onValueChange).toHaveBeenLastCalledWith('in')
    await expect(trigger).not.toHaveFocus()
  },
}
