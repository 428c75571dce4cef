// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, cleanup, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../platform/api/query-client.ts'
import { pageAddress, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { Component as OverviewPage } from './overview-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const listed = (eventType: string, reports: boolean) => ({
  eventType,
  assessmentId: eventType,
  name: eventType,
  kind: 'wizard',
  transactions: 120,
  rejectedRate: 0.25,
  lastEventAt: '2026-11-21T14:00:00.000Z',
  reports,
})
const address = pageAddress.replace('/page', '/fraud')
const cards = async () =>
  (await screen.findAllByRole('heading', { level: 2 })).map(heading => [
    heading.textContent,
    ...within(heading.closest('li')!)
      .getAllByRole('link')
      .map(link =>
        link
          .getAttribute('href')
          ?.replace(/env=[^&]*&?/, '')
          .replace(/\?$/, ''),
      ),
  ])

it('each assessment leads to its pages and reports, and loss prevention to its report', async () => {
  stubConsoleApi({
    'monitoring.overview': () => ({
      now: '2026-11-21T14:04:00.000Z',
      assessments: [listed('purchase', true), listed('Devices', false)],
    }),
  })
  renderFailingPage(createElement(OverviewPage), address)
  expect(await cards()).toEqual([
    [
      'Purchase',
      '/fraud/purchase',
      '/fraud/purchase/rules',
      '/fraud/purchase/support',
      '/reports/summary?assessment=purchase',
    ],
    ['Devices', '/fraud/assessments/Devices/monitor', '/fraud/assessments/Devices/rules'],
    ['Loss prevention', '/fraud/lossprevention/reports'],
  ])
})

it('who may open nothing else has the card of loss prevention', async () => {
  stubConsoleApi({})
  renderFailingPage(
    withCapabilities(createElement(OverviewPage), () => ({ lossprevention: 'read' as const })),
    address,
  )
  expect(await cards()).toEqual([['Loss prevention', '/fraud/lossprevention/reports']])
  // The list of assessments has a page and a name of its own.
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Fraud overview')
})

it('figures that cannot be read again are marked as old', async () => {
  let fails = false
  stubConsoleApi({
    'monitoring.overview': () => {
      if (fails) throw new ORPCError('INTERNAL_SERVER_ERROR')
      return { now: '2026-11-21T14:04:00.000Z', assessments: [listed('purchase', true)] }
    },
  })
  const client = createQueryClient()
  renderFailingPage(createElement(OverviewPage), address, client)
  await cards()
  fails = true
  await act(() => client.refetchQueries())
  expect(await screen.findByText(/^The figures could not be refreshed/)).toBeTruthy()
  expect(screen.getByText('120')).toBeTruthy()
})
