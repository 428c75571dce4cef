// @vitest-environment jsdom
import type { CapabilityUse, UsageDetails, UsageSummary } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { stubTableLayout } from '../../platform/testing/table-rows.ts'
import { Component as DetailsPage } from './details/details-page.tsx'
import { Component as SummaryPage } from './summary/summary-page.tsx'

const purchase = 'v1.0/MerchantServices/Events/Purchase'
const month = (more: Partial<CapabilityUse['months'][number]> = {}): CapabilityUse['months'][number] => ({
  month: '2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  state: 'past',
  purchased: 1000,
  used: 1410,
  ...more,
})
const use = (more: Partial<CapabilityUse> = {}): CapabilityUse => ({
  capability: 'purchase',
  purchased: 10_000,
  used: 8376,
  tenantUsed: 8376,
  projected: 9768,
  tenantProjected: 9768,
  apiNames: [],
  months: [month(), month({ month: '2026-11', from: '2026-11-01', to: '2026-11-30', state: 'running', used: 700 })],
  ...more,
})
const summaryOf = (...capabilities: CapabilityUse[]): UsageSummary => ({
  updatedAt: '2026-11-21T13:00:00.000Z',
  cycles: [
    { from: '2026-01-12', to: '2027-01-11' },
    { from: '2025-01-12', to: '2026-01-11' },
  ],
  cycle: { from: '2026-01-12', to: '2027-01-11', isCurrent: true, daysLeft: 51 },
  capabilities,
})
const row = {
  date: '2026-11-20',
  environmentId,
  environment: 'Harbor',
  capability: 'purchase',
  apiName: purchase,
  experience: 'Protect',
  response: '2xx',
  count: 1234,
} as const
const details: UsageDetails = {
  updatedAt: '2026-11-21T13:00:00.000Z',
  used: 1244,
  days: [
    { date: '2026-11-19', counts: [] },
    {
      date: '2026-11-20',
      counts: [
        { capability: 'purchase', count: 1234 },
        { capability: 'lossPrevention', count: 10 },
      ],
    },
  ],
  rows: [
    row,
    { ...row, capability: 'lossPrevention', apiName: 'LossPreventionReport', experience: '', response: '', count: 10 },
  ],
  rowCount: 2,
  options: { apiNames: [purchase], environments: [{ id: environmentId, name: 'Harbor', isDeleted: false }] },
}

let calls: RecordedCall[]
let answer: () => UsageSummary
let answerDetails: () => UsageDetails
beforeEach(() => {
  stubLayout()
  stubTableLayout()
  answer = () => summaryOf(use())
  answerDetails = () => details
  calls = stubConsoleApi({
    'usage.summary': () => answer(),
    'usage.details': () => answerDetails(),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const lastInput = (procedure: string) => calls.findLast(call => call.procedure === procedure)?.input
const refuse = (): never => {
  throw new ORPCError('FORBIDDEN', { status: 403, data: { capability: 'settings.usage', required: 'read' } })
}
const addressOf = (link: HTMLElement) => new URL(link.getAttribute('href') ?? '', 'https://console.example')

describe('the summary', () => {
  it('has the share of each entitlement, its marks and its months', async () => {
    renderFailingPage(createElement(SummaryPage))
    const card = within(await screen.findByRole('region', { name: 'Purchase protection' }))
    expect(card.getByText('83.76%')).toBeTruthy()
    expect(card.getByText('over the 80% mark')).toBeTruthy()
    expect(card.getByText('10,000')).toBeTruthy()
    expect(card.getByText('8,376')).toBeTruthy()
    expect(card.getByText('9,768')).toBeTruthy()
    const column = card.getByRole('link', { name: /Oct 2026: 1,410 used of 1,000/ })
    expect(addressOf(column).pathname).toBe('/settings/usage/details')
    expect(Object.fromEntries(addressOf(column).searchParams)).toMatchObject({
      capability: 'purchase',
      from: '2026-10-01',
      to: '2026-10-31',
    })
  })

  it('warns at 80 % with what the cycle ends at, and leads to the details of the capability', async () => {
    renderFailingPage(createElement(SummaryPage))
    expect(
      await screen.findByText('Purchase protection: 83.76% of the entitlement of the tenant is used.'),
    ).toBeTruthy()
    expect(screen.getByText('If it goes on like this, the cycle ends at 97.68%.')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Open details of Purchase protection' })
    expect(addressOf(link).searchParams.get('capability')).toBe('purchase')
  })

  it('warns of what the tenant has used, not the environment alone', async () => {
    answer = () => summaryOf(use({ used: 100, projected: 120, tenantUsed: 10_000, tenantProjected: 11_000 }))
    renderFailingPage(createElement(SummaryPage))
    expect(
      await screen.findByText('Purchase protection: 100.00% of the entitlement of the tenant is used.'),
    ).toBeTruthy()
    const card = within(screen.getByRole('region', { name: 'Purchase protection' }))
    expect(card.getByText('1.00%')).toBeTruthy()
    expect(card.getByText('Used in the tenant')).toBeTruthy()
  })

  it('does not warn below 80 %, nor where nothing was purchased', async () => {
    answer = () =>
      summaryOf(
        use({ used: 7999, tenantUsed: 7999 }),
        use({ capability: 'account', purchased: null, months: [month({ purchased: null, used: 3 })], projected: null }),
      )
    renderFailingPage(createElement(SummaryPage))
    const card = within(await screen.findByRole('region', { name: 'Account protection' }))
    expect(card.getByText('No limit entered')).toBeTruthy()
    expect(card.getByRole('link', { name: /Oct 2026: 3 used$/ })).toBeTruthy()
    expect(screen.queryByText(/of the entitlement of the tenant/)).toBeNull()
  })

  it('reads the billing cycle that the address names', async () => {
    renderFailingPage(createElement(SummaryPage), `${pageAddress}&cycle=2025-01-12`)
    expect(await screen.findByRole('region', { name: 'Purchase protection' })).toBeTruthy()
    expect(lastInput('usage.summary')).toEqual({ environmentId, day: '2025-01-12' })
  })

  it('says that nothing was used', async () => {
    answer = () => summaryOf(use({ used: 0, tenantUsed: 0 }))
    renderFailingPage(createElement(SummaryPage))
    expect(await screen.findByText('No assessments were used in this period.')).toBeTruthy()
  })

  it('that cannot be read says so, with a way to repeat it; without the right it names it', async () => {
    answer = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    renderFailingPage(createElement(SummaryPage))
    const again = await screen.findByRole('button', { name: 'Try again' })
    answer = () => summaryOf(use())
    fireEvent.click(again)
    expect(await screen.findByRole('region', { name: 'Purchase protection' })).toBeTruthy()
    cleanup()
    answer = refuse
    renderFailingPage(createElement(SummaryPage))
    expect(await screen.findByText(/do not include “Usage”/)).toBeTruthy()
  })
})

describe('the details', () => {
  it('have a row for each day, environment and API', async () => {
    renderFailingPage(createElement(DetailsPage), `${pageAddress}&from=2026-11-19&to=2026-11-20`)
    const table = within(await screen.findByRole('grid', { name: 'Usage by day, environment and API' }))
    expect(await table.findByText('1,234')).toBeTruthy()
    expect(table.getByText('Report')).toBeTruthy()
    expect(screen.getByText('1,244 units used')).toBeTruthy()
    expect(lastInput('usage.details')).toEqual({ environmentId, from: '2026-11-19', to: '2026-11-20' })
  })

  it('are filtered by what the address has, and experience and response only by calls', async () => {
    const filters = 'capability=purchase&experience=Evaluate&response=4xx'
    const router = renderFailingPage(
      createElement(DetailsPage),
      `${pageAddress}&from=2026-11-19&to=2026-11-20&${filters}`,
    )
    expect(await screen.findByRole('grid')).toBeTruthy()
    expect(lastInput('usage.details')).toMatchObject({
      capability: 'purchase',
      experience: 'Evaluate',
      response: '4xx',
    })
    expect(screen.getByRole('combobox', { name: /Response/ })).toBeTruthy()
    fireEvent.click(screen.getByRole('combobox', { name: /Capability/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Loss prevention' }))
    await waitFor(() => expect(router.state.location.search).toContain('capability=lossPrevention'))
    expect(router.state.location.search).not.toContain('response')
    expect(screen.queryByRole('combobox', { name: /Response/ })).toBeNull()
  })

  it('without units say so', async () => {
    answerDetails = () => ({ ...details, used: 0, rows: [], rowCount: 0 })
    renderFailingPage(createElement(DetailsPage))
    expect(await screen.findByText('No assessments were used in this period.')).toBeTruthy()
  })
})
