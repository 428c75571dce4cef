// @vitest-environment jsdom
import type { SearchSwitch } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { storedPreferences } from '../../platform/testing/preferences.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { Component } from './page/search-page.tsx'

let stored: SearchSwitch
let calls: RecordedCall[]
beforeEach(() => {
  calls = stubConsoleApi({
    'searchSwitch.get': () => stored,
    'preferences.get': () => storedPreferences({}),
    'savedViews.list': () => [],
    'search.events': () => ({ rows: [], nextCursor: null, queryMs: 7 }),
    'search.count': () => ({ count: 0, queryMs: 1 }),
    'search.fields': () => [],
    'search.removals': () => [],
    'search.eventTypes': () => [
      { key: 'purchase', name: 'purchase', search: true },
      { key: 'Devices', name: 'Devices', search: false },
      { key: 'Changed', name: 'Account change', search: true },
      { key: 'AccountChange', name: 'Account change', search: true, formerOf: 'Changed' },
    ],
  })
})
const show = (address = pageAddress) => renderFailingPage(createElement(Component), address)

it('while the search is off, its page says so, and leads who may turn it on to the switch', async () => {
  stored = { state: 'Off', from: null }
  show()
  expect(await screen.findByText('Search is off')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Turn on search' }).getAttribute('href')).toContain('/adminsettings/search')
  expect(screen.queryByRole('grid')).toBeNull()
  // Nothing was searched that the service would have refused.
  expect(calls.map(({ procedure }) => procedure).filter(name => /^search\.(events|count)$/.test(name))).toEqual([])
})

it('who may not turn it on reads who can', async () => {
  stored = { state: 'Off', from: null }
  renderFailingPage(withReadAccess(createElement(Component)))
  expect(await screen.findByText(/A Product admin can turn it on/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Turn on search' })).toBeNull()
})

it('while it is being prepared, the page says so', async () => {
  stored = { state: 'Provisioning', from: '2026-11-20T10:00:00.000Z' }
  show()
  expect(await screen.findByText('Search is being prepared')).toBeTruthy()
})

it('a search that reaches before its beginning names the day, and no other one does', async () => {
  stored = { state: 'On', from: new Date(Date.now() - 3 * 3_600_000).toISOString() }
  show(`${pageAddress}&period=all`)
  expect(await screen.findByText(/Search was enabled on .+\. Events from before are not found\./)).toBeTruthy()
})

it('a search that begins later does not name the day', async () => {
  stored = { state: 'On', from: new Date(Date.now() - 30 * 86_400_000).toISOString() }
  show()
  await waitFor(() => expect(calls.some(({ procedure }) => procedure === 'searchSwitch.get')).toBe(true))
  expect(await screen.findByText('No events arrived in this period.')).toBeTruthy()
  expect(screen.queryByText(/Search was enabled/)).toBeNull()
})

it('an assessment with search off is not offered, and a former API name says of which it is', async () => {
  stored = { state: 'On', from: null }
  show()
  await screen.findByText('No events arrived in this period.')
  fireEvent.keyDown(screen.getByRole('button', { name: /^Event type: / }), { key: 'Enter' })
  expect((await screen.findAllByRole('menuitemradio')).map(each => each.textContent)).toEqual([
    'Purchase',
    'Account change',
    'Account change (AccountChange, former name)',
  ])
  fireEvent.click(screen.getByRole('menuitemradio', { name: /former name/ }))
  expect(
    await screen.findByRole('button', { name: 'Event type: Account change (AccountChange, former name)' }),
  ).toBeTruthy()
  await waitFor(() =>
    expect(calls.findLast(({ procedure }) => procedure === 'search.events')?.input).toMatchObject({
      eventType: 'AccountChange',
    }),
  )
})
