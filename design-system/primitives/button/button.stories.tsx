import type { Meta, StoryObj } from '@storybook/react-vite'
import { ArrowRight, ChevronDown, Play } from 'lucide-react'
import { expect, fn, waitFor } from 'storybook/test'
import { forced, LabelledMatrix } from '../../testing/labelled-matrix.tsx'
import { DirectionalIcon } from '../directional-icon/directional-icon.tsx'
import { Icon } from '../icon/icon.tsx'
import { Kbd } from '../kbd/kbd.tsx'
import { Button, ButtonGroup, buttonVariantNames } from './button.tsx'

const meta = {
  title: 'Primitives/Button',
  component: Button,
  subcomponents: { ButtonGroup },
  args: { children: 'Assign to me', onClick: fn() },
} satisfies Meta<typeof Button>
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

const states = {
  rest: {},
  hover: forced('hover'),
  focus: forced('focus'),
  pressed: forced('pressed'),
  loading: { loading: true },
  disabled: { disabled: true },
  small: { size: 'sm' },
  start: { start: <Icon icon={Play} /> },
  end: { end: <Icon icon={ChevronDown} size={12} /> },
} as const
const stateNames = Object.keys(states) as (keyof typeof states)[]
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-3">
      <LabelledMatrix label="Buttons" rows={buttonVariantNames} columns={stateNames}>
        {(variant, state) => (
          <Button {...args} variant={variant} {...states[state]}>
            {state === 'loading' ? 'Saving' : 'Save'}
          </Button>
        )}
      </LabelledMatrix>
      <ButtonGroup aria-label="View">
        <Button {...args} aria-pressed>
          Canvas
        </Button>
        <Button {...args} aria-pressed={false}>
          List
        </Button>
        <Button {...args} aria-pressed={false} disabled>
          Map
        </Button>
      </ButtonGroup>
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
    await expect(button).toHaveAttribute('aria-disabled', 'true')
  },
}
/** It cannot be used, but reached: the reason is read. It looks as a disabled button does, also under the pointer. */
export const Unavailable: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="grid justify-items-start gap-3">
      <LabelledMatrix label="Buttons" rows={buttonVariantNames} columns={['aria-disabled', 'disabled', 'hover']}>
        {(variant, state) => (
          <Button
            {...args}
            variant={variant}
            {...(state === 'disabled' ? { disabled: true } : { 'aria-disabled': true, 'aria-describedby': 'reason' })}
            {...(state === 'hover' ? forced('hover') : {})}
          >
            {state} {variant}
          </Button>
        )}
      </LabelledMatrix>
      <p id="reason" className="text-xs text-fg-secondary">
        Choose a queue first.
      </p>
    </div>
  ),
  play: async ({ canvas }) => {
    for (const variant of buttonVariantNames) {
      const [reachable, disabled, hovered] = ['aria-disabled', 'disabled', 'hover'].map(state =>
        canvas.getByRole('button', { name: `${state} ${variant}` }),
      )
      const lookOf = (button: HTMLElement | undefined) => {
        const { color, backgroundColor, borderColor } = getComputedStyle(button ?? document.body)
        return { color, backgroundColor, borderColor }
      }
      await expect(lookOf(reachable)).toEqual(lookOf(disabled))
      await expect(lookOf(hovered)).toEqual(lookOf(disabled))
      reachable?.focus()
      await expect(reachable).toHaveFocus()
      await expect(reachable).toHaveAccessibleDescription('Choose a queue first.')
    }
  },
}
/** A long wait is announced once. */
export const LoadingAnnounced: Story = {
  globals: { locale: 'en-US' },
  args: { loading: true },
  play: async ({ canvas }) => {
    const told = () => canvas.getAllByRole('status').some(region => region.textContent === 'Still working')
    await expect(told()).toBe(false)
    await waitFor(() => expect(told()).toBe(true), { timeout: 3000 })
  },
}
/** Slots are at the same logical side in both directions. */
export const Slots: Story = {
  render: args => (
    <div className="flex gap-2">
      <Button {...args} end={<Kbd keys="A" />}>
        Approve
      </Button>
      <Button {...args} variant="primary" end={<DirectionalIcon icon={ArrowRight} />}>
        Next
      </Button>
    </div>
  ),
}
export const Keyboard: Story = { ...Playground, globals: { locale: 'en-US' } }
export const LongContent: Story = {
  args: { children: 'Zur zweiten Prüfung weiterleiten und nächsten Fall öffnen' },
  globals: { locale: 'de-DE' },
}
export const RightToLeft: Story = {
  args: { children: 'بدء المراجعة', variant: 'primary' },
  globals: { locale: 'ar-AE' },
}
/** Joined buttons are a named group; each remains a tab stop. */
export const Group: Story = {
  name: 'ButtonGroup',
  globals: { locale: 'en-US' },
  render: args => (
    <ButtonGroup aria-label="View">
      <Button {...args} aria-pressed>
        Canvas
      </Button>
      <Button {...args} aria-pressed={false}>
        List
      </Button>
      <Button {...args} aria-pressed={false} disabled>
        Map
      </Button>
    </ButtonGroup>
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('group', { name: 'View' })).toBeVisible()
    await userEvent.tab()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'List' })).toHaveFocus()
  },
}
export const GroupRightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  render: args => (
    <ButtonGroup aria-label="العرض">
      <Button {...args}>اللوحة</Button>
      <Button {...args}>القائمة</Button>
    </ButtonGroup>
  ),
}
