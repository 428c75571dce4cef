import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Field } from '../field/field.tsx'
import { Combobox } from './combobox.tsx'

const options = [
  { value: 'be', label: 'Belgium' }, { value: 'de', label: 'Germany' }, { value: 'lt', label: 'Lithuania' },
  { value: 'mk', label: 'Macedonia, North', disabled: true }, { value: 'ro', label: 'România' },
]

const meta = {
  title: 'Forms/Combobox',
  component: Combobox,
  args: { options, onValueChange: fn() },
  render: args => <div className="min-h-[24rem] max-w-dialog-sm"><Field label="Country"><Combobox {...args} /></Field></div>,
} satisfies Meta<typeof Combobox>
export default meta
type Story = StoryObj<typeof meta>

const open: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(canvas.getByRole('combobox'))
  await screen.findByRole('listbox')
}

export const Playground: Story = { args: { defaultValue: 'de' }, play: open }
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Playground, globals: { locale: 'ar-AE' } }
export const Matrix: Story = {
  render: args => <div className="grid max-w-dialog-sm grid-cols-2 gap-3">{[{}, { size: 'sm' as const }, { invalid: true }, { disabled: true }].map((state, index) => <Combobox key={index} {...args} {...state} aria-label="Country" defaultValue="lt" />)}</div>,
}
export const LongContent: Story = { args: { options: [{ value: 'x', label: 'Vereinigtes Königreich Großbritannien und Nordirland' }], defaultValue: 'x' }, globals: { locale: 'qps-ploc' }, render: args => <div className="w-rail"><Combobox {...args} aria-label="Country" /></div> }
export const Loading: Story = { args: { options: [], loading: true, onSearch: fn() }, play: open }
export const Failed: Story = { args: { error: <span>The list could not be loaded. <Button size="sm">Try again</Button></span> }, play: async context => { await context.userEvent.click(context.canvas.getByRole('combobox')); await screen.findByText(/could not be loaded/) } }
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('combobox', { name: 'Country' })
    await userEvent.tab()
    await expect(input).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(input).toHaveAttribute('aria-expanded', 'true')
    const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    await waitFor(() => expect(active()).toHaveTextContent('Belgium'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await expect(active()).toHaveTextContent('România')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    await userEvent.keyboard('romania')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith('ro')
    await expect(input).toHaveValue('România')
    await userEvent.keyboard('xyz')
    await expect(await screen.findByText('No option matches')).toBeVisible()
  },
}
/** How many options are left is said once typing pauses. */
export const Announced: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'l')
    await waitFor(() => expect(canvas.getAllByRole('status').some(region => region.textContent === '2 options')).toBe(true), { timeout: 3000 })
  },
}
