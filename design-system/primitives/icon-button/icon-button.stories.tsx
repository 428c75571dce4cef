import type { Meta, StoryObj } from '@storybook/react-vite'
import { ChevronRight, Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { expect, fn, screen } from 'storybook/test'
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
export const Matrix: Story = {
  render: args => (
    <div className="flex flex-wrap gap-2">
      {(['secondary', 'ghost', 'danger'] as const).map(variant =>
        (['md', 'sm'] as const).map(size => (
          <span key={variant + size} className="flex gap-2">
            <IconButton
              {...args}
              variant={variant}
              size={size}
              icon={variant === 'danger' ? Trash2 : Pencil}
              label={`${variant} ${size}`}
            />
            <IconButton {...args} variant={variant} size={size} disabled label={`${variant} ${size} disabled`} />
            <IconButton {...args} variant={variant} size={size} loading label={`${variant} ${size} loading`} />
          </span>
        )),
      )}
    </div>
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
