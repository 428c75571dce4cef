// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { publishLiveEvent } from '../../../platform/live/live-events.ts'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { EventViewers } from './event-viewers.tsx'

const ben = { id: '0198a000-0000-7000-8000-0000000000b1', name: 'Ben Berg', since: '2025-03-03T09:00:00.000Z' }
const own = { ...ben, id: 'user', name: 'Engineer' }
let viewers: (typeof ben)[]
let reports: { id: string; left?: boolean }[]
beforeEach(() => {
  viewers = [own]
  reports = []
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  stubConsoleApi({
    'events.viewers': (input: unknown) => {
      reports.push(input as (typeof reports)[number])
      return viewers
    },
  })
})
afterEach(cleanup)

const address = { environmentId, eventType: 'purchase', externalId: 'P-1' }

it('the page shows at once who else opens the event, by name under w, and says when it is left', async () => {
  renderFailingPage(createElement(EventViewers, { address }), '/')
  await screen.findByRole('button', { name: '1 viewer' })
  viewers = [own, ben]
  publishLiveEvent({ kind: 'viewers', environmentId, eventType: 'purchase', eventId: 'P-2' })
  expect(screen.queryByRole('button', { name: '2 viewers' })).toBeNull()
  publishLiveEvent({ kind: 'viewers', environmentId, eventType: 'purchase', eventId: 'P-1' })
  await screen.findByRole('button', { name: '2 viewers' })
  fireEvent.keyDown(document.body, { key: 'w', code: 'KeyW' })
  await screen.findByText('Ben Berg')
  expect(screen.getByText('You')).toBeTruthy()
  expect(reports.every(({ left }) => left !== true)).toBe(true)
  cleanup()
  await waitFor(() => expect(reports.at(-1)).toMatchObject({ id: 'P-1', left: true }))
})
