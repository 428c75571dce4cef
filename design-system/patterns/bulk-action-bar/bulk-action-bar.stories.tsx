import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, spyOn, waitFor } from 'storybook/test'
import { type BulkAction, BulkActionBar } from './bulk-action-bar.tsx'

const onSelect = fn()
const actions: readonly BulkAction[] = [
  { id: 'approve', label: 'Approve 3', decision: 'approve', onSelect },
  { id: 'reject', label: 'Reject 3', decision: 'reject', onSelect },
  { id: 'assign', label: 'Assign', onSelect },
  { id: 'transfer', label: 'Transfer', onSelect },
  { id: 'tag', label: 'Tag', onSelect },
  { id: 'hold', label: 'Put on hold', onSelect },
  { id: 'release', label: 'Release', disabledReason: 'Somebody else holds these cases', onSelect },
]
const failures = [
  { id: '1', label: 'P-7241540', reason: 'Jarl Solheim is reviewing it.' },
  { id: '2', label: 'P-7241102', reason: 'It was decided a minute ago.' },
]

const meta = {
  title: 'Patterns/BulkActionBar',
  component: BulkActionBar,
  args: { actions, onDismissFailures: fn(), onRetryFailures: fn(), onCancel: fn() },
  render: args => (
    <div className="border border-line-subtle bg-surface-selected px-4 py-2">
      <BulkActionBar {...args} />
    </div>
  ),
} satisfies Meta<typeof BulkActionBar>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="flex flex-col gap-3">
      {[{}, { shown: 2 }, { progress: { label: 'Rejecting', done: 12, total: 41 } }, { failures }].map(
        (state, index) => (
          <div key={index} className="border border-line-subtle bg-surface-selected px-4 py-2">
            <BulkActionBar {...args} {...state} />
          </div>
        ),
      )}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { failures },
  render: args => (
    <div className="w-rail bg-surface-selected">
      <BulkActionBar {...args} />
    </div>
  ),
}
/** Some rows fail: the report lists them, and they can be retried. */
export const PartialFailure: Story = {
  globals: { locale: 'en-US' },
  render: function Failing(args) {
    const [left, setLeft] = useState(failures)
    return (
      <BulkActionBar
        {...args}
        failures={left}
        onRetryFailures={() => {
          args.onRetryFailures?.()
          setLeft([])
        }}
      />
    )
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '2 rows failed' }))
    await expect(await screen.findByRole('list', { name: 'Rows that failed' })).toHaveTextContent('P-7241540')
    const spy = spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
      new DOMException('not allowed', 'NotAllowedError'),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Copy list' }))
    await expect(await screen.findByText('The browser did not allow copying.')).toBeInTheDocument()
    spy.mockRestore()
    await userEvent.click(screen.getByRole('button', { name: 'Try 2 rows again' }))
    await expect(args.onRetryFailures).toHaveBeenCalledOnce()
    await waitFor(() => expect(canvas.queryByRole('button', { name: '2 rows failed' })).toBeNull())
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    onSelect.mockClear()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Approve 3' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    canvas.getByRole('button', { name: 'More actions' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Put on hold' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await expect(onSelect).toHaveBeenCalledTimes(2)
  },
}
