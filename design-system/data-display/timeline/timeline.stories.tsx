import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, waitFor } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { Card, CardBody, CardHeader } from '../../primitives/card/card.tsx'
import { RelativeTime } from '../relative-time/relative-time.tsx'
import { type ActivityEntry, type ActivityKind, activityKinds } from './activity.ts'
import { ActivityTimeline, TimelineFilter } from './activity-timeline.tsx'
import { Timeline, TimelineDay, TimelineItem } from './timeline.tsx'

const now = Date.UTC(2026, 0, 5, 13, 4, 5)
const hour = 3_600_000
const entries: readonly ActivityEntry[] = [
  { id: '1', kind: 'decision', at: now - hour, text: 'Amira Lopez rejected the order.', unread: true },
  {
    id: '2',
    kind: 'comment',
    at: now - 2 * hour,
    text: 'Jarl Solheim left a note.',
    details: 'Locker used by 9 accounts this week.',
  },
  { id: '3', kind: 'system', at: now - 3 * hour, text: 'Rule “High-value orders” sent it to review.' },
  {
    id: '4',
    kind: 'event',
    at: now - 20 * hour,
    text: 'The customer made 2 declined attempts.',
    details: 'Codes 51 and 05, same card',
  },
  { id: '5', kind: 'event', at: now - 50 * hour, text: 'The customer created the account.' },
]
const earlier: readonly ActivityEntry[] = [
  { id: '6', kind: 'event', at: now - 90 * hour, text: 'The device was seen for the first time.' },
]

const meta = {
  title: 'Values/Timeline',
  component: Timeline,
  subcomponents: { TimelineFilter, ActivityTimeline, TimelineItem },
  args: {
    children: (
      <>
        <TimelineDay>Jan 5, 2026</TimelineDay>
        <TimelineItem time={<RelativeTime value={now - hour} now={now} />} unread>
          Amira Lopez rejected the order.
        </TimelineItem>
        <TimelineItem
          time={<RelativeTime value={now - 2 * hour} now={now} />}
          details="Locker used by 9 accounts this week."
        >
          Jonas Schmidt left a note.
        </TimelineItem>
        <TimelineItem time={<RelativeTime value={now - 3 * hour} now={now} />}>
          Rule “High-value orders” sent it to review.
        </TimelineItem>
      </>
    ),
  },
} satisfies Meta<typeof Timeline>
export default meta
type Story = StoryObj<typeof meta>
const said = (text: string) =>
  waitFor(
    () =>
      expect(screen.getAllByRole('status', { hidden: true }).some(region => region.textContent === text)).toBe(true),
    { timeout: 3000 },
  )

function Activity({ first = entries }: { first?: readonly ActivityEntry[] }) {
  const [kinds, setKinds] = useState<readonly ActivityKind[]>(activityKinds)
  const [shown, setShown] = useState(first)
  const [loading, setLoading] = useState(false)
  const add = () =>
    setShown(known => [
      {
        id: `new ${known.length}`,
        kind: 'comment',
        at: now,
        text: 'Ottilie Brandt asked the bank about card 4417.',
        unread: true,
      },
      ...known,
    ])
  const load = () => {
    setLoading(true)
    setTimeout(() => {
      setLoading(false)
      setShown(known => [...known, ...earlier])
    }, 100)
  }
  return (
    <Card className="w-panel max-w-full">
      <CardHeader
        title="Timeline"
        actions={
          <>
            <Button size="sm" variant="ghost" onClick={add}>
              Somebody writes
            </Button>
            <TimelineFilter value={kinds} onValueChange={setKinds} />
          </>
        }
      />
      <CardBody>
        <ActivityTimeline
          label="Timeline"
          entries={shown}
          kinds={kinds}
          loading={loading}
          {...(shown.some(entry => entry.id === '6') ? {} : { onLoadEarlier: load })}
        />
      </CardBody>
    </Card>
  )
}

export const Playground: Story = {}
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Activity />
      <Activity first={[]} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: () => (
    <div className="w-rail">
      <Activity
        first={[
          {
            id: 'x',
            kind: 'comment',
            at: 'irgendwann',
            text: 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle schrieb.',
            unread: true,
          },
        ]}
      />
    </div>
  ),
}
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }

/** Days are those of the reader's zone; the kinds of entries can be filtered. */
export const Grouped: Story = {
  globals: { locale: 'en-US' },
  render: () => <Activity />,
  play: async ({ canvas, userEvent }) => {
    const days = () =>
      [...canvas.getByRole('list', { name: 'Timeline' }).querySelectorAll('[data-slot="timeline-day"]')].map(
        day => day.textContent,
      )
    await expect(days()).toEqual(['Jan 5, 2026', 'Jan 4, 2026', 'Jan 3, 2026'])
    await expect(canvas.getAllByRole('listitem')[2]).toHaveTextContent(/^Note: Jarl Solheim left a note\./)
    await userEvent.click(canvas.getByRole('button', { name: 'Filter entries' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Events' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(days()).toEqual(['Jan 5, 2026']))
    await expect(canvas.getByRole('button', { name: 'Filter entries, 3 of 4 kinds shown' })).toBeVisible()
  },
}
export const LoadEarlier: Story = {
  globals: { locale: 'en-US' },
  render: () => <Activity />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Load earlier entries' }))
    await expect(await canvas.findByText('The device was seen for the first time.')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Load earlier entries' })).toBeNull()
  },
}
/** A new entry is announced, is inserted at the head, and leaves the focus unchanged. */
export const LiveUpdate: Story = {
  globals: { locale: 'en-US' },
  render: () => <Activity />,
  play: async ({ canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Somebody writes' })
    await userEvent.click(button)
    await said('1 new entry.')
    await expect(button).toHaveFocus()
    await expect(canvas.getAllByRole('listitem')[1]).toHaveTextContent('Ottilie Brandt')
    await expect(canvas.getAllByRole('listitem')[1]).toHaveTextContent('New')
  },
}
