// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { createQueryClient } from '../../platform/api/query-client.ts'
import { createPageRouter, page, pageAddress, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { createNotification } from '../../platform/testing/notification.ts'
import { pressButton } from '../../platform/testing/user-input.ts'
import { NotificationBell } from './notification-bell.tsx'

const entry = createNotification('Broken-1')

/** The callout of a bell whose questions are repeated without a pause. */
async function openCallout(): Promise<HTMLElement> {
  const queryClient = createQueryClient()
  const { queries } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 1 } })
  const children = createElement(NotificationBell, { onSeeAll: () => undefined })
  render(page({ router: createPageRouter(pageAddress), queryClient, children }))
  fireEvent.click(await screen.findByRole('button', { name: /^Notifications/ }))
  return screen.findByRole('dialog', { name: 'Notifications' })
}

it('the bell says that notifications could not be asked for, which is no empty list, and asks again', async () => {
  let reachable = false
  stubConsoleApi({
    'notifications.summary': () => {
      if (!reachable) throw new ORPCError('INTERNAL_SERVER_ERROR')
      return { unread: 1, latest: [entry], critical: [] }
    },
  })
  const callout = await openCallout()
  await within(callout).findByText('This could not be loaded')
  expect(within(callout).queryByText('You are up to date')).toBeNull()
  reachable = true
  await pressButton('Try again')
  expect((await within(callout).findByRole('listitem')).textContent).toContain('Broken-1')
})

it('the bell says that a notification could not be dismissed, and keeps it until it is', async () => {
  let saves = false
  let latest = [entry]
  stubConsoleApi({
    'notifications.summary': () => ({ unread: 1, latest, critical: [] }),
    'notifications.dismiss': () => {
      if (!saves) throw new ORPCError('INTERNAL_SERVER_ERROR')
      latest = []
      return {}
    },
  })
  const callout = await openCallout()
  const dismiss = async () =>
    fireEvent.click(within(await within(callout).findByRole('listitem')).getByRole('button', { name: /^Dismiss/ }))
  await dismiss()
  await within(callout).findByText('This could not be saved. Try again.')
  expect(within(callout).getByRole('listitem').textContent).toContain('Broken-1')
  saves = true
  await dismiss()
  await within(callout).findByText('You are up to date')
  await waitFor(() => expect(within(callout).queryByText('This could not be saved. Try again.')).toBeNull())
})
