import type { Meta, StoryObj } from '@storybook/react-vite'
import { RelativeTime } from '../relative-time/relative-time.tsx'
import { Timeline, TimelineDay, TimelineItem } from './timeline.tsx'

const now = Date.UTC(2026, 0, 5, 13, 4, 5)
const hour = 3_600_000

const meta = { title: 'Values/Timeline', component: Timeline, args: {
    children: (
      <>
        <TimelineDay>Jan 5, 2026</TimelineDay>
        <TimelineItem time={<RelativeTime value={now - hour} now={now} />} unread>Amira Lopez rejected the order.</TimelineItem>
        <TimelineItem time={<RelativeTime value={now - 2 * hour} now={now} />} details="Locker used by 9 accounts this week.">Jonas Schmidt left a note.</TimelineItem>
        <TimelineItem time={<RelativeTime value={now - 3 * hour} now={now} />}>Rule “High-value orders” sent it to review.</TimelineItem>
      </>
    ),
  } } satisfies Meta<typeof Timeline>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const LongContent: Story = { globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
export const RightToLeft: Story = { globals: { locale: 'qps-plocm' } }
