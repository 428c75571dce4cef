import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { Button } from '../primitives/button/button.tsx'
import { Callout } from './callout/callout.tsx'
import { EmptyState, emptyKinds } from './empty-state/empty-state.tsx'
import { ErrorState } from './error-state/error-state.tsx'
import { Progress } from './progress/progress.tsx'
import { Skeleton, SkeletonRows } from './skeleton/skeleton.tsx'

/** How the product says that something happened, is missing, failed or takes time. */
const meta = { title: 'Feedback/States' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

export const Callouts: Story = {
  render: () => (
    <div className="grid gap-2">
      <Callout tone="info">Live updates paused. Figures are from 2:01 PM.</Callout>
      <Callout tone="warning" actions={<Button size="sm">Reload</Button>}>2 cards could not be loaded. You can still decide.</Callout>
      <Callout tone="danger" live title="Your lock ran out">The case went back to the queue.</Callout>
      <Callout tone="success" live onDismiss={fn()}>Rule published.</Callout>
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('alert').some(node => node.textContent?.includes('lock ran out'))).toBe(true)
    await expect(canvas.getByRole('button', { name: 'Dismiss message' })).toBeInTheDocument()
  },
}
export const CalloutsDark: Story = { render: Callouts.render!, globals: { theme: 'dark' } }
export const CalloutsRightToLeft: Story = { render: Callouts.render!, globals: { locale: 'qps-plocm' } }

export const Empty: Story = {
  render: () => (
    <div className="grid grid-cols-2 gap-3">
      {emptyKinds.map(kind => <EmptyState key={kind} kind={kind} title="No events match" description="IP in network removes most of them." actions={<Button>Remove that filter</Button>} />)}
    </div>
  ),
}
const retry = fn()
export const Failed: Story = {
  render: () => <ErrorState title="This list could not be loaded" description="Try again in a moment." correlationId="c0a8-41f2" onRetry={retry} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(retry).toHaveBeenCalled()
    await expect(screen.getByRole('button', { name: 'Copy correlation ID' })).toBeInTheDocument()
  },
}
export const FailedRightToLeft: Story = { render: Failed.render!, globals: { locale: 'ar-AE' } }
export const Loading: Story = { render: () => <div aria-busy className="grid gap-4"><Skeleton className="w-1/2" /><SkeletonRows /></div> }
export const Uploading: Story = {
  render: () => <div className="grid gap-4"><Progress label="Blocked lockers.csv" value={62} detail="62%, 8 s left" /><Progress label="Checking rows" value={null} detail="Checking" /></div>,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar', { name: 'Blocked lockers.csv' })).toHaveAttribute('aria-valuenow', '62')
  },
}
export const UploadingDark: Story = { render: Uploading.render!, globals: { theme: 'dark' } }
