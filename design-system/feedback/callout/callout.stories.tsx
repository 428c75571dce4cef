import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Callout } from './callout.tsx'

const meta = {
  title: 'Feedback/Callout',
  component: Callout,
  args: { children: 'Live updates paused. Figures are from 2:01 PM.' },
} satisfies Meta<typeof Callout>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: () => (
    <div className="grid gap-2">
      <Callout tone="info">Live updates paused. Figures are from 2:01 PM.</Callout>
      <Callout tone="warning" actions={<Button size="sm">Reload</Button>}>
        2 cards could not be loaded. You can still decide.
      </Callout>
      <Callout tone="danger" title="Your lock ran out">
        The case went back to the queue.
      </Callout>
      <Callout tone="success" onDismiss={() => undefined}>
        Rule published.
      </Callout>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** A message that appears later is announced, assertively when it blocks the user. */
export const Live: Story = {
  globals: { locale: 'en-US' },
  args: { tone: 'danger', live: true, title: 'Your lock ran out', onDismiss: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getAllByRole('alert').some(node => node.textContent?.includes('lock ran out'))).toBe(true)
    await userEvent.click(canvas.getByRole('button', { name: 'Dismiss message' }))
    await expect(args.onDismiss).toHaveBeenCalledOnce()
  },
}
/** A notice of the service, over the full width. */
export const Banner: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <div className="-m-4 flex flex-col">
      <Callout
        variant="banner"
        tone="warning"
        actions={<Button size="sm">Status page</Button>}
        onDismiss={() => undefined}
      >
        Scores are late by 4 minutes. Decisions are not affected.
      </Callout>
      <Callout variant="banner" tone="danger" title="Certificate expires tomorrow">
        Sign-in of applications stops on Nov 22, 2026.
      </Callout>
      <Callout variant="banner" tone="info">
        Maintenance on Sunday from 2:00 AM to 3:00 AM.
      </Callout>
    </div>
  ),
  play: async ({ canvas }) => {
    // The icon has a text, so that no meaning depends on colour alone.
    await expect(canvas.getByText('Warning:')).toBeInTheDocument()
    await expect(canvas.getByText('Error:')).toBeInTheDocument()
    const banner = canvas.getByText(/Scores are late/).closest('[data-slot="callout"]')
    await expect(banner?.getBoundingClientRect().left).toBe(0)
  },
}
/** A dismissed message stays hidden on this device. */
export const Dismissed: Story = {
  globals: { locale: 'en-US' },
  args: { storageKey: 'story.dismissed', onDismiss: fn() },
  beforeEach: () => {
    localStorage.removeItem('assay.dismissed.story.dismissed')
    return () => localStorage.removeItem('assay.dismissed.story.dismissed')
  },
  play: async ({ canvas, userEvent, args }) => {
    canvas.getByRole('button', { name: 'Dismiss message' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.queryByText(/Live updates paused/)).toBeNull())
    await expect(args.onDismiss).toHaveBeenCalledOnce()
    await expect(localStorage.getItem('assay.dismissed.story.dismissed')).not.toBeNull()
  },
}
export const LongContent: Story = {
  args: {
    tone: 'warning',
    title: 'Die Betrugsverdachtsmeldung konnte nicht übermittelt werden',
    onDismiss: () => undefined,
  },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'qps-plocm' } }
