import type { Meta, StoryObj } from '@storybook/react-vite'
import { Zap } from 'lucide-react'
import { useRef, useState } from 'react'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import { ShortcutHelp } from '../../overlays/shortcut-help/shortcut-help.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { ReviewActions, type ReviewActionsProps, reviewLayouts } from './review-actions.tsx'
import { type ReviewAction, reviewShortcuts } from './review-model.ts'

const reasons = [
  { value: 'stolen', label: 'Stolen card', description: 'The holder did not order.' },
  { value: 'takeover', label: 'Account takeover' },
  { value: 'abuse', label: 'Abuse of a promotion' },
]
const actions: readonly ReviewAction[] = [
  { id: 'approve', label: 'Approve', decision: 'approve', shortcut: 'A' },
  {
    id: 'reject',
    label: 'Reject',
    decision: 'reject',
    shortcut: 'Z',
    reason: { options: reasons, maxNoteLength: 200 },
  },
  { id: 'stolen', label: 'Stolen card', quick: true, icon: Zap, shortcut: '1' },
  { id: 'testing', label: 'Card testing', quick: true, icon: Zap, shortcut: '2' },
  { id: 'escalate', label: 'Escalate', shortcut: 'E', reason: {} },
  { id: 'hold', label: 'Hold', shortcut: 'H' },
  { id: 'transfer', label: 'Transfer', shortcut: 'T' },
  {
    id: 'ring',
    label: 'Reject ring',
    confirm: {
      title: 'Reject 4 linked orders',
      affectedCount: 4,
      consequences: ['The buyers are told at once.', 'Payments that were captured are refunded.'],
    },
  },
]
const held = 'Jarl Solheim is reviewing this case.'

const meta = {
  title: 'Patterns/ReviewActions',
  component: ReviewActions,
  args: { actions, onAction: fn(), onUndo: fn(), onUndoEnd: fn(), layout: 'bar' },
} satisfies Meta<typeof ReviewActions>
export default meta
type Story = StoryObj<typeof meta>

type Canvas = Parameters<NonNullable<Story['play']>>[0]['canvas']
const announced = (canvas: Canvas, text: string) =>
  waitFor(() => expect(canvas.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(text), {
    timeout: 3000,
  })

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => {
    const states: Partial<ReviewActionsProps>[] = [
      {},
      { end: <Button>Next P-7241858</Button> },
      { singleKeys: false },
      { pending: 'approve' },
      { actions: actions.map((action, index) => (index < 2 ? { ...action, disabledReason: held } : action)) },
      { error: 'The service did not answer in time.' },
      { undo: { id: '1', message: 'P-7241903 rejected', seconds: Number.POSITIVE_INFINITY } },
      { layout: 'compact' },
    ]
    return (
      <div className="flex flex-col gap-4">
        {states.map((state, index) => (
          <ReviewActions key={index} {...args} {...state} aria-label={`Case ${index}`} />
        ))}
        {/* Containment: the foot of the frame instead of the window. */}
        <div className="relative h-16 w-rail contain-layout">
          <ReviewActions {...args} layout="foot" aria-label="Case at the foot" />
        </div>
      </div>
    )
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    actions: [
      { id: 'approve', label: 'موافقة', decision: 'approve', shortcut: 'A' },
      { id: 'reject', label: 'رفض', decision: 'reject', shortcut: 'Z', disabledReason: 'يراجع شخص آخر هذه الحالة.' },
      { id: 'hold', label: 'تعليق', shortcut: 'H' },
    ],
    undo: { id: '1', message: 'رُفض P-7241903', seconds: Number.POSITIVE_INFINITY },
  },
}
export const LongContent: Story = {
  globals: { locale: 'de-DE' },
  args: {
    actions: [
      {
        id: 'approve',
        label: 'Genehmigen und Bestellung zum Versand freigeben',
        decision: 'approve',
        shortcut: 'G',
        disabledReason:
          'Kundenbetreuungsmitarbeiterin Wilhelmine Obermüller-Schattenfroh prüft diesen Fall seit heute Morgen.',
      },
      { id: 'reject', label: 'Betrugsverdacht bestätigen und ablehnen', decision: 'reject', shortcut: 'Shift+F7' },
      { id: 'hold', label: 'Bis zur Rückmeldung der Bank zurückstellen', shortcut: 'H' },
    ],
  },
  render: args => (
    <div className="w-rail">
      <ReviewActions {...args} />
    </div>
  ),
}
/** The keys printed on the buttons work in their region, and nowhere while somebody types. */
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  render: function InRegion(args) {
    const scope = useRef<HTMLDivElement>(null)
    return (
      <div className="grid gap-3">
        <div ref={scope} className="grid gap-3">
          <ReviewActions {...args} scope={scope} />
          <button type="button">Copy the address</button>
          <input aria-label="Note on the case" className="border border-line-strong" />
        </div>
        <button type="button">Outside</button>
      </div>
    )
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: /Approve/ })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onAction).toHaveBeenLastCalledWith({ id: 'approve' })
    canvas.getByRole('button', { name: 'Copy the address' }).focus()
    await userEvent.keyboard('h')
    await expect(args.onAction).toHaveBeenLastCalledWith({ id: 'hold' })
    await userEvent.keyboard('1')
    await expect(args.onAction).toHaveBeenLastCalledWith({ id: 'stolen' })
    await userEvent.click(canvas.getByRole('textbox', { name: 'Note on the case' }))
    await userEvent.keyboard('at')
    canvas.getByRole('button', { name: 'Outside' }).focus()
    await userEvent.keyboard('t')
    await expect(args.onAction).toHaveBeenCalledTimes(3)
  },
}
/** People change keys and turn them off in the help of shortcuts. */
export const KeysChanged: Story = {
  globals: { locale: 'en-US' },
  render: function Remapped(args) {
    const [shortcuts, setShortcuts] = useState<Readonly<Record<string, string>>>({ hold: 'Q' })
    const [singleKeys, setSingleKeys] = useState(true)
    const [help, setHelp] = useState(false)
    return (
      <div className="grid gap-3">
        <ReviewActions {...args} shortcuts={shortcuts} singleKeys={singleKeys} />
        <Button onClick={() => setHelp(true)}>Change keys</Button>
        <ShortcutHelp
          open={help}
          onOpenChange={setHelp}
          regions={[reviewShortcuts({ id: 'review', label: 'Review' }, args.actions, shortcuts)]}
          singleKeys={singleKeys}
          onSingleKeysChange={setSingleKeys}
          onRemap={({ id, keys }) => setShortcuts({ ...shortcuts, [id]: keys })}
        />
      </div>
    )
  },
  play: async ({ canvas, userEvent, args }) => {
    const approve = canvas.getByRole('button', { name: /Approve/ })
    await userEvent.tab()
    await expect(approve).toHaveFocus()
    await userEvent.keyboard('h')
    await expect(args.onAction).not.toHaveBeenCalled()
    await userEvent.keyboard('q')
    await expect(args.onAction).toHaveBeenLastCalledWith({ id: 'hold' })
    await userEvent.click(canvas.getByRole('button', { name: 'Change keys' }))
    const help = await screen.findByRole('dialog')
    await expect(within(help).getByText('Hold')).toBeInTheDocument()
    await userEvent.click(within(help).getByRole('switch'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    approve.focus()
    await expect(approve).not.toHaveAttribute('aria-keyshortcuts')
    await userEvent.keyboard('q')
    await expect(args.onAction).toHaveBeenCalledOnce()
  },
}
/** A reason is asked for, and is complete before the action is carried out. */
export const ReasonRequired: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await userEvent.keyboard('z')
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject: reason' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    await expect(dialog.getByRole('alert')).toHaveTextContent('Choose a reason.')
    await expect(dialog.getAllByRole('radio')[0]).toHaveFocus()
    await userEvent.click(dialog.getByRole('radio', { name: 'Account takeover' }))
    await userEvent.click(dialog.getByRole('textbox', { name: 'Note (optional)' }))
    await userEvent.keyboard('Two countries{Control>}{Enter}{/Control}')
    await expect(args.onAction).toHaveBeenLastCalledWith({ id: 'reject', reason: 'takeover', note: 'Two countries' })
    await waitFor(() => expect(canvas.getByRole('button', { name: /Approve/ })).toHaveFocus())
  },
}
export const NoteRequired: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Escalate/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Escalate: reason' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Escalate' }))
    await expect(dialog.getByRole('alert')).toHaveTextContent('Write a note.')
    await expect(args.onAction).not.toHaveBeenCalled()
  },
}
/** What cannot be undone is confirmed with its consequences; Cancel has the focus. */
export const Confirmation: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Reject ring' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Reject 4 linked orders' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await expect(args.onAction).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Reject ring' }))
    await expect(args.onAction).toHaveBeenLastCalledWith({ id: 'ring' })
  },
}
/** The others wait, by click and by key. */
export const Pending: Story = {
  globals: { locale: 'en-US' },
  args: { pending: 'approve' },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('button', { name: /Approve/ })).toHaveAttribute('aria-busy', 'true')
    const hold = canvas.getByRole('button', { name: /Hold/ })
    await expect(hold).toHaveAttribute('aria-disabled', 'true')
    await userEvent.tab()
    hold.focus()
    await userEvent.keyboard('{Enter}h')
    await expect(args.onAction).not.toHaveBeenCalled()
  },
}
/** The reason is a text, describes its button, and is announced when the key is pressed. */
export const Unavailable: Story = {
  globals: { locale: 'en-US' },
  args: { actions: actions.map((action, index) => (index < 2 ? { ...action, disabledReason: held } : action)) },
  play: async ({ canvas, userEvent, args }) => {
    const approve = canvas.getByRole('button', { name: /Approve/ })
    await expect(approve).toHaveAccessibleDescription(`Approve and Reject: ${held}`)
    await userEvent.tab()
    await userEvent.keyboard('a')
    await announced(canvas, `Approve: ${held}`)
    await expect(args.onAction).not.toHaveBeenCalled()
  },
}
/** After a failure the same command can be sent again, and the reason that was written is still there. */
export const Failed: Story = {
  globals: { locale: 'en-US' },
  render: function Failing(args) {
    const [pending, setPending] = useState<string>()
    const [failed, setFailed] = useState(false)
    return (
      <ReviewActions
        {...args}
        pending={pending}
        error={failed ? 'The service did not answer in time.' : undefined}
        onAction={command => {
          args.onAction(command)
          setPending(command.id)
          setFailed(false)
          setTimeout(() => {
            setFailed(true)
            setPending(undefined)
          }, 20)
        }}
      />
    )
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Escalate/ }))
    const note = await screen.findByRole('textbox', { name: 'Note' })
    await userEvent.type(note, 'Ask the bank')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Escalate' }))
    const failure = await canvas.findByText('Escalate: the action was not carried out.')
    await expect(failure).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onAction).toHaveBeenCalledTimes(2)
    await expect(args.onAction).toHaveBeenLastCalledWith({ id: 'escalate', note: 'Ask the bank' })
    await canvas.findByText('Escalate: the action was not carried out.')
    await userEvent.click(canvas.getByRole('button', { name: /Escalate/ }))
    await expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('Ask the bank')
    await userEvent.keyboard('{Escape}')
  },
}
/** The last action can be undone by button and key until its time is over; the time stops while the button has the focus. */
export const Undo: Story = {
  globals: { locale: 'en-US' },
  render: function Undoing(args) {
    const [undone, setUndone] = useState(0)
    return (
      <ReviewActions
        {...args}
        undo={undone === 2 ? undefined : { id: String(undone), message: 'P-7241903 rejected', seconds: 3 }}
        onUndo={id => {
          args.onUndo?.(id)
          setUndone(undone + 1)
        }}
        onUndoEnd={id => {
          args.onUndoEnd?.(id)
          setUndone(2)
        }}
      />
    )
  },
  play: async ({ canvas, userEvent, args }) => {
    await announced(canvas, 'P-7241903 rejected. You can undo it for 3 seconds.')
    const undo = canvas.getByRole('button', { name: /Undo/ })
    undo.focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onUndo).toHaveBeenLastCalledWith('0')
    await expect(canvas.getByRole('button', { name: /Approve/ })).toHaveFocus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(args.onUndo).toHaveBeenLastCalledWith('1')
    await expect(canvas.queryByRole('button', { name: /Undo/ })).toBeNull()
    await expect(args.onUndoEnd).not.toHaveBeenCalled()
  },
}
/** In a narrow window: two decisions and a menu at the foot, at least 40 px high. */
export const Foot: Story = {
  globals: { locale: 'en-US', viewport: { value: 'narrow' } },
  args: { layout: 'foot' },
  play: async ({ canvas, userEvent, args }) => {
    const bar = canvas.getByRole('group', { name: 'Actions on the case' })
    await expect(bar.getBoundingClientRect().bottom).toBe(window.innerHeight)
    for (const button of within(bar).getAllByRole('button'))
      await expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(40)
    await userEvent.click(within(bar).getByRole('button', { name: 'More actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Card testing/ }))
    await expect(args.onAction).toHaveBeenLastCalledWith({ id: 'testing' })
  },
}
/** Each arrangement by itself. */
export const Layouts: Story = {
  render: args => (
    <div className="flex flex-col gap-4">
      {reviewLayouts
        .filter(layout => layout !== 'foot')
        .map(layout => (
          <ReviewActions key={layout} {...args} layout={layout} aria-label={layout} />
        ))}
    </div>
  ),
}
