import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Field } from '../field/field.tsx'
import { MultiSelect, type MultiSelectProps } from './multi-select.tsx'

const options = [
  { value: 'be', label: 'Belgium' },
  { value: 'de', label: 'Germany' },
  { value: 'lt', label: 'Lithuania' },
  { value: 'lv', label: 'Latvia' },
  { value: 'mk', label: 'North Macedonia', disabled: true },
  { value: 'ro', label: 'România' },
  { value: 'ae', label: 'الإمارات العربية المتحدة' },
  { value: 'jp', label: '日本' },
]

const meta = {
  title: 'Forms/MultiSelect',
  component: MultiSelect,
  args: { options, onValueChange: fn() },
  render: args => (
    <div className="min-h-[24rem] max-w-dialog-sm">
      <Field label="Country">
        <MultiSelect {...args} />
      </Field>
    </div>
  ),
} satisfies Meta<typeof MultiSelect>
export default meta
type Story = StoryObj<typeof meta>

const open: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(canvas.getByRole('combobox'))
  await screen.findByRole('listbox')
}

export const Playground: Story = { args: { defaultValue: ['de', 'lt'] }, play: open }
export const Matrix: Story = {
  render: args => {
    const states: Partial<MultiSelectProps>[] = [
      { placeholder: 'Any country' },
      { defaultValue: ['de'] },
      { defaultValue: ['de', 'ae'], size: 'sm' },
      { defaultValue: ['de'], invalid: true },
      { defaultValue: ['de', 'lt'], disabled: true },
      { defaultValue: ['de', 'lt'], readOnly: true },
      { defaultValue: ['de', 'lt', 'ro'], summary: true },
      { defaultValue: ['de', 'lt'], excludable: true, defaultMode: 'exclude' },
      { defaultValue: ['de', 'lt', 'ro', 'jp'], maxTags: 2 },
      { defaultValue: ['unknown code'] },
    ]
    return (
      <div className="grid max-w-dialog-lg grid-cols-2 items-start gap-3">
        {states.map((state, index) => (
          <MultiSelect key={index} {...args} {...state} aria-label={`Country ${index}`} />
        ))}
      </div>
    )
  },
}
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    options: [
      { value: 'x', label: 'Vereinigtes Königreich Großbritannien und Nordirland' },
      { value: 'y', label: 'Bosnien und Herzegowina' },
    ],
    defaultValue: ['x', 'y'],
    excludable: true,
  },
  render: args => (
    <div className="w-rail">
      <MultiSelect {...args} aria-label="Land" />
    </div>
  ),
}
/** Keys between tags follow the visual direction. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { defaultValue: ['ae', 'de'], 'aria-label': 'البلد' },
  render: args => (
    <div className="min-h-[24rem] max-w-dialog-sm">
      <MultiSelect {...args} />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const buttons = () => canvas.getAllByRole('button')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect(buttons().at(-1)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(buttons()[0]).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect(canvas.getByRole('combobox')).toHaveFocus()
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { defaultValue: ['de'] },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('combobox', { name: 'Country' })
    await userEvent.tab()
    await expect(input).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    const list = await screen.findByRole('listbox', { name: 'Country' })
    await expect(list).toHaveAttribute('aria-multiselectable', 'true')
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['de', 'be'])
    // The list stays open for the next choice.
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['be'])
    await userEvent.keyboard('la')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['be', 'lv'])
    // Escape clears the text, then closes the list.
    await userEvent.keyboard('{Escape}')
    await expect(input).toHaveValue('')
    await expect(screen.getByRole('listbox')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    // Backspace moves to the last tag, then removes it.
    await userEvent.keyboard('{Backspace}')
    await expect(canvas.getByRole('button', { name: 'Remove Latvia' })).toHaveFocus()
    await userEvent.keyboard('{Backspace}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['be'])
    await expect(canvas.getByRole('button', { name: 'Remove Belgium' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(input).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{Delete}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith([])
    await expect(input).toHaveFocus()
  },
}
/** A choice is announced, with the number of chosen options. */
export const Announced: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(
      () =>
        expect(canvas.getAllByRole('status').some(region => region.textContent === 'Belgium selected, 1 in all')).toBe(
          true,
        ),
      { timeout: 3000 },
    )
  },
}
export const SelectAll: Story = {
  globals: { locale: 'en-US' },
  args: { selectAll: true, defaultValue: ['de'], maxTags: 3 },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('combobox'))
    const all = await screen.findByRole('option', { name: 'Select all' })
    await expect(all).toHaveAttribute('aria-selected', 'false')
    await userEvent.click(all)
    // Disabled options are skipped.
    await expect(args.onValueChange).toHaveBeenLastCalledWith(['de', 'be', 'lt', 'lv', 'ro', 'ae', 'jp'])
    await expect(all).toHaveAttribute('aria-selected', 'true')
    await userEvent.click(all)
    await expect(args.onValueChange).toHaveBeenLastCalledWith([])
  },
}
/** Everything but these. */
export const Exclude: Story = {
  globals: { locale: 'en-US' },
  args: { excludable: true, defaultValue: ['lt', 'lv'], onModeChange: fn() },
  play: async ({ canvas, userEvent, args }) => {
    const turn = canvas.getByRole('button', { name: 'Not in' })
    await userEvent.tab()
    await expect(turn).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(turn).toHaveAttribute('aria-pressed', 'true')
    await expect(args.onModeChange).toHaveBeenLastCalledWith('exclude')
    await expect(canvas.getByRole('combobox')).toHaveAccessibleDescription('2 excluded')
  },
}
/** Tags that do not fit are counted. */
export const Overflow: Story = {
  globals: { locale: 'en-US' },
  args: { defaultValue: ['be', 'de', 'lt', 'lv', 'ro', 'jp'], maxTags: 3 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('and 3 more')).toBeInTheDocument()
  },
}
export const Summary: Story = {
  globals: { locale: 'en-US' },
  args: { defaultValue: ['be', 'de', 'lt'], summary: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('3 selected')).toBeVisible()
  },
}
export const Controlled: Story = {
  render: function Controlled(args) {
    const [value, setValue] = useState<readonly string[]>(['ro'])
    return (
      <div className="grid gap-2">
        <MultiSelect {...args} aria-label="Country" value={value} onValueChange={setValue} />
        <output>{value.join(' ')}</output>
      </div>
    )
  },
}
