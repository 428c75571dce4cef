// @vitest-environment jsdom
import type { TransactionMonitor } from '@assay/risk-service/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { chooseOption } from '../../../platform/testing/user-input.ts'
import { Component as AssessmentMonitor } from './assessment-monitor.tsx'
import { Component as ReportMonitor } from './report-monitor.tsx'
import { createDrift, createMonitor } from './testing/monitor-samples.ts'

const listed = (eventType: string, assessmentId = eventType) => ({
  eventType,
  assessmentId,
  name: eventType,
  kind: 'builtIn',
  transactions: 0,
  rejectedRate: null,
  lastEventAt: null,
  reports: true,
})

let calls: RecordedCall[]
let scorecard: TransactionMonitor['scorecard'] = null
beforeEach(() => {
  scorecard = null
  stubLayout()
  calls = stubConsoleApi({
    'monitoring.overview': () => ({
      now: '2026-11-21T14:04:00.000Z',
      assessments: [listed('purchase'), listed('accountlogin'), listed('Own_Check', 'assessment7')],
    }),
    'monitoring.transactions': ({ assessment }) => ({ ...createMonitor(3), eventType: assessment, scorecard }),
    'monitoring.scorecard': unanswered,
    'monitoring.observations': ({ assessment }) => ({
      ...createMonitor(0),
      eventType: assessment,
      kinds: (['status', 'label'] as const).map((kind, n) => ({
        kind,
        total: 17 + n,
        volume: [],
        statuses: [],
        others: [],
      })),
    }),
    'monitoring.drift': () => createDrift([]),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const monitored = () =>
  calls.flatMap(({ procedure, input }) => (procedure === 'monitoring.transactions' ? [input['assessment']] : []))

it('the address names the assessment, and another one keeps window and form', async () => {
  const router = renderFailingPage(
    createElement(ReportMonitor),
    `${pageAddress.replace('/page', '/reports/monitor')}&assessment=accountlogin&timescale=8d&absolute=1&branch=trial`,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Monitor' })).toBeTruthy()
  const picker = await screen.findByRole('combobox', { name: /^Assessment/ })
  await waitFor(() => expect(picker.textContent).toContain('Account login'))
  expect(monitored()).toEqual(['accountlogin'])
  await chooseOption(picker, 'Own_Check')
  await waitFor(() => expect(monitored()).toContain('Own_Check'))
  const query = new URLSearchParams(router.state.location.search)
  expect([query.get('assessment'), query.get('timescale'), query.get('absolute'), query.get('branch')]).toEqual([
    'Own_Check',
    '8d',
    '1',
    null,
  ])
})

it('an assessment is found by its id as well', async () => {
  renderFailingPage(
    createElement(ReportMonitor),
    `${pageAddress.replace('/page', '/reports/monitor')}&assessment=assessment7`,
  )
  const picker = await screen.findByRole('combobox', { name: /^Assessment/ })
  await waitFor(() => expect(picker.textContent).toContain('Own_Check'))
})

it('a built-in assessment has one address: its id below the assessments forwards there', async () => {
  const at = pageAddress.replace('/page', '/fraud/assessments/Purchase/monitor')
  const router = renderFailingPage(
    createElement(Routes, null, [
      createElement(Route, {
        key: 'id',
        path: '/fraud/assessments/:assessmentId/monitor',
        element: createElement(AssessmentMonitor),
      }),
      createElement(Route, { key: 'own', path: '/fraud/purchase', element: createElement(AssessmentMonitor) }),
    ]),
    `${at}&timescale=8d`,
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/fraud/purchase'))
  expect(new URLSearchParams(router.state.location.search).get('timescale')).toBe('8d')
  await waitFor(() => expect(monitored()).toEqual(['purchase']))
})

it('the page of an assessment leads to its reports, and has tabs for its pages', async () => {
  renderFailingPage(createElement(AssessmentMonitor), pageAddress.replace('/page', '/fraud/purchase'))
  const link = await screen.findByRole('link', { name: 'Open reports' })
  expect(link.getAttribute('href')).toMatch(/^\/reports\/summary\?.*assessment=purchase/)
  const tabs = screen.getByRole('navigation', { name: 'Pages of the assessment' })
  expect(
    within(tabs)
      .getAllByRole('link')
      .map(tab => tab.textContent),
  ).toEqual(['Monitor', 'Rules', 'Support'])
})

it.each([
  ['accounts', ['Bot and risk', 'Risk score distribution', 'Top bot countries and regions'], ['Last decisions']],
  ['assessment', ['Last decisions', 'Bot score distribution', 'Rule decision trend', 'Top rules'], ['Bot and risk']],
] as const)('the scorecard of %s', async (kind, shown, hidden) => {
  scorecard = kind
  renderFailingPage(createElement(AssessmentMonitor), pageAddress.replace('/page', '/fraud/purchase'))
  for (const name of shown) expect(await screen.findByRole('heading', { name })).toBeTruthy()
  for (const name of hidden) expect(screen.queryByRole('heading', { name })).toBeNull()
  if (kind === 'assessment') expect(screen.queryByRole('heading', { name: 'Risk score distribution' })).toBeNull()
})

it('observation events have a figure for each kind, and nothing is compared', async () => {
  renderFailingPage(
    createElement(AssessmentMonitor),
    `${pageAddress.replace('/page', '/fraud/purchase')}&view=observations`,
  )
  const tile = (name: string) => screen.queryAllByRole('article', { name })[0]?.textContent
  await waitFor(() => expect(tile('Status volume')).toContain('17'))
  expect(tile('Label volume')).toContain('18')
  expect(screen.queryByRole('heading', { name: 'Unusual' })).toBeNull()
})
