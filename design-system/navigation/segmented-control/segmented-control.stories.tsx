import type { Meta, StoryObj } from '@storybook/react-vite'
import { List, Share2 } from 'lucide-react'
import { expect, fn, waitFor } from 'storybook/test'
import { Icon } from '../../primitives/icon/icon.tsx'
import { SegmentedControl } from './segmented-control.tsx'

const meta = {
  title: 'Navigation/SegmentedControl',
  component: SegmentedControl,
  args: {
    label: 'Shown as',
    segments: [
      { value: 'list', label: 'List' },
      { value: 'graph', label: 'Graph' },
      { value: 'map', label: 'Map', disabled: true },
    ],
    defaultValue: 'list',
    onValueChange: fn(),
  },
} satisfies Meta<typeof SegmentedControl>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-3">
      <SegmentedControl {...args} />
      <SegmentedControl
        label="With icons"
        defaultValue="list"
        segments={[
          { value: 'list', label: 'List', start: <Icon icon={List} size={12} /> },
          { value: 'graph', label: 'Graph', start: <Icon icon={Share2} size={12} /> },
        ]}
      />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('radio', { name: 'List' })).toHaveFocus()
    // The choice changes while the key is down.
    await userEvent.keyboard('{ArrowRight>}')
    await waitFor(() => expect(args.onValueChange).toHaveBeenLastCalledWith('graph'))
    await expect(canvas.getByRole('radio', { name: 'Graph' })).toHaveFocus()
    // A tap that ends before the focus moved chooses, too.
    await userEvent.keyboard('{/ArrowRight}{ArrowLeft}')
    await waitFor(() => expect(args.onValueChange).toHaveBeenLastCalledWith('list'))
    await expect(args.onValueChange).toHaveBeenCalledTimes(2)
  },
}
export const LongContent: Story = {
  args: {
    segments: [
      { value: 'list', label: 'Verknüpfte Transaktionen' },
      { value: 'graph', label: 'Beziehungsdiagramm' },
    ],
  },
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: { label: 'طريقة العرض' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(canvas.getByRole('radio', { name: 'Graph' })).toHaveFocus())
  },
}
