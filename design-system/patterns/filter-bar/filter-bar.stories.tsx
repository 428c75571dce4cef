import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ComponentProps, useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { FilterCondition, FilterField } from './filter-model.ts'

const fields: readonly FilterField[] = [
  {
    id: 'date',
    label: 'Date',
    kind: 'date',
    operators: [
      { id: 'on', label: 'on' },
      { id: 'between', label: 'between', arity: 'two' },
    ],
  },
  {
    id: 'score',
    label: 'Risk score',
    kind: 'number',
    operators: [
      { id: 'gte', label: 'at least' },
      { id: 'lte', label: 'at most' },
      { id: 'between', label: 'between', arity: 'two' },
    ],
  },
  {
    id: 'decision',
    label: 'Decision',
    kind: 'choice',
    operators: [{ id: 'in', label: 'is one of', arity: 'many' }],
    options: ['Approve', 'Review', 'Challenge', 'Reject'].map(value => ({ value, label: value })),
  },
  {
    id: 'device',
    label: 'Device ID',
    kind: 'text',
    mono: true,
    operators: [
      { id: 'eq', label: 'equals' },
      { id: 'empty', label: 'is empty', arity: 'none' },
    ],
    quick: [{ operator: 'eq' }],
  },
  {
    id: 'email',
    label: 'Email',
    kind: 'text',
    mono: true,
    operators: [{ id: 'eq', label: 'equals' }],
    quick: [{ operator: 'eq', pattern: /@/ }],
  },
]
const conditions: readonly FilterCondition[] = [
  { id: 'a', field: 'score', operator: 'gte', values: ['600'] },
  { id: 'b', field: 'device', operator: 'eq', values: ['dv_7f3a90c210'] },
  { id: 'c', field: 'decision', operator: 'in', values: ['Review', 'Reject'] },
]

function Stateful(props: ComponentProps<typeof FilterBar>) {
  const [value, setValue] = useState(props.value)
  return (
    <FilterBar
      {...props}
      value={value}
      onValueChange={next => {
        setValue(next)
        props.onValueChange(next)
      }}
    />
  )
}

const meta = {
  title: 'Patterns/FilterBar',
  component: FilterBar,
  args: { fields, value: conditions, onValueChange: fn(), clearable: true },
  render: args => <Stateful {...args} />,
  decorators: [
    Story => (
      <div className="min-h-[24rem]">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof FilterBar>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
/** None, one of each arity, all at once with the clear button, a removed field, and more than fit in a line. */
export const Matrix: Story = {
  render: args => (
    <div className="grid grid-cols-1 gap-3">
      <Stateful {...args} value={[]} />
      <Stateful
        {...args}
        clearable={false}
        value={[
          { id: 'none', field: 'device', operator: 'empty', values: [] },
          { id: 'two', field: 'score', operator: 'between', values: ['400', '799'] },
        ]}
      />
      <Stateful
        {...args}
        end={
          <Button size="sm" variant="ghost">
            Edit as query
          </Button>
        }
      />
      <Stateful
        {...args}
        value={[...conditions, { id: 'gone', field: 'shipping', operator: 'eq', values: ['locker'] }]}
      />
      <Stateful
        {...args}
        className="w-panel max-w-full"
        value={[
          ...conditions,
          { id: 'days', field: 'date', operator: 'between', values: ['2026-11-02', '2026-11-13'] },
          { id: 'long', field: 'device', operator: 'eq', values: ['9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1-5f6e'] },
        ]}
      />
    </div>
  ),
}
/** A chip is as wide as its text; a long value is cut before the name of its field. */
export const Fitted: Story = {
  ...Matrix,
  play: async ({ canvasElement }) => {
    const chips = [...canvasElement.querySelectorAll<HTMLElement>('[data-chip]')]
    await expect(chips.length).toBeGreaterThan(10)
    for (const chip of chips) {
      const [name, value] = [chip.querySelector<HTMLElement>('span'), chip.querySelector<HTMLElement>('bdi')]
      await expect(name?.scrollWidth, `${chip.textContent}: its name`).toBeLessThanOrEqual(name?.clientWidth ?? 0)
      if (!value || value.scrollWidth > value.clientWidth) continue
      const words = document.createRange()
      words.selectNodeContents(value)
      await expect(
        value.getBoundingClientRect().width - words.getBoundingClientRect().width,
        `${chip.textContent}: room after its value`,
      ).toBeLessThan(2)
    }
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Empty: Story = { args: { value: [] } }
/** A condition from a link contains a moment: it is shown in UTC and can be changed. */
export const FromLink: Story = {
  globals: { locale: 'en-US' },
  args: {
    value: [
      { id: 'd', field: 'date', operator: 'between', values: ['2026-11-21T02:00:00.000Z', '2026-11-21T03:00:00.000Z'] },
    ],
  },
  play: async ({ canvas, userEvent, args }) => {
    const chip = canvas.getByRole('button', { name: /^Date between Nov 21, 2026/ })
    await userEvent.click(chip)
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'From' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(args.onValueChange).toHaveBeenCalledOnce())
  },
}
/**
 * A typed or pasted value is applied with Enter: fields with a matching pattern first, fields with a matching name
 * next, other possible ones last.
 */
export const QuickSearch: Story = {
  globals: { locale: 'en-US' },
  args: { value: [] },
  play: async ({ canvas, userEvent, args }) => {
    const add = canvas.getByRole('button', { name: 'Filter: add a condition' })
    const box = () => screen.getByRole('combobox', { name: 'Find a field or a value' })
    const lines = () => screen.getAllByRole('option').map(option => option.textContent.replace(/[\u2068\u2069]/g, ''))
    add.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(box()).toHaveFocus())
    await expect(lines()).toEqual(['Date', 'Risk score', 'Decision', 'Device ID', 'Email'])
    // Escape applies nothing.
    await userEvent.keyboard('score')
    await expect(lines()).toEqual(['Risk score', 'Device ID equals “score”'])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(add).toHaveFocus())
    await expect(args.onValueChange).not.toHaveBeenCalled()
    // A pasted address is applied with two keys.
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(box()).toHaveFocus())
    await expect(box()).toHaveValue('')
    await userEvent.paste(' ana@shop.example ')
    await expect(lines()).toEqual(['Email equals “ana@shop.example”', 'Device ID equals “ana@shop.example”'])
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('button', { name: 'Email equals ana@shop.example' })).toBeVisible()
    await waitFor(() => expect(add).toHaveFocus())
    await waitFor(
      () =>
        expect(
          canvas.getAllByRole('status').some(region => /^Condition added: Email equals/.test(region.textContent)),
        ).toBe(true),
      { timeout: 3000 },
    )
    // The arrows choose the other line.
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(box()).toHaveFocus())
    await userEvent.keyboard('e@7{ArrowDown}')
    await expect(screen.getByRole('option', { name: /^Device ID/ })).toHaveAttribute(
      'id',
      box().getAttribute('aria-activedescendant'),
    )
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('button', { name: 'Device ID equals e@7' })).toBeVisible()
    await expect(args.onValueChange).toHaveBeenCalledTimes(2)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(box()).toHaveFocus())
    await userEvent.keyboard('dv_9')
  },
}
export const Announced: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove condition: Risk score at least 600' }))
    await waitFor(
      () =>
        expect(
          canvas
            .getAllByRole('status')
            .some(region => region.textContent === 'Condition removed: Risk score at least 600'),
        ).toBe(true),
      { timeout: 3000 },
    )
    await expect(canvas.getByRole('button', { name: /^Device ID/ })).toHaveFocus()
  },
}
/** A condition on a removed field hides nothing: it is shown as written and can be removed. */
export const FieldGone: Story = {
  globals: { locale: 'en-US' },
  args: { value: [{ id: 'gone', field: 'shippingKind', operator: 'eq', values: ['locker'] }] },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByText('Unknown field:')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Remove condition: shippingKind eq locker' }))
    await expect(args.onValueChange).toHaveBeenCalledWith([])
  },
}
/** With as many conditions as a search takes, the button that adds says so and opens nothing. */
export const Limited: Story = {
  globals: { locale: 'en-US' },
  args: {
    match: 'any',
    limit: 2,
    value: [
      { id: 'a', field: 'score', operator: 'gte', values: ['600'] },
      { id: 'b', field: 'score', operator: 'lte', values: ['700'] },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    const add = canvas.getByRole('button', { name: 'Filter: add a condition' })
    await expect(canvas.getByText('or')).toBeVisible()
    await expect(add).toHaveAccessibleDescription('Conditions: 2 at most')
    await userEvent.click(add)
    await expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await userEvent.click(canvas.getByRole('button', { name: 'Remove condition: Risk score at most 700' }))
    await expect(add).not.toHaveAttribute('aria-disabled')
  },
}
/** Six are visible, the others behind their number; one that is added, or opened by a link, is visible. */
export const Folded: Story = {
  globals: { locale: 'en-US' },
  args: {
    value: Array.from({ length: 9 }, (_, index) => ({
      id: `c${index}`,
      field: 'score',
      operator: 'gte',
      values: [String(100 * (index + 1))],
    })),
  },
  play: async ({ canvas, userEvent }) => {
    const chips = () => canvas.getAllByRole('button', { name: /^Risk score at least/ })
    await expect(chips()).toHaveLength(6)
    const more = canvas.getByRole('button', { name: '3 more conditions', expanded: false })
    more.focus()
    await userEvent.keyboard('{Enter}')
    await expect(chips()).toHaveLength(9)
    await expect(canvas.getByRole('button', { name: 'Fewer conditions', expanded: true })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(chips()).toHaveLength(6)
    canvas.getByRole('button', { name: 'Filter: add a condition' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Find a field or a value' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Value' })).toHaveFocus())
    await userEvent.keyboard('2026-11-02{Enter}')
    await expect(await canvas.findByRole('button', { name: 'Date on Nov 2, 2026' })).toBeVisible()
  },
}
export const LongContent: Story = {
  args: { fields: fields.map(field => ({ ...field, label: `${field.label} der abweichenden Lieferadresse` })) },
  globals: { locale: 'qps-ploc' },
  render: args => (
    <div className="w-rail">
      <Stateful {...args} />
    </div>
  ),
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    fields: fields.map(field => ({
      ...field,
      label:
        { date: 'التاريخ', score: 'درجة الخطر', decision: 'القرار', device: 'معرّف الجهاز', email: 'البريد الإلكتروني' }[
          field.id
        ] ?? field.label,
    })),
  },
}
export const Editing: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Risk score at least 600' }))
    await waitFor(() => expect(screen.getByRole('spinbutton', { name: 'Value' })).toHaveFocus())
  },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    // Change a condition.
    canvas.getByRole('button', { name: 'Risk score at least 600' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('spinbutton', { name: 'Value' })).toHaveFocus())
    await userEvent.keyboard('{ArrowUp}{PageUp}{Enter}')
    const chip = await canvas.findByRole('button', { name: 'Risk score at least 611' })
    await waitFor(() => expect(chip).toHaveFocus())
    // Escape discards the change.
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('spinbutton')).toHaveFocus())
    await userEvent.keyboard('{ArrowUp}{Escape}')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Risk score at least 611' })).toHaveFocus())
    // Delete removes and moves to the neighbour.
    await userEvent.keyboard('{Delete}')
    await expect(canvas.queryByRole('button', { name: /^Risk score/ })).toBeNull()
    await expect(canvas.getByRole('button', { name: /^Device ID/ })).toHaveFocus()
    // Add one by keys alone.
    canvas.getByRole('button', { name: 'Filter: add a condition' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Find a field or a value' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Value' })).toHaveFocus())
    await userEvent.keyboard('2026-02-30{Enter}')
    await expect(await screen.findByText('Enter the date as YYYY-MM-DD.')).toBeVisible()
    await userEvent.keyboard('{Backspace}{Backspace}28{Enter}')
    await expect(await canvas.findByRole('button', { name: 'Date on Feb 28, 2026' })).toBeVisible()
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Filter: add a condition' })).toHaveFocus())
    await expect(args.onValueChange).toHaveBeenCalledTimes(3)
  },
}
