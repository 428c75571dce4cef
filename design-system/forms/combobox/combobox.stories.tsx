import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Field } from '../field/field.tsx'
import { Combobox, type ComboboxOption } from './combobox.tsx'

const options: ComboboxOption[] = [
  { value: 'be', label: 'Belgium' },
  { value: 'de', label: 'Germany' },
  { value: 'lt', label: 'Lithuania' },
  { value: 'mk', label: 'Macedonia, North', disabled: true },
  { value: 'ro', label: 'România' },
]
const grouped: ComboboxOption[] = [
  { value: 'eu', label: 'Harbor-EU', description: 'Root / EU / Prod', group: 'Production' },
  { value: 'us', label: 'Harbor-US', description: 'Root / US / Prod', group: 'Production' },
  { value: 'eu-test', label: 'Harbor-EU test', description: 'Root / EU / Test', group: 'Test' },
  { value: 'ae-test', label: 'متجر الميناء', description: 'Root / AE / Test', group: 'Test' },
]
const many: ComboboxOption[] = Array.from({ length: 10_000 }, (_, index) => ({
  value: `m${index}`,
  label: `Merchant ${String(index).padStart(5, '0')}`,
}))

const meta = {
  title: 'Forms/Combobox',
  component: Combobox,
  args: { options, onValueChange: fn() },
  render: args => (
    <div className="min-h-[24rem] max-w-dialog-sm">
      <Field label="Country">
        <Combobox {...args} />
      </Field>
    </div>
  ),
} satisfies Meta<typeof Combobox>
export default meta
type Story = StoryObj<typeof meta>

const open: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(canvas.getByRole('combobox'))
  await screen.findByRole('listbox')
}

export const Playground: Story = { args: { defaultValue: 'de' }, play: open }
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Playground, globals: { locale: 'ar-AE' } }
export const Matrix: Story = {
  render: args => (
    <div className="grid max-w-dialog-sm grid-cols-2 gap-3">
      {[
        {},
        { size: 'sm' as const },
        { invalid: true },
        { disabled: true },
        { readOnly: true },
        { defaultValue: '', placeholder: 'Any country' },
        { defaultValue: 'unknown code' },
      ].map((state, index) => (
        <Combobox key={index} aria-label="Country" {...args} defaultValue="lt" {...state} />
      ))}
    </div>
  ),
}
export const LongContent: Story = {
  args: { options: [{ value: 'x', label: 'Vereinigtes Königreich Großbritannien und Nordirland' }], defaultValue: 'x' },
  globals: { locale: 'qps-ploc' },
  render: args => (
    <div className="w-rail">
      <Combobox {...args} aria-label="Country" />
    </div>
  ),
  play: async ({ canvas }) => {
    const field = canvas.getByRole('combobox')
    await expect(field.scrollWidth).toBeGreaterThan(field.clientWidth)
    // Overflowing text ends with an ellipsis, instead of in the middle of a letter.
    await expect(field).toHaveStyle({ textOverflow: 'ellipsis' })
  },
}
export const Loading: Story = { args: { options: [], loading: true, onSearch: fn() }, play: open }

/** Options from a service: typing sends a search, the list is busy and then fills. */
export const Async: Story = {
  globals: { locale: 'en-US' },
  render: function Async(args) {
    const [asked, setAsked] = useState('')
    const [answer, setAnswer] = useState<{ text: string; options: readonly ComboboxOption[] }>({ text: '', options })
    useEffect(() => {
      const timer = setTimeout(
        () =>
          setAnswer({ text: asked, options: asked === '' ? options : [{ value: asked, label: `Found for ${asked}` }] }),
        120,
      )
      return () => clearTimeout(timer)
    }, [asked])
    const loading = answer.text !== asked
    return (
      <div className="min-h-[24rem] max-w-dialog-sm">
        <Field label="Country">
          <Combobox
            {...args}
            options={loading ? [] : answer.options}
            loading={loading}
            onSearch={text => {
              args.onSearch?.(text)
              setAsked(text)
            }}
          />
        </Field>
      </div>
    )
  },
  args: { onSearch: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'li')
    await expect(args.onSearch).toHaveBeenLastCalledWith('li')
    await expect(screen.getByText('Loading options')).toBeVisible()
    await expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
    await expect(await screen.findByRole('option', { name: 'Found for li' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith('li')
  },
}
/** Ten thousand options: only the visible ones are rendered, the position in the list is exposed. */
export const Virtualised10k: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { options: many },
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('combobox')
    await userEvent.click(input)
    const list = await screen.findByRole('listbox')
    await waitFor(() => expect(list.querySelectorAll('[role="option"]').length).toBeGreaterThan(5))
    await expect(list.querySelectorAll('[role="option"]').length).toBeLessThan(60)
    await expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '10000')
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() =>
      expect(document.getElementById(input.getAttribute('aria-activedescendant') ?? '')).toHaveTextContent(
        'Merchant 09999',
      ),
    )
    await userEvent.type(input, '0420')
    await waitFor(() =>
      expect(screen.getAllByRole('option').every(option => option.textContent?.includes('0420'))).toBe(true),
    )
  },
}
/** A text without a matching option can become one. */
export const Create: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { onCreate: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'Atlantis')
    await expect(await screen.findByRole('option', { name: 'Create “Atlantis”' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect(args.onCreate).toHaveBeenCalledWith('Atlantis')
    await userEvent.type(canvas.getByRole('combobox'), 'germany')
    await expect(screen.queryByRole('option', { name: /^Create/ })).toBeNull()
  },
}
/** Groups are named for assistive technology, too; recent choices come first. */
export const Groups: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { options: grouped, recent: ['eu-test'] },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('combobox'))
    await expect(await screen.findByRole('group', { name: 'Recent' })).toHaveTextContent('Harbor-EU test')
    await expect(screen.getByRole('group', { name: 'Production' }).querySelectorAll('[role="option"]')).toHaveLength(2)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith('eu')
  },
}
/** The retry after a failure is in the list: arrows and Enter reach it. */
export const Error: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  args: { error: 'The list could not be loaded.', onRetry: fn() },
  play: async ({ userEvent, args }) => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await expect(await screen.findByText('The list could not be loaded.')).toBeVisible()
    await expect(screen.getByRole('option', { name: 'Try again' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US', theme: 'light' },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('combobox', { name: 'Country' })
    await userEvent.tab()
    await expect(input).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(input).toHaveAttribute('aria-expanded', 'true')
    const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    await waitFor(() => expect(active()).toHaveTextContent('Belgium'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await expect(active()).toHaveTextContent('România')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    // Alt opens without moving, and closes.
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await screen.findByRole('listbox')
    await expect(active()).toBeNull()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    // Escape clears the text first, then closes.
    await userEvent.keyboard('ger{Escape}')
    await expect(input).toHaveValue('')
    await expect(screen.getByRole('listbox')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    await userEvent.keyboard('romania')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await expect(screen.getByRole('option').querySelector('mark')).toHaveTextContent('România')
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith('ro')
    await expect(input).toHaveValue('România')
    // The name of the chosen option is selected: typing replaces it, after a choice, a click and Tab.
    await userEvent.keyboard('xyz')
    await expect(input).toHaveValue('xyz')
    await expect(await screen.findByText('No option matches')).toBeVisible()
    await userEvent.tab()
    await expect(input).toHaveValue('România')
    await userEvent.click(input)
    await userEvent.keyboard('ger')
    await expect(input).toHaveValue('ger')
    await userEvent.tab()
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{PageDown}')
    await waitFor(() => expect(active()).not.toBeNull())
    await expect(active()).toBe(
      screen
        .getAllByRole('option')
        .filter(option => !option.ariaDisabled)
        .at(-1),
    )
    await userEvent.keyboard('{PageUp}')
    await expect(active()).toHaveTextContent('Belgium')
  },
}
/** The number of remaining options is announced once typing pauses. */
export const Announced: Story = {
  globals: { locale: 'en-US', theme: 'light' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'l')
    await waitFor(
      () => expect(canvas.getAllByRole('status').some(region => region.textContent === '2 options')).toBe(true),
      { timeout: 3000 },
    )
  },
}
