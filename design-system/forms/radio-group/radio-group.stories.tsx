import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import { forced, LabelledMatrix, matrixCell } from '../../testing/labelled-matrix.tsx'
import { Radio, RadioGroup } from './radio-group.tsx'

const meta = {
  title: 'Forms/RadioGroup',
  component: RadioGroup,
  subcomponents: { Radio },
  args: {
    'aria-label': 'Stop at',
    defaultValue: 'first',
    onValueChange: fn(),
    children: [
      <Radio key="first" value="first" label="First rule" />,
      <Radio key="all" value="all" label="All rules" description="Slower" />,
      <Radio key="none" value="none" label="Never" disabled />,
    ],
  },
} satisfies Meta<typeof RadioGroup>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
const choices = { off: 'all', on: 'first' } as const
const states = {
  rest: {},
  hover: forced('hover'),
  focus: forced('focus'),
  pressed: forced('pressed'),
  locked: { disabled: true },
} as const
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      {(['plain', 'card'] as const).map(variant => (
        <LabelledMatrix
          key={variant}
          label={`Radios, ${variant}`}
          rows={Object.keys(choices) as (keyof typeof choices)[]}
          columns={Object.keys(states) as (keyof typeof states)[]}
        >
          {(choice, state) => (
            <RadioGroup aria-label={`${variant} ${choice} ${state}`} variant={variant} value={choices[choice]}>
              <Radio value="first" label="First rule" {...states[state]} />
            </RadioGroup>
          )}
        </LabelledMatrix>
      ))}
      <RadioGroup {...args} orientation="horizontal" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** A disabled option does not look enabled. */
export const Locked: Story = {
  ...Matrix,
  play: async ({ canvasElement }) => {
    const radio = (choice: keyof typeof choices, state: keyof typeof states) =>
      within(matrixCell(canvasElement, choice, state)).getByRole('radio')
    await expect(radio('on', 'locked')).toBeDisabled()
    await expect(getComputedStyle(radio('on', 'locked')).backgroundColor).not.toBe(
      getComputedStyle(radio('on', 'rest')).backgroundColor,
    )
  },
}
/** Arrow keys move and choose; disabled options are skipped. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('radio', { name: 'First rule' })).toHaveFocus()
    // The choice changes while the key is down.
    await userEvent.keyboard('{ArrowDown>}')
    await waitFor(() => expect(canvas.getByRole('radio', { name: 'All rules' })).toBeChecked())
    await expect(args.onValueChange).toHaveBeenLastCalledWith('all')
    // A tap that ends before the focus moved chooses, too, and once.
    await userEvent.keyboard('{/ArrowDown}{ArrowDown}')
    await waitFor(() => expect(canvas.getByRole('radio', { name: 'First rule' })).toHaveFocus())
    await waitFor(() => expect(canvas.getByRole('radio', { name: 'First rule' })).toBeChecked())
    await expect(args.onValueChange).toHaveBeenLastCalledWith('first')
    await expect(args.onValueChange).toHaveBeenCalledTimes(2)
  },
}
/** The arrow in reading direction moves to the next option. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { orientation: 'horizontal' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(canvas.getByRole('radio', { name: 'All rules' })).toHaveFocus())
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    children: (
      <Radio
        value="first"
        label="Lieferadresse weicht von der Rechnungsadresse ab"
        description="Gilt für alle Regeln dieser Umgebung und ihrer Unterumgebungen."
      />
    ),
  },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
const templates = [
  <Radio key="card" value="first" label="Card payment" description="8 sections, made for card purchases." />,
  <Radio key="account" value="all" label="Account opening" description="5 sections about the person." />,
  <Radio key="none" value="none" label="Empty" description="Build the schema yourself." disabled />,
]
/** Framed options: the whole card is clickable. */
export const Cards: Story = {
  globals: { locale: 'en-US' },
  args: { variant: 'card', children: templates },
  decorators: [
    Story => (
      <div className="max-w-dialog-sm">
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent, args }) => {
    const words = canvas.getByText('5 sections about the person.').getBoundingClientRect()
    // The label covers the whole card: a press on the text below is a press on the label.
    const pressed = document.elementFromPoint(words.x + 4, words.y + 4)
    await expect(pressed).toHaveTextContent('Account opening')
    if (pressed) await userEvent.click(pressed)
    await expect(args.onValueChange).toHaveBeenLastCalledWith('all')
    await expect(canvas.getByRole('radio', { name: 'Account opening' })).toBeChecked()
  },
}
export const CardsInRow: Story = { args: { variant: 'card', orientation: 'horizontal', children: templates } }
export const CardsDark: Story = { ...CardsInRow, globals: { theme: 'dark' } }
export const Group: Story = { ...Matrix }
