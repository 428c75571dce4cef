import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Switch } from './switch.tsx'

const meta = {
  title: 'Forms/Switch',
  component: Switch,
  args: { label: 'Rule is active', onCheckedChange: fn() },
} satisfies Meta<typeof Switch>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-2 gap-2">
      <Switch label="Off" />
      <Switch label="On" defaultChecked />
      <Switch label="Off, locked" disabled />
      <Switch label="On, locked" disabled defaultChecked />
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
  play: async ({ canvas }) => {
    const fill = (name: string) => getComputedStyle(canvas.getByRole('switch', { name })).backgroundColor
    await expect(fill('On, locked')).not.toBe(fill('On'))
    await expect(fill('On, locked')).not.toBe(fill('Off, locked'))
    await expect(fill('Off, locked')).not.toBe(fill('Off'))
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
