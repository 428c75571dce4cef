// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { pageAddress, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../platform/testing/session.ts'
import { ReportsStart } from './reports-start.tsx'
import { createSummary } from './testing/summary-samples.ts'

const address = pageAddress.replace('/page', '/reports')

it('each report has a card with its purpose, under the time of the last update', async () => {
  const calls = stubConsoleApi({ 'reports.summary': () => createSummary() })
  renderFailingPage(createElement(ReportsStart), address)
  const links = await screen.findAllByRole('link', { name: /^(Summary|Rules|Scores|Threats|Monitor|Alerts)$/ })
  expect(links.map(link => link.getAttribute('href')?.split('?')[0])).toEqual([
    '/reports/summary',
    '/reports/rules',
    '/reports/scores',
    '/reports/threats',
    '/reports/monitor',
    '/reports/alerts',
  ])
  expect(screen.getByText('What rules decide and observe, and what becomes of it')).toBeTruthy()
  expect(await screen.findByText(/^Last updated:/)).toBeTruthy()
  expect(calls.map(({ procedure }) => procedure)).toEqual(['reports.summary'])
})

it('who may open a single one is led to it', async () => {
  stubConsoleApi({})
  const start = withCapabilities(
    createElement(ReportsStart),
    ({ 'reports.general': _general, monitoring: _monitoring, ...others }) => others,
  )
  const router = renderFailingPage(start, address)
  await waitFor(() => expect(router.state.location.pathname).toBe('/reports/scores'))
})
