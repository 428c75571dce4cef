// @vitest-environment jsdom
import type { Case } from '@assay/risk-service/contract'
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { decidedCase, eventOf, foreignCase, queueId } from '../testing/case-fixture.ts'
import './json-tab.tsx'
import { Component } from './review-page.tsx'

function renderEvent(row: Case, maySee = true): RecordedCall[] {
  storeLastEnvironment('tenant', environmentId)
  const calls = stubConsoleApi({
    'events.get': () => eventOf(),
    'cases.find': () => ({ case: row }),
    'notes.list': () => ({ eventId: '', threads: [], next: null, total: 0, unread: 0, readAt: null }),
  })
  const content = createElement(
    Routes,
    null,
    createElement(Route, { path: '/search/:eventType/:envId/:id', Component }),
  )
  renderFailingPage(
    maySee ? content : withCapabilities(content, ({ 'cases.queues': _hidden, ...others }) => others),
    `/search/purchase/${environmentId}/P-1001?tab=json`,
  )
  return calls
}

it('the page of an event says where its case is, and leads there without offering a decision', async () => {
  renderEvent(foreignCase())
  const open = await screen.findByRole('link', { name: 'Open in queue' })
  expect(open.getAttribute('href')).toContain(`/casemanagement/queues/${queueId}/purchase/${environmentId}/P-1001`)
  expect(open.closest('div')?.textContent).toContain('Case in High value orders: in review by Ben Berg')
  expect(screen.queryByRole('button', { name: /Approve|Reject|Start review/ })).toBeNull()
})

it('of a decided case it says the decision', async () => {
  renderEvent(decidedCase())
  const open = await screen.findByRole('link', { name: 'Open in queue' })
  expect(open.closest('div')?.textContent).toContain('decided: Reject')
})

it('who may not see queues reads nothing of the case', async () => {
  const calls = renderEvent(foreignCase(), false)
  await screen.findByRole('heading', { level: 1, name: /P-1001/ })
  expect(screen.queryByRole('link', { name: 'Open in queue' })).toBeNull()
  expect(calls.map(({ procedure }) => procedure)).not.toContain('cases.find')
})
