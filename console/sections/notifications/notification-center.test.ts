// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { createNotification } from '../../platform/testing/notification.ts'
import { chooseOption, pressButton } from '../../platform/testing/user-input.ts'
import { NotificationCenter } from './notification-center.tsx'

const entry = createNotification('Broken-1')
const failure = 'This could not be saved. Try again.'

const renderCenter = () => renderPage(createElement(NotificationCenter, { onClose: () => undefined }))

it('the list of notifications says that they could not be dismissed, and keeps them until they are', async () => {
  let items = [entry]
  stubConsoleApi({
    'notifications.list': () => ({ items, next: null }),
    'notifications.dismiss': () => {
      items = []
      return {}
    },
    'notifications.dismissAll': () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    },
  })
  renderCenter()
  await screen.findByRole('listitem')
  await pressButton('Dismiss all')
  await screen.findByText(failure)
  expect(screen.getByRole('listitem').textContent).toContain('Broken-1')
  fireEvent.click(within(screen.getByRole('listitem')).getByRole('button', { name: /^Dismiss/ }))
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  await waitFor(() => expect(screen.queryByText(failure)).toBeNull())
})

it('the list of notifications asks for those of a type, and says when there is none', async () => {
  const calls = stubConsoleApi({
    'notifications.list': ({ type }) => ({ items: type === undefined ? [entry] : [], next: null }),
  })
  renderCenter()
  await screen.findByRole('listitem')
  await chooseOption(screen.getByRole('combobox', { name: 'Type' }), 'Success')
  await screen.findByText('No notifications of this type')
  expect(calls.at(-1)?.input).toMatchObject({ type: 'Success' })
  await chooseOption(screen.getByRole('combobox', { name: 'Type' }), 'All types')
  expect((await screen.findByRole('listitem')).textContent).toContain('Broken-1')
})

it('the settings of notifications switch a topic off', async () => {
  const calls = stubConsoleApi({
    'notifications.list': () => ({ items: [], next: null }),
    'notifications.settings': () => [{ topic: 'environments', enabled: true }],
    'notifications.setTopic': ({ enabled }) => [{ topic: 'environments', enabled }],
  })
  renderCenter()
  await pressButton('Notification settings')
  const topic = await screen.findByRole<HTMLButtonElement>('switch', { name: 'Environment management' })
  expect(topic.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(topic)
  await waitFor(() => expect(topic.disabled).toBe(false))
  expect(topic.getAttribute('aria-checked')).toBe('false')
  expect(calls.filter(({ procedure }) => procedure === 'notifications.setTopic').map(({ input }) => input)).toEqual([
    { topic: 'environments', enabled: false },
  ])
})
