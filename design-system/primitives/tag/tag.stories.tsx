import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import { forced, LabelledMatrix } from '../../testing/labelled-matrix.tsx'
import { Tag } from './tag.tsx'

const meta = { title: 'Primitives/Tag', component: Tag, args: { name: 'Lithuania' } } satisfies Meta<typeof Tag>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
const kinds = {
  removable: { onRemove: fn() },
  wrong: { onRemove: fn(), invalid: true },
  off: { onSelectedChange: fn(), selected: false },
  on: { onSelectedChange: fn(), selected: true },
} as const
const states = {
  rest: {},
  hover: forced('hover'),
  focus: forced('focus'),
  pressed: forced('pressed'),
  disabled: { disabled: true },
} as const
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-3">
      <LabelledMatrix
        label="Tags"
        rows={Object.keys(kinds) as (keyof typeof kinds)[]}
        columns={Object.keys(states) as (keyof typeof states)[]}
      >
        {(kind, state) => <Tag {...args} {...kinds[kind]} {...states[state]} />}
      </LabelledMatrix>
      <div className="flex flex-wrap gap-2">
        <Tag {...args} />
        <Tag {...args} name="Score" onActivate={fn()} onRemove={fn()}>
          <b className="font-medium">Score</b> at least <b className="font-medium">600</b>
        </Tag>
      </div>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }

export const Removable: Story = {
  render: function Removable() {
    const [names, setNames] = useState(['LT', 'LV', 'EE'])
    return (
      <ul className="flex gap-1">
        {names.map(name => (
          <li key={name}>
            <Tag name={name} onRemove={() => setNames(names.filter(other => other !== name))} />
          </li>
        ))}
      </ul>
    )
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{Delete}')
    await expect(canvas.queryByText('LT')).not.toBeInTheDocument()
    await expect(canvas.getByRole('button', { name: 'Remove LV' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Backspace}')
    await expect(canvas.getByRole('button', { name: 'Remove LV' })).toHaveFocus()
  },
}
/** Enter and Space press a selectable tag. */
export const Selectable: Story = {
  globals: { locale: 'en-US' },
  render: function Selectable() {
    const [chosen, setChosen] = useState<readonly string[]>(['LT'])
    return (
      <ul className="flex gap-1">
        {['LT', 'LV', 'EE'].map(name => (
          <li key={name}>
            <Tag
              name={name}
              selected={chosen.includes(name)}
              onSelectedChange={selected =>
                setChosen(selected ? [...chosen, name] : chosen.filter(other => other !== name))
              }
            />
          </li>
        ))}
      </ul>
    )
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const first = canvas.getByRole('button', { name: 'LT', pressed: true })
    await expect(first).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(first).toHaveAttribute('aria-pressed', 'false')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('button', { name: 'LV' })).toHaveAttribute('aria-pressed', 'true')
  },
}
export const Keyboard: Story = { ...Removable, globals: { locale: 'en-US' } }
/** Tags wrap; one that is longer than its container is cut, its remove button stays. */
export const Overflow: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <ul className="flex w-rail flex-wrap gap-1">
      {[
        'LT',
        'Delivery address differs from the billing address by more than 500 kilometres',
        'LV',
        'ليلى حداد',
        '👩‍👩‍👧',
        'EE',
        'FI',
        'SE',
        'NO',
      ].map(name => (
        <li key={name} className="flex max-w-full min-w-0">
          <Tag name={name} onRemove={fn()} />
        </li>
      ))}
    </ul>
  ),
  play: async ({ canvas, canvasElement }) => {
    const list = canvasElement.querySelector('ul')?.getBoundingClientRect()
    const button = canvas.getByRole('button', { name: /^Remove Delivery/ }).getBoundingClientRect()
    await expect(button.right).toBeLessThanOrEqual((list?.right ?? 0) + 1)
  },
}
export const LongContent: Story = {
  args: { name: 'Lieferadresse weicht von der Rechnungsadresse um mehr als 500 Kilometer ab', onRemove: fn() },
  render: args => (
    <div className="w-rail max-w-full">
      <Tag {...args} />
    </div>
  ),
}
export const RightToLeft: Story = { ...Matrix, args: { name: 'الإمارات' }, globals: { locale: 'ar-AE' } }
