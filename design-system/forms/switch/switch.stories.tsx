import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, within } from 'storybook/test'
import { forced, LabelledMatrix, matrixCell } from '../../testing/labelled-matrix.tsx'
import { Switch } from './switch.tsx'

const meta = {
  title: 'Forms/Switch',
  component: Switch,
  args: { label: 'Rule is active', onCheckedChange: fn() },
} satisfies Meta<typeof Switch>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
const states = { rest: {}, focus: forced('focus'), locked: { disabled: true } } as const
export const Matrix: Story = {
  render: () => (
    <div className="grid gap-2">
      <LabelledMatrix label="Switches" rows={['off', 'on']} columns={Object.keys(states) as (keyof typeof states)[]}>
        {(position, state) => <Switch label="Live" defaultChecked={position === 'on'} {...states[state]} />}
      </LabelledMatrix>
      <Switch label="With help" description="Applies at once." defaultChecked />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    const control = canvas.getByRole('switch', { name: 'Rule is active' })
    await expect(control).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(control).toBeChecked()
    await expect(args.onCheckedChange).toHaveBeenCalledWith(true)
  },
}
/** A disabled switch does not look enabled, on or off. */
export const Locked: Story = {
  ...Matrix,
  play: async ({ canvasElement }) => {
    const fill = (position: 'off' | 'on', state: keyof typeof states) =>
      getComputedStyle(within(matrixCell(canvasElement, position, state)).getByRole('switch')).backgroundColor
    await expect(fill('on', 'locked')).not.toBe(fill('on', 'rest'))
    await expect(fill('on', 'locked')).not.toBe(fill('off', 'locked'))
    await expect(fill('off', 'locked')).not.toBe(fill('off', 'rest'))
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    label: 'Benachrichtigung bei abweichender Lieferadresse',
    description: 'Gilt sofort für alle Regeln dieser Umgebung.',
  },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  args: { label: 'القاعدة مفعّلة', defaultChecked: true },
  globals: { locale: 'ar-AE' },
}
export const Group: Story = {
  render: () => (
    <div role="group" aria-label="Notifications" className="grid gap-2">
      <Switch label="Queues" description="When a case waits longer than an hour." defaultChecked />
      <Switch label="Rules" description="When a rule is published." />
    </div>
  ),
}
