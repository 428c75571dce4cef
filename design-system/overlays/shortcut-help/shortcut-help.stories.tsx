import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fireEvent, fn, screen, waitFor, within } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { ShortcutHelp, type ShortcutHelpProps, type ShortcutRegion } from './shortcut-help.tsx'

const initial: readonly ShortcutRegion[] = [
  {
    id: 'all',
    label: 'Everywhere',
    everywhere: true,
    shortcuts: [
      { id: 'palette', label: 'Search or jump to', keys: 'Mod+K', fixed: true },
      { id: 'search', label: 'Search this page', keys: '/' },
      { id: 'help', label: 'Show shortcuts', keys: '?' },
    ],
  },
  {
    id: 'review',
    label: 'Review',
    shortcuts: [
      { id: 'approve', label: 'Approve', keys: 'A' },
      { id: 'reject', label: 'Reject', keys: 'Z' },
      { id: 'escalate', label: 'Escalate', keys: 'E' },
      { id: 'next', label: 'Next record', keys: ']' },
    ],
  },
  { id: 'list', label: 'Lists', shortcuts: [{ id: 'select', label: 'Select all', keys: 'Mod+A', fixed: true }] },
]
const arabic: readonly ShortcutRegion[] = [
  {
    id: 'all',
    label: 'في كل مكان',
    everywhere: true,
    shortcuts: [{ id: 'palette', label: 'ابحث أو انتقل إلى', keys: 'Mod+K', fixed: true }],
  },
  {
    id: 'review',
    label: 'المراجعة',
    shortcuts: [
      { id: 'approve', label: 'موافقة', keys: 'A' },
      { id: 'next', label: 'السجل التالي', keys: 'Shift+ArrowLeft' },
    ],
  },
]

/** Stores changes, as a page would. */
function Keeping(props: ShortcutHelpProps) {
  const [regions, setRegions] = useState(props.regions)
  const [open, setOpen] = useState(props.defaultOpen ?? false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Shortcuts</Button>
      <ShortcutHelp
        {...props}
        open={open}
        onOpenChange={setOpen}
        regions={regions}
        onReset={() => setRegions(props.regions)}
        onRemap={change => {
          props.onRemap?.(change)
          setRegions(
            regions.map(region => ({
              ...region,
              shortcuts: region.shortcuts.map(entry =>
                entry.id === change.id ? { ...entry, keys: change.keys } : entry,
              ),
            })),
          )
        }}
      />
    </>
  )
}

const meta = {
  title: 'Overlays/ShortcutHelp',
  component: ShortcutHelp,
  args: { defaultOpen: true, regions: initial, onRemap: fn(), onSingleKeysChange: fn() },
  render: args => <Keeping {...args} />,
} satisfies Meta<typeof ShortcutHelp>
export default meta
type Story = StoryObj<typeof meta>

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))

export const Playground: Story = {}
export const Matrix: Story = {}
export const ReadOnly: Story = { render: args => <ShortcutHelp defaultOpen regions={args.regions} /> }
export const Dark: Story = { globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    regions: [
      {
        id: 'r',
        label: 'Betrugsverdachtsmeldungen der Abholstationen',
        shortcuts: [
          {
            id: 'a',
            label:
              'Betrugsverdachtsmeldung an das kartenausgebende Kreditinstitut mit abweichender Lieferadresse übermitteln',
            keys: 'Mod+Alt+Shift+F12',
          },
        ],
      },
    ],
  },
}
export const Search: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Find a shortcut' }), 'reje')
    await expect(screen.getAllByRole('table')).toHaveLength(1)
    await expect(row('Reject').getByText('Z', { selector: '.sr-only' })).toBeInTheDocument()
    await waitFor(
      () =>
        expect(
          canvas.getAllByRole('status', { hidden: true }).some(region => region.textContent === '1 shortcut'),
        ).toBe(true),
      { timeout: 3000 },
    )
    await userEvent.type(screen.getByRole('textbox'), 'zzz')
    await expect(screen.getByText('No shortcut has this name')).toBeVisible()
  },
}
export const SingleKeysOff: Story = {
  globals: { locale: 'en-US' },
  play: async ({ userEvent, args }) => {
    await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
    await expect(args.onSingleKeysChange).toHaveBeenCalledWith(false)
    await waitFor(() => expect(row('Approve').getByText('Off')).toBeVisible())
    await expect(row('Search or jump to').queryByText('Off')).toBeNull()
  },
}
export const Remap: Story = {
  globals: { locale: 'en-US' },
  play: async ({ userEvent, args }) => {
    const change = await screen.findByRole('button', { name: 'Change the keys of Escalate' })
    await userEvent.click(change)
    await waitFor(() => expect(screen.getByRole('button', { name: /^Press the new keys/ })).toHaveFocus())
    await userEvent.keyboard('{Shift>}h{/Shift}')
    await expect(args.onRemap).toHaveBeenCalledWith({ id: 'escalate', keys: 'Shift+H' })
    await expect(row('Escalate').getByText('Shift H', { selector: '.sr-only' })).toBeInTheDocument()
    await expect(change).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Reset shortcuts' }))
    await expect(row('Escalate').getByText('E', { selector: '.sr-only' })).toBeInTheDocument()
  },
}
export const Conflict: Story = {
  globals: { locale: 'en-US' },
  play: async ({ userEvent, args }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Change the keys of Escalate' }))
    await waitFor(() => expect(screen.getByRole('button', { name: /^Press the new keys/ })).toHaveFocus())
    await userEvent.keyboard('z')
    await expect(row('Escalate').getByRole('alert')).toHaveTextContent(/is already used by Reject/)
    await expect(args.onRemap).not.toHaveBeenCalled()
  },
}
/** Some keys are not for shortcuts of the page at all. */
export const NotAllowed: Story = {
  globals: { locale: 'en-US' },
  args: { allows: keys => !keys.startsWith('Mod+') },
  play: async ({ userEvent, args }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Change the keys of Escalate' }))
    await waitFor(() => expect(screen.getByRole('button', { name: /^Press the new keys/ })).toHaveFocus())
    await userEvent.keyboard('{Control>}y{/Control}')
    await expect(row('Escalate').getByRole('alert')).toHaveTextContent(/belongs to the browser/)
    await expect(args.onRemap).not.toHaveBeenCalled()
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { defaultOpen: false },
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Shortcuts' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Find a shortcut' })).toHaveFocus())
    const change = screen.getByRole('button', { name: 'Change the keys of Approve' })
    change.focus()
    await userEvent.keyboard(' ')
    const waiting = await screen.findByRole('button', { name: 'Press the new keys for Approve' })
    await waitFor(() => expect(waiting).toHaveFocus())
    // A modifier alone and keys that operate the page are not accepted; Escape only ends the recording.
    fireEvent.keyDown(waiting, { key: 'Shift', shiftKey: true })
    await userEvent.keyboard('{ArrowDown}')
    await expect(waiting).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect(screen.getByRole('dialog')).toBeVisible()
    await expect(change).toHaveFocus()
    // Tab leaves without a change.
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: /^Press the new keys/ })
    await userEvent.tab()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Press the new keys/ })).toBeNull())
    await expect(args.onRemap).not.toHaveBeenCalled()
    // On a button with a hint the first Escape would close the hint.
    screen.getByRole('textbox').focus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  },
}
export const RightToLeft: Story = { args: { regions: arabic }, globals: { locale: 'ar-AE' } }
