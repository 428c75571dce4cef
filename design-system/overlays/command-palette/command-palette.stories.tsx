import type { Meta, StoryObj } from '@storybook/react-vite'
import { Inbox, LayoutDashboard, Moon, Plus, Search, Settings, ShieldCheck, Sun, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { type Command, CommandPalette, type CommandScope } from './command-palette.tsx'

const run = fn()
const scopes: readonly CommandScope[] = [
  { id: 'pages', label: 'Pages' },
  { id: 'queues', label: 'Queues' },
  { id: 'rules', label: 'Rules' },
  { id: 'cases', label: 'Cases' },
  { id: 'actions', label: 'Actions' },
]
const commands: readonly Command[] = [
  { id: 'dashboard', label: 'Dashboard', scope: 'pages', icon: LayoutDashboard, shortcut: 'G' },
  { id: 'search', label: 'Search', scope: 'pages', icon: Search, keywords: ['find', 'lookup'], shortcut: '/' },
  { id: 'settings', label: 'Settings', scope: 'pages', icon: Settings },
  {
    id: 'high',
    label: 'High-value orders',
    scope: 'queues',
    icon: Inbox,
    detail: '163 cases',
    onSelect: () => run('high'),
  },
  {
    id: 'cafe',
    label: 'Café gift cards',
    scope: 'queues',
    icon: Inbox,
    detail: '12 cases',
    onSelect: () => run('cafe'),
  },
  { id: 'ring', label: 'Shared device ring', scope: 'rules', icon: ShieldCheck, detail: 'Version 14' },
  { id: 'new-rule', label: 'New rule', scope: 'actions', icon: Plus, shortcut: 'Mod+Shift+R' },
  {
    id: 'theme',
    label: 'Change theme',
    scope: 'actions',
    icon: SunMoon,
    keywords: ['dark', 'light'],
    children: [
      { id: 'light', label: 'Light', icon: Sun, onSelect: () => run('light') },
      { id: 'dark', label: 'Dark', icon: Moon, onSelect: () => run('dark') },
      {
        id: 'more',
        label: 'Contrast',
        children: [{ id: 'contrast', label: 'More contrast', onSelect: () => run('contrast') }],
      },
    ],
  },
  { id: 'publish', label: 'Publish all drafts', scope: 'actions', disabled: true },
]
const arabic: readonly Command[] = [
  { id: 'search', label: 'بحث', scope: 'pages', icon: Search },
  { id: 'review', label: 'بدء المُراجعة', scope: 'actions', icon: Plus, onSelect: () => run('review') },
  {
    id: 'theme',
    label: 'تغيير المظهر',
    scope: 'actions',
    icon: SunMoon,
    children: [{ id: 'dark', label: 'داكن', onSelect: () => run('dark') }],
  },
  { id: 'harbor', label: 'Harbor-EU', scope: 'queues', icon: Inbox, detail: 'P-7241903' },
]

const meta = {
  title: 'Overlays/CommandPalette',
  component: CommandPalette,
  args: { defaultOpen: true, commands, scopes, onRun: fn() },
} satisfies Meta<typeof CommandPalette>
export default meta
type Story = StoryObj<typeof meta>

const field = () => screen.findByRole('combobox', { name: 'Commands' })
const options = () => screen.queryAllByRole('option').map(option => option.querySelector('bdi')?.textContent)
const active = () =>
  screen.getAllByRole('option', { selected: true }).map(option => option.querySelector('bdi')?.textContent)

export const Playground: Story = {}
export const Recent: Story = { args: { recent: commands.slice(3, 5) } }
export const Matrix: Story = { args: { recent: commands.slice(3, 5) } }
export const Dark: Story = { ...Recent, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    commands: [
      {
        id: 'long',
        label: 'Betrugsverdachtsmeldung an das kartenausgebende Kreditinstitut '.repeat(4),
        scope: 'pages',
        detail: 'Fallverwaltung, Warteschlange der Abholstationen',
        shortcut: 'Mod+Shift+R',
      },
      ...commands,
    ],
  },
}
export const Narrow: Story = { globals: { viewport: { value: 'mobile1', isRotated: false } } }
/** Matching tolerates accents and omitted letters; the best group is first; the count is announced. */
export const Matching: Story = {
  globals: { locale: 'en-US' },
  play: async ({ userEvent, canvas }) => {
    await userEvent.type(await field(), 'cafe')
    await expect(options()[0]).toBe('Café gift cards')
    await waitFor(
      () =>
        expect(canvas.getAllByRole('status', { hidden: true }).some(region => region.textContent === '1 result')).toBe(
          true,
        ),
      { timeout: 3000 },
    )
    await userEvent.clear(await field())
    await userEvent.type(await field(), 'dvc rng')
    await expect(options()).toEqual(['Shared device ring'])
    await userEvent.clear(await field())
    await userEvent.type(await field(), 'dark')
    await expect(options()).toContain('Change theme')
    // The field references the row that is marked as active, also after the rows were rendered again.
    await waitFor(async () =>
      expect((await field()).getAttribute('aria-activedescendant')).toBe(
        screen.getByRole('option', { selected: true }).id,
      ),
    )
  },
}
export const Scopes: Story = {
  globals: { locale: 'en-US' },
  play: async ({ userEvent }) => {
    await field()
    await userEvent.tab()
    await expect(screen.getByRole('radio', { name: 'Everywhere' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight} ')
    await expect(screen.getByRole('radio', { name: 'Queues' })).toBeChecked()
    await expect(options()).toEqual(['High-value orders', 'Café gift cards'])
  },
}
/** Nested pages: Enter enters one, Backspace in the empty field and Escape leave one level. */
export const Nested: Story = {
  globals: { locale: 'en-US' },
  play: async ({ userEvent }) => {
    run.mockClear()
    await userEvent.type(await field(), 'theme')
    await userEvent.keyboard('{Enter}')
    await expect(options()).toEqual(['Light', 'Dark', 'Contrast'])
    await expect(await field()).toHaveValue('')
    await userEvent.keyboard('{End}{Enter}')
    await expect(options()).toEqual(['More contrast'])
    await userEvent.keyboard('{Escape}')
    await expect(options()).toEqual(['Light', 'Dark', 'Contrast'])
    await userEvent.keyboard('d{Backspace}')
    await expect(options()).toHaveLength(3)
    await userEvent.keyboard('{Backspace}')
    await expect(options()).toContain('Dashboard')
    await userEvent.type(await field(), 'theme{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Back from Change theme' }))
    await expect(options()).toContain('Dashboard')
  },
}
export const NestedOpen: Story = {
  globals: { locale: 'en-US' },
  play: async ({ userEvent }) => {
    await userEvent.type(await field(), 'theme{Enter}')
    await expect(screen.getByRole('button', { name: 'Back from Change theme' })).toBeVisible()
  },
}
const found: readonly Command[] = [
  {
    id: 'P-7241903',
    label: 'P-7241903',
    scope: 'cases',
    icon: Inbox,
    detail: 'EUR 2,418.90',
    onSelect: () => run('P-7241903'),
  },
]
/** Local commands are shown at once; results of the service are appended. */
export const Async: Story = {
  globals: { locale: 'en-US' },
  args: {
    search: ({ query }) => new Promise(resolve => setTimeout(() => resolve(query.startsWith('P-') ? found : []), 100)),
  },
  play: async ({ userEvent }) => {
    run.mockClear()
    await userEvent.type(await field(), 'P-7241903')
    await expect(screen.getByText('Searching')).toBeVisible()
    await waitFor(() => expect(options()).toEqual(['P-7241903']), { timeout: 3000 })
    await userEvent.keyboard('{Enter}')
    await expect(run).toHaveBeenCalledWith('P-7241903')
  },
}
export const AsyncLoading: Story = {
  globals: { locale: 'en-US' },
  args: { search: () => new Promise(() => undefined) },
  play: async ({ userEvent }) => {
    await userEvent.type(await field(), 'P-72')
    await expect(screen.getByText('Searching')).toBeVisible()
  },
}
const flaky = fn()
export const AsyncError: Story = {
  globals: { locale: 'en-US' },
  args: { search: flaky },
  play: async ({ userEvent }) => {
    flaky.mockReset()
    flaky.mockRejectedValueOnce(new Error('503')).mockResolvedValue(found)
    await userEvent.type(await field(), 'dash')
    await expect(options()).toEqual(['Dashboard'])
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(options()).toEqual(['Dashboard', 'P-7241903']), { timeout: 3000 })
    await expect(screen.queryByRole('alert', { name: '' })?.textContent ?? '').not.toContain('could not')
  },
}
export const Empty: Story = {
  globals: { locale: 'en-US' },
  play: async ({ userEvent, canvas }) => {
    await userEvent.type(await field(), 'zebra')
    await expect(options()).toEqual([])
    await expect(screen.getByText('zebra')).toBeVisible()
    await waitFor(
      () =>
        expect(
          canvas.getAllByRole('status', { hidden: true }).some(region => region.textContent === 'No results'),
        ).toBe(true),
      { timeout: 3000 },
    )
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { defaultOpen: false },
  render: function WithButton(args) {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Jump</Button>
        <CommandPalette {...args} open={open} onOpenChange={setOpen} />
      </>
    )
  },
  play: async ({ canvas, userEvent, args }) => {
    run.mockClear()
    const button = canvas.getByRole('button', { name: 'Jump' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect(await field()).toHaveFocus())
    await waitFor(() => expect(active()).toEqual(['Dashboard']))
    await userEvent.keyboard('{ArrowDown}')
    await expect(active()).toEqual(['Search'])
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    // Wraps around at the ends and skips the unavailable one.
    await expect(active()).toEqual(['Change theme'])
    await userEvent.keyboard('{Home}')
    await expect(active()).toEqual(['Dashboard'])
    await userEvent.keyboard('{End}')
    await expect(active()).toEqual(['Change theme'])
    await expect(await field()).toHaveFocus()
    await userEvent.type(await field(), 'high')
    await userEvent.keyboard('{Enter}')
    await expect(run).toHaveBeenCalledWith('high')
    await expect(args.onRun).toHaveBeenCalledWith(expect.objectContaining({ id: 'high' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await field()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  },
}
/** Vowel signs need not be typed; arrows on the scopes mirror. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    commands: arabic,
    scopes: [
      { id: 'pages', label: 'الصفحات' },
      { id: 'queues', label: 'قوائم الانتظار' },
      { id: 'actions', label: 'الإجراءات' },
    ],
  },
  play: async ({ userEvent }) => {
    const input = await screen.findByRole('combobox')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft} ')
    await expect(options()).toEqual(['بحث'])
    await userEvent.keyboard('{ArrowRight} ')
    await userEvent.type(input, 'مراجعه')
    await expect(options()).toEqual(['بدء المُراجعة'])
    await userEvent.clear(input)
  },
}
