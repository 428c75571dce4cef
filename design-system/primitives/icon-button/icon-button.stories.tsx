import type { Meta, StoryObj } from '@storybook/react-vite'
import { ChevronRight, Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { expect, fn, screen } from 'storybook/test'
import { forced, LabelledMatrix } from '../../testing/labelled-matrix.tsx'
import { IconButton } from './icon-button.tsx'

const meta = {
  title: 'Primitives/IconButton',
  component: IconButton,
  args: { icon: Copy, label: 'Copy purchase ID', onClick: fn() },
} satisfies Meta<typeof IconButton>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Copy purchase ID' })
    await userEvent.tab()
    await expect(button).toHaveFocus()
    await expect(await screen.findByRole('tooltip')).toHaveTextContent('Copy purchase ID')
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Enter}')
    await expect(args.onClick).toHaveBeenCalledOnce()
  },
}
const states = {
  rest: {},
  hover: forced('hover'),
  focus: forced('focus'),
  pressed: forced('pressed'),
  on: { pressed: true },
  loading: { loading: true },
  disabled: { disabled: true },
  small: { size: 'sm' },
} as const
const stateNames = Object.keys(states) as (keyof typeof states)[]
export const Matrix: Story = {
  render: args => (
    <LabelledMatrix label="Icon buttons" rows={['secondary', 'ghost', 'danger']} columns={stateNames}>
      {(variant, state) => (
        <IconButton
          {...args}
          variant={variant}
          icon={variant === 'danger' ? Trash2 : Pencil}
          label={`${variant} ${state}`}
          {...states[state]}
        />
      )}
    </LabelledMatrix>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }

export const Toggle: Story = {
  args: { label: 'Edit' },
  render: function Toggle(args) {
    const [pressed, setPressed] = useState(false)
    return <IconButton {...args} icon={Pencil} pressed={pressed} onClick={() => setPressed(!pressed)} />
  },
  play: async ({ canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Edit' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  },
}
export const Keyboard: Story = { ...Playground, globals: { locale: 'en-US' } }
export const ToggleDark: Story = {
  globals: { theme: 'dark' },
  render: args => (
    <div className="flex gap-2">
      <IconButton {...args} label="Edit" icon={Pencil} pressed />
      <IconButton {...args} label="Copy" pressed={false} />
    </div>
  ),
}
export const LongContent: Story = {
  args: { label: 'Bestellnummer der abweichenden Lieferadresse in die Zwischenablage kopieren' },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { args: { icon: ChevronRight, label: 'التالي' }, globals: { locale: 'ar-AE' } }
