import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import type { FilterField } from '../filter-bar/filter-model.ts'
import { QueryBuilder } from './query-builder.tsx'
import type { QueryGroup } from './query-model.ts'

const fields: readonly FilterField[] = [
  {
    id: 'amount',
    label: 'Amount',
    kind: 'number',
    operators: [
      { id: 'gte', label: 'at least' },
      { id: 'between', label: 'between', arity: 'two' },
    ],
  },
  {
    id: 'country',
    label: 'Country',
    kind: 'choice',
    operators: [{ id: 'in', label: 'is one of', arity: 'many' }],
    options: [
      { value: 'DE', label: 'Germany' },
      { value: 'LT', label: 'Lithuania' },
      { value: 'RO', label: 'Romania' },
    ],
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
  },
  { id: 'date', label: 'Date', kind: 'date', operators: [{ id: 'after', label: 'after' }] },
]
const value: QueryGroup = {
  id: 'root',
  mode: 'all',
  items: [
    { id: 'a', field: 'amount', operator: 'gte', values: ['600'] },
    {
      id: 'g',
      mode: 'any',
      items: [
        { id: 'b', field: 'device', operator: 'eq', values: ['dv_7f3a90c210'] },
        { id: 'c', field: 'country', operator: 'in', values: ['LT', 'RO'] },
      ],
    },
  ],
}

const meta = {
  title: 'Patterns/QueryBuilder',
  component: QueryBuilder,
  args: { fields, defaultValue: value, onValueChange: fn() },
  render: args => (
    <div className="min-h-[26rem] max-w-prose">
      <QueryBuilder {...args} />
    </div>
  ),
} satisfies Meta<typeof QueryBuilder>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid grid-cols-2 gap-6 max-sm:grid-cols-1">
      <QueryBuilder {...args} aria-label="Editable" />
      <QueryBuilder {...args} aria-label="Read only" readOnly />
      <QueryBuilder {...args} aria-label="Empty" defaultValue={{ id: 'root', mode: 'any', items: [] }} />
      <QueryBuilder
        {...args}
        aria-label="With problems"
        defaultValue={{
          id: 'root',
          mode: 'none',
          items: [
            { id: 'x', field: 'amount', operator: 'gte', values: [''] },
            { id: 'y', field: 'velocity.card', operator: 'eq', values: ['2'] },
            { id: 'z', mode: 'all', items: [] },
          ],
        }}
      />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  // Backwards along the reading direction leaves the group: to the right in Arabic.
  play: async ({ canvas, userEvent }) => {
    const handle = canvas
      .getAllByRole('button')
      .find(
        button =>
          button.hasAttribute('data-handle') &&
          button.closest('[data-item="c"]') !== null &&
          button.closest('[data-item]')?.getAttribute('data-item') === 'c',
      )
    handle?.focus()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() =>
      expect(document.querySelector('[data-item="c"]')?.closest('[data-group]')).toHaveAttribute('data-group', 'root'),
    )
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: args => (
    <div className="w-rail">
      <QueryBuilder {...args} />
    </div>
  ),
}
export const FourDeep: Story = {
  args: {
    defaultValue: {
      id: '1',
      mode: 'all',
      items: [
        {
          id: '2',
          mode: 'any',
          items: [
            {
              id: '3',
              mode: 'none',
              items: [
                {
                  id: '4',
                  mode: 'all',
                  items: [{ id: '5', field: 'amount', operator: 'between', values: ['10', '20'] }],
                },
              ],
            },
          ],
        },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('button', { name: 'Add group' })).toHaveLength(3)
    await expect(canvas.getByText('Groups can be nested 4 deep.')).toBeVisible()
  },
  globals: { locale: 'en-US' },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await expect(
      canvas.getByText(
        /Amount at least 600 and \(Device ID equals dv_7f3a90c210 or Country is one of Lithuania or Romania\)/,
      ),
    ).toBeVisible()
    // Enter adds the next condition and moves the focus to it.
    await userEvent.click(canvas.getByRole('spinbutton', { name: 'Condition 1: Value' }))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Condition 2: Field'))
    await expect(canvas.getByRole('group', { name: 'All of 4 conditions' })).toBeVisible()
    await expect(canvas.getByText('Enter a value.')).toBeVisible()
    // Delete on the handle removes the item; its neighbour gets the focus.
    const own = () => within(document.activeElement?.closest<HTMLElement>('[data-item]') ?? document.body)
    own()
      .getByRole('button', { name: /^Move or copy/ })
      .focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(document.activeElement?.closest('[data-item]')).toHaveAttribute('data-item', 'g'))
    await waitFor(() => expect(screen.getByText(/^Removed: Amount at least/)).toBeInTheDocument())
    // Alt with arrows moves the item: up before the first, a further press has no effect.
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(
      expect.objectContaining({ items: [expect.objectContaining({ id: 'g' }), expect.objectContaining({ id: 'a' })] }),
    )
    await waitFor(() =>
      expect(screen.getByText('Moved to position 1 of 2 in: All of 3 conditions')).toBeInTheDocument(),
    )
    // Along the reading direction: into the group above, and out again.
    document.querySelector<HTMLElement>('[data-item="a"] [data-handle]')?.focus()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() =>
      expect(document.querySelector('[data-item="a"]')?.closest('[data-group]')).toHaveAttribute('data-group', 'g'),
    )
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await waitFor(() =>
      expect(document.querySelector('[data-item="a"]')?.closest('[data-group]')).toHaveAttribute('data-group', 'root'),
    )
    // The same without Alt, by the menu.
    await userEvent.keyboard('{Enter}')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    await waitFor(() => expect(canvas.getByRole('group', { name: 'All of 4 conditions' })).toBeVisible())
  },
}
/** A request has hundreds of fields: they are found by typing, by their name here and by their name in the request. */
export const ManyFields: Story = {
  globals: { locale: 'en-US' },
  args: {
    fields: [
      {
        id: 'country',
        label: 'Country (Shipping address)',
        note: 'shippingAddress.country',
        kind: 'text',
        operators: [{ id: 'eq', label: 'equals' }],
      },
      ...Array.from(
        { length: 400 },
        (_, index): FilterField => ({
          id: `field${index}`,
          label: `Field ${index}`,
          note: `request.part.field${index}`,
          kind: 'text',
          operators: [{ id: 'eq', label: 'equals' }],
        }),
      ),
    ],
    defaultValue: { id: 'root', mode: 'all', items: [{ id: 'a', field: 'country', operator: 'eq', values: ['DE'] }] },
  },
  play: async ({ canvas, userEvent, args }) => {
    const field = canvas.getByRole('combobox', { name: 'Condition 1: Field' })
    await expect(field).toHaveValue('Country (Shipping address)')
    await expect(field).toHaveAccessibleDescription('shippingAddress.country')
    await userEvent.clear(field)
    // Nothing was chosen: the field of the condition is unchanged.
    await expect(args.onValueChange).not.toHaveBeenCalled()
    await userEvent.tab()
    await userEvent.tab({ shift: true })
    // The name of the field is selected: typing replaces it.
    await userEvent.keyboard('part.field399')
    const options = await screen.findAllByRole('option')
    await expect(options).toHaveLength(1)
    await expect(options[0]).toHaveTextContent('request.part.field399')
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith(
      expect.objectContaining({ items: [expect.objectContaining({ id: 'a', field: 'field399', values: ['DE'] })] }),
    )
    await expect(field).toHaveValue('Field 399')
    // Enter chose the field; it added no condition.
    await expect(canvas.getAllByRole('combobox', { name: /Field$/ })).toHaveLength(1)
  },
}
export const Dragging: Story = {
  globals: { locale: 'en-US' },
  play: async ({ args }) => {
    const handle = document.querySelector<HTMLElement>('[data-item="a"] [data-handle]')
    const target = document.querySelector<HTMLElement>('[data-item="c"]')
    if (!handle || !target) throw new Error('nothing to drag')
    const at = (element: Element, edge: 'top' | 'bottom') => ({
      clientX: element.getBoundingClientRect().x + 8,
      clientY: element.getBoundingClientRect()[edge],
      bubbles: true,
      isPrimary: true,
      button: 0,
      pointerId: 1,
    })
    handle.dispatchEvent(new PointerEvent('pointerdown', at(handle, 'top')))
    for (const edge of ['top', 'bottom', 'bottom'] as const) {
      document.dispatchEvent(new PointerEvent('pointermove', at(target, edge)))
      await new Promise(resolve => setTimeout(resolve, 60))
    }
    document.dispatchEvent(new PointerEvent('pointerup', at(target, 'bottom')))
    await waitFor(() =>
      expect(args.onValueChange).toHaveBeenLastCalledWith(
        expect.objectContaining({
          items: [
            expect.objectContaining({ id: 'g', items: expect.arrayContaining([expect.objectContaining({ id: 'a' })]) }),
          ],
        }),
      ),
    )
  },
}
