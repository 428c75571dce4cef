import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Callout } from './callout.tsx'

const meta = { title: 'Feedback/Callout', component: Callout, args: { children: 'Live updates paused. Figures are from 2:01 PM.' } } satisfies Meta<typeof Callout>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: () => (
    <div className="grid gap-2">
      <Callout tone="info">Live updates paused. Figures are from 2:01 PM.</Callout>
      <Callout tone="warning" actions={<Button size="sm">Reload</Button>}>2 cards could not be loaded. You can still decide.</Callout>
      <Callout tone="danger" title="Your lock ran out">The case went back to the queue.</Callout>
      <Callout tone="success" onDismiss={() => undefined}>Rule published.</Callout>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** What appears while the person is on the page is announced, urgently when it stops them. */
export const Live: Story = {
  globals: { locale: 'en-US' },
  args: { tone: 'danger', live: true, title: 'Your lock ran out', onDismiss: fn() },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getAllByRole('alert').some(node => node.textContent?.includes('lock ran out'))).toBe(true)
    await userEvent.click(canvas.getByRole('button', { name: 'Dismiss message' }))
    await expect(args.onDismiss).toHaveBeenCalledOnce()
  },
}
export const LongContent: Story = { args: { tone: 'warning', title: 'Die Betrugsverdachtsmeldung konnte nicht übermittelt werden', onDismiss: () => undefined }, globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'qps-plocm' } }
