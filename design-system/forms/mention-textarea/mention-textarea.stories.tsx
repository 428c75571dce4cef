import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { type MentionOption, MentionTextarea, type MentionTextareaProps } from './mention-textarea.tsx'

const people: readonly MentionOption[] = [
  { value: 'Sofia Lind', label: 'Sofia Lind', description: 'sofia@harbor.example' },
  { value: 'Sören Holm', label: 'Sören Holm', description: 'soeren@harbor.example' },
  { value: 'Ottilie Brandt', label: 'Ottilie Brandt', description: 'No access to this environment' },
]

/** Filters the people as a search would. */
function Searching(args: MentionTextareaProps) {
  const [value, setValue] = useState(args.value)
  const [query, setQuery] = useState<string | null>(null)
  const found =
    query === null ? [] : args.options.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
  return (
    <MentionTextarea
      {...args}
      value={value}
      options={found}
      onValueChange={next => {
        args.onValueChange(next)
        setValue(next)
      }}
      onMentionSearch={next => {
        args.onMentionSearch(next)
        setQuery(next)
      }}
    />
  )
}

const meta = {
  title: 'Forms/MentionTextarea',
  component: MentionTextarea,
  args: {
    value: '',
    options: people,
    onValueChange: fn(),
    onMentionSearch: fn(),
    listLabel: 'People to mention',
    placeholder: '@ and a name notifies a colleague',
    'aria-label': 'New note',
  },
  render: args => (
    <div className="w-rail max-w-full">
      <Searching {...args} />
    </div>
  ),
} satisfies Meta<typeof MentionTextarea>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid max-w-dialog-lg grid-cols-2 items-start gap-3">
      {[
        {},
        { value: 'Same locker as P-7240118, see @Sofia Lind.' },
        { value: 'Too long', invalid: true },
        { value: 'Sent', readOnly: true },
        { value: 'Nothing can be written now', disabled: true },
      ].map((state, index) => (
        <Searching key={index} {...args} {...state} aria-label={`Note ${index}`} />
      ))}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    value: 'Betrugsverdachtsmeldungsverordnung '.repeat(20),
    options: [
      {
        value: 'x',
        label: 'Maximiliane von und zu Hohenlohe-Bartenstein '.repeat(4),
        description: 'x@y.example '.repeat(20),
      },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('textbox'))
    await userEvent.keyboard(' @Max')
    await screen.findByRole('option')
  },
}
/** The list follows what is typed; arrows move in it, Enter and Tab choose. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const field = canvas.getByRole('textbox', { name: 'New note' })
    await userEvent.click(field)
    await userEvent.keyboard('see ana@mail.example ')
    await expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    await userEvent.keyboard('@So')
    const list = await screen.findByRole('listbox', { name: 'People to mention' })
    await expect(field).toHaveAttribute('aria-controls', list.id)
    await expect(args.onMentionSearch).toHaveBeenLastCalledWith('So')
    await expect(screen.getAllByRole('option')).toHaveLength(1)
    await userEvent.keyboard('{Backspace}')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    await userEvent.keyboard('{ArrowDown}')
    await expect(screen.getByRole('option', { name: /Sören/ })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(field).toHaveValue('see ana@mail.example @Sofia Lind ')
    await expect(field).toHaveFocus()
    await expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    await userEvent.keyboard('and @ott{Tab}.')
    await expect(field).toHaveValue('see ana@mail.example @Sofia Lind and @Ottilie Brandt .')
    await expect(field).toHaveFocus()
  },
}
/** A press chooses, and the focus stays in the text. */
export const Pointer: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByRole('textbox')
    await userEvent.click(field)
    await userEvent.keyboard('@')
    await userEvent.click(await screen.findByRole('option', { name: /Ottilie/ }))
    await expect(field).toHaveValue('@Ottilie Brandt ')
    await expect(field).toHaveFocus()
  },
}
/** Escape closes the list for this mention; a new one opens it again. */
export const Escape: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('textbox'))
    await userEvent.keyboard('@So')
    await screen.findByRole('listbox')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
    await userEvent.keyboard('f')
    await expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    await expect(args.onMentionSearch).toHaveBeenLastCalledWith(null)
    await userEvent.keyboard(', @Ot')
    await screen.findByRole('option', { name: /Ottilie/ })
  },
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { 'aria-label': 'ملاحظة جديدة', listLabel: 'الأشخاص', value: 'انظر ' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('textbox'))
    await userEvent.keyboard('@So')
    await screen.findByRole('option', { name: /Sofia/ })
  },
}
