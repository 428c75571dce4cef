import type { Meta, StoryObj } from '@storybook/react-vite'
import { Play } from 'lucide-react'
import { expect, fn } from 'storybook/test'
import { Icon } from '../icon/icon.tsx'
import { Button, buttonVariantNames } from './button.tsx'

const meta = { title: 'Primitives/Button', component: Button, args: { children: 'Assign to me', onClick: fn() } } satisfies Meta<typeof Button>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Assign to me' })
    await userEvent.tab()
    await expect(button).toHaveFocus()
    await expect(getComputedStyle(button).outlineWidth).toBe('2px')
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard(' ')
    await expect(args.onClick).toHaveBeenCalledTimes(2)
  },
}

export const Matrix: Story = {
  render: args => (
    <div className="grid grid-cols-[repeat(5,max-content)] items-center gap-3">
      {buttonVariantNames.map(variant => [
        <Button {...args} key={`${variant} rest`} variant={variant}>Save</Button>,
        <Button {...args} key={`${variant} icon`} variant={variant}><Icon icon={Play} />Start review</Button>,
        <Button {...args} key={`${variant} loading`} variant={variant} loading>Saving</Button>,
        <Button {...args} key={`${variant} disabled`} variant={variant} disabled>Save</Button>,
        <Button {...args} key={`${variant} small`} variant={variant} size="sm">Save</Button>,
      ])}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Compact: Story = { ...Matrix, globals: { density: 'compact' } }

export const AsLink: Story = {
  args: { asChild: true, children: <a href="#queue">Open queue</a> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Open queue' })).not.toHaveAttribute('type')
  },
}

export const Loading: Story = {
  args: { loading: true, variant: 'primary' },
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Assign to me' })
    await userEvent.tab()
    await expect(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onClick).not.toHaveBeenCalled()
    await expect(button).toHaveAttribute('aria-busy', 'true')
  },
}
export const LongContent: Story = { args: { children: 'Zur zweiten Prüfung weiterleiten und nächsten Fall öffnen' }, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { args: { children: 'بدء المراجعة', variant: 'primary' }, globals: { locale: 'ar-AE' } }
