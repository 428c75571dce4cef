// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
// What the page fetches with this tab.
import './json-tab.tsx'
import { Component } from './review-page.tsx'

let answerEvent: () => unknown
beforeEach(() => {
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  stubConsoleApi({
    'events.get': () => answerEvent(),
    'externalAssessments.list': () => [],
    'notes.list': () => ({ eventId: 'order-7', threads: [], next: null, total: 3, unread: 2, readAt: null }),
  })
})

afterEach(cleanup)

/** An event at its address, and every other address of the console. */
const renderEvent = (address: string) =>
  renderFailingPage(
    createElement(
      Routes,
      null,
      createElement(Route, { path: '/search/:eventType/:envId/:id', Component }),
      createElement(Route, { path: '*', element: createElement('h1', null, 'Another page') }),
    ),
    address,
  )
const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

it('an event that cannot be loaded is a page with a heading of its own, and is asked for again at another try', async () => {
  answerEvent = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  renderEvent(`/search/purchase/${environmentId}/order-7?tab=json`)
  await findTitle('This could not be loaded')
  const row = { eventType: 'purchase', riskScore: 7, decision: 'Approve', amount: null, currency: null, label: null }
  answerEvent = () => ({ row, request: { purchaseId: 'order-7' }, answer: {}, enrichment: {} })
  await pressButton('Try again')
  await findTitle(/order-7/)
  expect(screen.queryByRole('heading', { name: 'This could not be loaded' })).toBeNull()
})

it.each(['BAD_REQUEST', 'NOT_FOUND', 'UNPROCESSABLE_CONTENT'])(
  'a link to an event that was cut off says that nothing is there, does not offer to try it again, and leads to the start: %s',
  async code => {
    answerEvent = () => {
      throw new ORPCError(code)
    }
    const router = renderEvent(`/search/purchase/${environmentId.slice(0, -3)}/order-7`)
    await findTitle('Not found in this environment')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await pressButton('Back')
    await findTitle('Another page')
    expect(router.state.location.pathname).toBe('/')
  },
)

it('the notes open beside a tab, stay there when the tab changes, and close again', async () => {
  const row = { eventType: 'purchase', riskScore: 7, decision: 'Approve', amount: null, currency: null, label: null }
  answerEvent = () => ({ row, request: { purchaseId: 'order-7' }, answer: {}, enrichment: {} })
  const router = renderEvent(`/search/purchase/${environmentId}/order-7?tab=json`)
  await findTitle(/order-7/)
  // Counted before the panel is open, with a word for the dot.
  await pressButton('Notes 3, 2 new notes')
  await screen.findByRole('region', { name: 'Notes' })
  expect(router.state.location.search).toContain('notes=open')
  await pressButton('Close notes')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull())
  // The shortcut opens them with the field.
  fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN' })
  expect(await screen.findByRole('textbox', { name: 'New note' })).toBeDefined()
})
