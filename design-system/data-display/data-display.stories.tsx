import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { CopyableId } from './copyable-id/copyable-id.tsx'
import { DateTime } from './date-time/date-time.tsx'
import { KeyValue, KeyValueList } from './key-value-list/key-value-list.tsx'
import { Money } from './money/money.tsx'
import { NumberText } from './number-text/number-text.tsx'
import { RelativeTime } from './relative-time/relative-time.tsx'
import { Timeline, TimelineDay, TimelineItem } from './timeline/timeline.tsx'

/** Values of every kind, the same in each language. */
const meta = { title: 'Values/Facts' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const now = Date.UTC(2026, 0, 5, 13, 4, 5)
const hour = 3_600_000
const Facts = () => (
  <KeyValueList columns={2}>
    <KeyValue term="Amount"><Money amount={1234.5} currency="EUR" settled={{ amount: 1356.02, currency: 'USD' }} /></KeyValue>
    <KeyValue term="Decided"><DateTime value={now} timeZone="UTC" zone /></KeyValue>
    <KeyValue term="Received"><RelativeTime value={now - 3 * hour} now={now} /></KeyValue>
    <KeyValue term="Opened"><RelativeTime value={now - 9 * 24 * hour} now={now} /></KeyValue>
    <KeyValue term="Share" qualifier="of events"><NumberText value={0.1235} shape="percent" /></KeyValue>
    <KeyValue term="Volume"><NumberText value={786_600} shape="compact" /></KeyValue>
    <KeyValue term="Median"><NumberText value={222_000} shape="duration" /></KeyValue>
    <KeyValue term="Month"><DateTime value={now} shape="month" /></KeyValue>
    <KeyValue term="Device"><CopyableId value="9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1" label="device ID" truncated /></KeyValue>
    <KeyValue term="Phone" />
  </KeyValueList>
)
export const Playground: Story = {
  render: Facts,
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Jan 5, 2026 1:04:05 PM')).toBeInTheDocument()
    await expect(canvas.getByText(/EUR\s1,234\.50/)).toBeInTheDocument()
    await expect(canvas.getByText('786.6k')).toBeInTheDocument()
    await expect(canvas.getByText('3 hours ago')).toBeInTheDocument()
    await expect(canvas.getByText('Dec 27, 2025')).toBeInTheDocument()
  },
}
export const German: Story = { render: Facts, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { render: Facts, globals: { locale: 'ar-AE' } }
export const Dark: Story = { render: Facts, globals: { theme: 'dark' } }

export const Copy: Story = {
  render: () => <CopyableId value="3f60b1e8-20ad" label="correlation ID" />,
  play: async ({ canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Copy correlation ID' })
    await userEvent.tab()
    await expect(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByText(/correlation ID (copied|could not be copied)/, undefined, { timeout: 2000 })).toBeInTheDocument()
  },
}
export const Activity: Story = {
  render: () => (
    <Timeline>
      <TimelineDay>Jan 5, 2026</TimelineDay>
      <TimelineItem time={<RelativeTime value={now - hour} now={now} />} unread>Amira Lopez rejected the order.</TimelineItem>
      <TimelineItem time={<RelativeTime value={now - 2 * hour} now={now} />} details="Locker used by 9 accounts this week.">Jonas Schmidt left a note.</TimelineItem>
      <TimelineItem time={<RelativeTime value={now - 3 * hour} now={now} />}>Rule “High-value orders” sent it to review.</TimelineItem>
    </Timeline>
  ),
}
export const ActivityRightToLeft: Story = { ...Activity, globals: { locale: 'qps-plocm' } }
