import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { forced, LabelledMatrix } from '../../testing/labelled-matrix.tsx'
import { SplitPane } from './split-pane.tsx'

const meta = {
  title: 'Primitives/SplitPane',
  component: SplitPane,
  args: {
    label: 'Width of the list',
    start: <p className="p-3">P-7241903</p>,
    end: <p className="p-3">P-7241904</p>,
    defaultSize: 200,
    onSizeChange: fn(),
    onCollapsedChange: fn(),
    className: 'h-[10rem] rounded-card border border-line',
  },
} satisfies Meta<typeof SplitPane>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}

const states = { rest: {}, hover: forced('hover'), focus: forced('focus') } as const
const arrangements = {
  'start sized': {},
  'end sized': { sizedPane: 'end' },
  collapsed: { defaultCollapsed: true },
  block: { axis: 'block', label: 'Height of the list', defaultSize: 60, minSize: 40 },
} as const
export const Matrix: Story = {
  render: args => (
    <LabelledMatrix
      label="Split panes"
      rows={Object.keys(arrangements) as (keyof typeof arrangements)[]}
      columns={Object.keys(states) as (keyof typeof states)[]}
    >
      {(arrangement, state) => (
        <SplitPane
          {...args}
          defaultSize={110}
          minSize={60}
          className="h-[7rem] w-[14rem] rounded-card border border-line"
          {...arrangements[arrangement]}
          {...states[state]}
        />
      )}
    </LabelledMatrix>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }

export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { start: <p className="p-3 wrap-anywhere">Betrugsverdachtsmeldung 9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1</p> },
}

/** The sized pane is hidden; the edge remains. */
export const Collapsed: Story = {
  // The names below are those of this language.
  globals: { locale: 'en-US' },
  args: { defaultCollapsed: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('P-7241903')).not.toBeVisible()
    const edge = canvas.getByRole('separator', { name: 'Width of the list' })
    await expect(edge).toHaveAttribute('aria-valuenow', '0')
    await expect(edge).toHaveAttribute('aria-valuetext', 'collapsed')
  },
}

const widthOf = (text: HTMLElement) => text.parentElement?.getBoundingClientRect().width

export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, canvasElement, userEvent, args }) => {
    const edge = canvas.getByRole('separator', { name: 'Width of the list' })
    const list = canvas.getByText('P-7241903')
    await userEvent.tab()
    await expect(edge).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(widthOf(list)).toBe(210)
    await expect(edge).toHaveAttribute('aria-valuenow', '210')
    await expect(edge).toHaveAttribute('aria-valuetext', '210 pixels')
    await userEvent.keyboard('{ArrowLeft}{PageUp}')
    await expect(widthOf(list)).toBe(250)
    await userEvent.keyboard('{PageDown}')
    await expect(widthOf(list)).toBe(200)
    await userEvent.keyboard('{Home}')
    await expect(widthOf(list)).toBe(120)
    await userEvent.keyboard('{End}')
    await expect(widthOf(list)).toBe(Number(edge.getAttribute('aria-valuemax')))
    await userEvent.keyboard('{Home}{PageUp}{Enter}')
    await expect(list).not.toBeVisible()
    await expect(args.onCollapsedChange).toHaveBeenLastCalledWith(true)
    await expect(edge).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(widthOf(list)).toBe(170)
    // An arrow restores a collapsed pane, too.
    await userEvent.keyboard('{Enter}{ArrowRight}')
    await expect(widthOf(list)).toBe(120)
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  },
}

/** The arrows follow the eye: towards the start, on the right, the list becomes narrower. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    const list = canvas.getByText('P-7241903')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect(widthOf(list)).toBe(190)
  },
}

/** One above the other: the arrows up and down move the edge. */
export const Block: Story = {
  globals: { locale: 'en-US' },
  args: { axis: 'block', label: 'Height of the list', sizedPane: 'end', defaultSize: 60, minSize: 40 },
  play: async ({ canvas, userEvent }) => {
    const below = canvas.getByText('P-7241904').parentElement
    const height = () => below?.getBoundingClientRect().height
    await userEvent.tab()
    await userEvent.keyboard('{ArrowUp}')
    await expect(height()).toBe(70)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect(height()).toBe(50)
  },
}
