import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Link } from '../../primitives/link/link.tsx'
import { type Notification, NotificationList } from './notification-list.tsx'
import { NotificationMenu } from './notification-menu.tsx'

const notifications: readonly Notification[] = [
  {
    id: 'env',
    tone: 'success',
    title: 'Environment Harbor-EU-Lockers is ready',
    time: '4 minutes ago',
    place: 'Harbor / Harbor-EU',
    href: '#env',
    unread: true,
    group: 'Today',
  },
  {
    id: 'tag',
    tone: 'info',
    title: 'Jarl Solheim mentioned you',
    text: 'Please look at P-7241903 before noon.',
    time: '1 hour ago',
    place: 'Harbor / Harbor-EU',
    href: '#note',
    unread: true,
    group: 'Today',
  },
  {
    id: 'cert',
    tone: 'critical',
    title: 'Event subscription stopped',
    text: 'The sink refused 500 events in a row.',
    time: '2 hours ago',
    place: 'Harbor / Harbor-US',
    href: '#tracing',
    unread: true,
  },
  {
    id: 'call',
    tone: 'warning',
    title: 'Success rate of an external call is low',
    text: 'parcel-risk answered 88 % of calls in 15 minutes.',
    time: 'Jan 3, 2026',
    href: '#call',
    group: 'Earlier',
  },
  { id: 'run', tone: 'danger', title: 'Export failed', time: 'Jan 2, 2026', group: 'Earlier' },
]
const onRead = fn()
const onDismiss = fn()

/** Stores which notifications are read and dismissed, as a page would. */
function Kept({
  entries = notifications,
  defaultOpen = false,
  footer = true,
}: {
  entries?: readonly Notification[]
  defaultOpen?: boolean
  footer?: boolean
}) {
  const [kept, setKept] = useState(entries)
  return (
    <div className="flex min-h-[34rem] justify-end">
      <NotificationMenu
        notifications={kept}
        // Prevents navigation away from the story.
        renderLink={({ href, onClick, children, ...link }) => (
          <a
            href={href}
            {...link}
            onClick={event => {
              event.preventDefault()
              onClick?.(event)
            }}
          >
            {children}
          </a>
        )}
        defaultOpen={defaultOpen}
        onRead={ids => {
          onRead(ids)
          setKept(kept.map(each => (ids.includes(each.id) ? { ...each, unread: false } : each)))
        }}
        onDismiss={id => {
          onDismiss(id)
          setKept(kept.filter(each => each.id !== id))
        }}
        {...(footer
          ? {
              footer: (
                <Link variant="standalone" href="#all">
                  See all
                </Link>
              ),
            }
          : {})}
      />
    </div>
  )
}

const meta = {
  title: 'Feedback/NotificationList',
  component: NotificationList,
  subcomponents: { NotificationMenu },
  args: { notifications, onRead, onDismiss },
  beforeEach: () => {
    onRead.mockClear()
    onDismiss.mockClear()
  },
} satisfies Meta<typeof NotificationList>
export default meta
type Story = StoryObj<typeof meta>

const said = (text: string) =>
  waitFor(
    () =>
      expect(screen.getAllByRole('status', { hidden: true }).some(region => region.textContent === text)).toBe(true),
    { timeout: 3000 },
  )

export const Playground: Story = {}
export const Matrix: Story = { render: () => <Kept defaultOpen /> }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** Pinned on top, even above newer ones. */
export const Critical: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    const [first] = canvas.getAllByRole('listitem')
    await expect(first).toHaveTextContent('Critical: Event subscription stopped')
    await expect(canvas.getByRole('region', { name: 'Needs attention now' })).toContainElement(first ?? null)
  },
}
export const Empty: Story = { args: { notifications: [] } }
export const MarkAllRead: Story = {
  globals: { locale: 'en-US' },
  render: () => <Kept />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Notifications, 3 unread' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await expect(onRead).toHaveBeenCalledWith(['env', 'tag', 'cert'])
    await said('3 notifications marked as read')
    await expect(screen.queryByText('Unread')).toBeNull()
    await expect(screen.getByRole('dialog', { name: 'Notifications' })).toHaveFocus()
  },
}
export const Many: Story = {
  globals: { locale: 'en-US' },
  render: () => <NotificationMenu notifications={notifications} unreadCount={1204} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Notifications, more than 99 unread' })).toBeVisible()
  },
}
export const OddData: Story = {
  args: {
    notifications: [
      { id: 'a', tone: 'unheard-of' as 'info', title: 'x'.repeat(10_000) },
      { id: 'a', tone: 'info', title: '', time: 'not a date', place: '👩‍💻 قائمة' },
    ],
  },
}
export const LongContent: Story = {
  render: () => (
    <Kept
      defaultOpen
      entries={notifications.map(each => ({
        ...each,
        title: `${each.title} mit abweichender Lieferadresse an das kartenausgebende Kreditinstitut`,
      }))}
    />
  ),
  globals: { locale: 'qps-ploc' },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  render: () => <Kept footer={false} />,
  play: async ({ canvas, userEvent }) => {
    const bell = canvas.getByRole('button', { name: 'Notifications, 3 unread' })
    bell.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Notifications' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Mark all as read' })).toHaveFocus())
    await userEvent.tab()
    await expect(screen.getByRole('link', { name: 'Event subscription stopped' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(onDismiss).toHaveBeenCalledWith('cert')
    await expect(screen.getByRole('button', { name: 'Dismiss Environment Harbor-EU-Lockers is ready' })).toHaveFocus()
    await said('Notification dismissed')
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{Enter}')
    await expect(onRead).toHaveBeenLastCalledWith(['env'])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(canvas.getByRole('button', { name: 'Notifications, 1 unread' })).toHaveFocus()
  },
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  render: () => (
    <Kept
      defaultOpen
      entries={[
        {
          id: 'a',
          tone: 'critical',
          title: 'توقف اشتراك الأحداث',
          text: 'رفض المستقبِل 500 حدث متتالٍ.',
          time: 'قبل ساعتين',
          place: 'Harbor / Harbor-US',
          unread: true,
        },
        {
          id: 'b',
          tone: 'success',
          title: 'البيئة جاهزة',
          time: 'قبل 4 دقائق',
          place: 'Harbor / Harbor-EU',
          group: 'اليوم',
        },
      ]}
    />
  ),
}
