// @vitest-environment jsdom
import type { CapabilityUse, StoredPlan } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { Component } from './billing-tab.tsx'
import { type PlanForm, planResolver } from './plan-form.ts'

const stored: StoredPlan = {
  version: 3,
  plan: {
    name: 'Business',
    startsOn: '2026-01-12',
    cycleMonths: 12,
    endsOn: null,
    purchased: { purchase: 10_000, account: null, lossPrevention: null },
    monthlyCost: null,
  },
  cycle: { from: '2026-01-12', to: '2027-01-11', daysLeft: 51 },
  month: { month: '2026-11', units: { purchase: 0, account: 150_000, lossPrevention: 0 } },
  roots: [{ id: environmentId, name: 'Harbor' }],
}
const use = (more: Partial<CapabilityUse>): CapabilityUse => ({
  capability: 'purchase',
  purchased: 10_000,
  used: 950,
  tenantUsed: 950,
  projected: 1108,
  tenantProjected: 1108,
  apiNames: [],
  months: [],
  ...more,
})
let save: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stubLayout()
  save = input => ({ ...stored, version: 4, plan: input['plan'] })
  calls = stubConsoleApi({
    'billing.get': () => stored,
    'billing.save': input => save(input),
    'billing.summary': () => ({
      updatedAt: '2026-11-21T13:00:00.000Z',
      cycles: [{ from: '2026-01-12', to: '2027-01-11' }],
      cycle: { from: '2026-01-12', to: '2027-01-11', isCurrent: true, daysLeft: 51 },
      capabilities: [use({}), use({ capability: 'account', purchased: null })],
    }),
  })
})
const show = (query = '') => renderFailingPage(createElement(Component), `${pageAddress}${query}`)
const sent = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)

it('the plan has its cycle, its renewal and what was used of each entitlement', async () => {
  show()
  const table = within(await screen.findByRole('table', { name: 'Entitlements' }))
  const cells = table.getAllByRole('row').map(row => row.textContent)
  expect(cells[1]).toContain('9.50%')
  expect(cells[1]).toContain('1,108')
  expect(screen.getByText('Jan 12, 2026 to Jan 11, 2027')).toBeTruthy()
  expect(screen.getByText('Jan 12, 2027')).toBeTruthy()
  const enable = screen.getByRole('button', { name: 'Enable pay-as-you-go' })
  expect(enable).toHaveProperty('disabled', true)
  expect(screen.getByText('No billing provider is set up on this installation.')).toBeTruthy()
})

it('a changed entitlement is saved with the version that it began with', async () => {
  show()
  const field = await screen.findByRole('spinbutton', { name: 'Account protection, purchased' })
  fireEvent.change(field, { target: { value: '60000' } })
  fireEvent.blur(field)
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent('billing.save')).toHaveLength(1))
  expect(sent('billing.save')[0]).toMatchObject({
    environmentId,
    baseVersion: 3,
    plan: { ...stored.plan, purchased: { ...stored.plan.purchased, account: 60_000 } },
  })
  expect(await screen.findByText('Settings saved.')).toBeTruthy()
})

it('a refused save leaves what was typed', async () => {
  save = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  show()
  const field = await screen.findByRole('textbox', { name: 'Plan name' })
  fireEvent.change(field, { target: { value: 'Trial' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent('billing.save')).toHaveLength(1))
  expect((field as HTMLInputElement).value).toBe('Trial')
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeTruthy()
})

it('who may only read changes nothing', async () => {
  renderFailingPage(withReadAccess(createElement(Component)), pageAddress)
  expect(await screen.findByRole('textbox', { name: 'Plan name' })).toHaveProperty('disabled', true)
})

it('the price table has the sum of the running month: 150,000 account calls are 1,387 dollars', async () => {
  show('&view=prices')
  expect(await screen.findByText(/Sum for November 2026 so far:/)).toBeTruthy()
  expect(screen.getByText(/so far:/).textContent).toMatch(/1,387\.00/)
  const table = within(screen.getByRole('table', { name: 'Account protection' }))
  expect(table.getAllByRole('row').map(row => row.textContent)[2]).toMatch(/50,000.*375\.00/)
})

it('a stopped fraud has its cost, and what is needed in 90 days its formula', async () => {
  const later = { callsPerDay: 1234.4, peakPerSecond: 2, cores: 0.04, bytes: 12_340_000_000 }
  const capacity = {
    ...{ days: 28, calls: 300, callsBefore: 200, growth: 1.5, peakHour: 90, processorMs: 9.87, measuredCalls: 5000 },
    ...{ storedEvents: 1000, storedBytes: 10_000_000_000, bytesPerEvent: 6400, later },
  }
  const cost = {
    ...{ months: [{ month: '2026-10', dollars: 1387 }], dollars: 1387, source: 'prices', stoppedFrauds: 73 },
    perStoppedFraud: 19,
  }
  calls = stubConsoleApi({ 'billing.get': () => stored, 'billing.outlook': () => ({ cost, capacity }) })
  show('&view=outlook')
  expect((await screen.findAllByText(/19\.00/)).length).toBeGreaterThan(0)
  expect(screen.getByText(/for 73 frauds that rules rejected/).textContent).toContain('price table')
  expect(screen.getByText('0.04')).toBeTruthy()
  expect(screen.getByText('12.3 GB')).toBeTruthy()
  expect(screen.getByText('1,234')).toBeTruthy()
  expect(screen.getByText('+50%')).toBeTruthy()
  expect(screen.getByText('9.87 ms')).toBeTruthy()
})

it('what was not measured, and no stopped fraud, are named so', async () => {
  const capacity = {
    ...{ days: 28, calls: 0, callsBefore: 0, growth: 1, peakHour: 0, processorMs: null, measuredCalls: 12 },
    ...{ storedEvents: 0, storedBytes: 0, bytesPerEvent: null },
    later: { callsPerDay: 0, peakPerSecond: 0, cores: null, bytes: null },
  }
  const cost = { months: [], dollars: 36, source: 'plan', stoppedFrauds: 0, perStoppedFraud: null }
  calls = stubConsoleApi({ 'billing.get': () => stored, 'billing.outlook': () => ({ cost, capacity }) })
  show('&view=outlook')
  expect(await screen.findByText('No fraud was stopped')).toBeTruthy()
  expect(screen.getByText('12 of 1,000 calls that a measurement needs since the start')).toBeTruthy()
})

it('where other tenants are served too, what the installation needs is left out, and the page says why', async () => {
  const cost = { months: [], dollars: 36, source: 'plan', stoppedFrauds: 0, perStoppedFraud: null }
  calls = stubConsoleApi({ 'billing.get': () => stored, 'billing.outlook': () => ({ cost, capacity: null }) })
  show('&view=outlook')
  expect(await screen.findByText(/^This installation serves other tenants too/)).toBeTruthy()
  expect(screen.getByText('No fraud was stopped')).toBeTruthy()
  expect(screen.queryByText('Calls of the busiest hour')).toBeNull()
})

it('the summary of the tenant is read for the root that the address names', async () => {
  show(`&view=summary&root=${environmentId}`)
  expect(await screen.findByRole('region', { name: 'Purchase protection' })).toBeTruthy()
  expect(sent('billing.summary').at(-1)).toEqual({ environmentId, rootId: environmentId })
})

it('a plan that cannot be read says so', async () => {
  stubConsoleApi({
    'billing.get': () => {
      throw new ORPCError('FORBIDDEN', { status: 403, data: { capability: 'admin.billing', required: 'read' } })
    },
  })
  show()
  expect(await screen.findByText(/do not include “Subscription and billing”/)).toBeTruthy()
})

const form: PlanForm = { ...stored.plan }
it.each([
  [{ startsOn: null }, 'startsOn'],
  [{ endsOn: '2026-01-12' }, 'endsOn'],
  [{ purchased: { purchase: -1, account: null, lossPrevention: null } }, 'purchased'],
  [{ monthlyCost: -1 }, 'monthlyCost'],
])('a plan with %o has its error at %s', async (change, field) => {
  const { errors } = await planResolver({ ...form, ...change } as PlanForm, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  expect(Object.keys(errors)).toEqual([field])
})
