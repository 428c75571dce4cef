// @vitest-environment jsdom
import type { ApiErrors, ApiRequests } from '@assay/risk-service/contract'
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
import { pressButton } from '../../platform/testing/user-input.ts'
import { boundsOf, refreshMsOf, shortApiName } from './api-address.ts'
import { Component as ConfigurationPage } from './configuration/configuration-page.tsx'
import { Component as ErrorsPage } from './errors/errors-page.tsx'
import { Component as RequestsPage } from './requests/requests-page.tsx'

const at = '2026-11-20T10:00:00.000Z'
const purchase = 'v1.0/MerchantServices/Events/Purchase'
const period = { from: at, to: '2026-11-20T11:00:00.000Z', minutes: 60, starts: [at], step: 3600 }
const requests: ApiRequests = {
  ...period,
  calls: 120,
  failed: 6,
  codes: [
    { status: 200, calls: 114 },
    { status: 400, calls: 6 },
  ],
  latency: { p50: 38.4, p95: 92, p99: 171 },
  latencyOverTime: { p50: [38.4], p95: [92], p99: [171] },
  spread: [
    { from: 30, to: 40, calls: 100 },
    { from: 40, to: 50, calls: 20 },
  ],
  types: [
    { apiType: 'assessment', calls: 120, perMinute: 2 },
    { apiType: 'observation', calls: 0, perMinute: 0 },
    { apiType: 'label', calls: 0, perMinute: 0 },
  ],
  series: [{ apiName: purchase, calls: 120, points: [120] }],
  rows: [
    {
      apiName: purchase,
      apiType: 'assessment',
      clientId: 'shop',
      clientName: 'Checkout',
      clientVersion: 'checkout/8.3',
      calls: 120,
      perMinute: 2,
      latency: { p50: 38.4, p95: 92, p99: 171 },
      codes: [
        { status: 200, calls: 114 },
        { status: 400, calls: 6 },
      ],
    },
  ],
  rowCount: 1,
  options: {
    apiNames: [purchase],
    callers: [{ clientId: 'shop', name: 'Checkout' }],
    clientVersions: ['checkout/8.3'],
  },
}
const none: ApiRequests = {
  ...requests,
  calls: 0,
  failed: 0,
  codes: [],
  latency: null,
  latencyOverTime: { p50: [null], p95: [null], p99: [null] },
  spread: [],
  types: requests.types.map(each => ({ ...each, calls: 0, perMinute: 0 })),
  series: [],
  rows: [],
  rowCount: 0,
}
const errors: ApiErrors = {
  ...period,
  calls: 10,
  groups: [
    {
      id: 'a',
      status: 400,
      apiName: purchase,
      fault: {
        field: 'user.email',
        rule: 'required',
        line: { line: 12, text: '"email"', first: 11, excerpt: ['"required": [', '  "email"', ']'] },
      },
      message: '',
      calls: 7,
      lastAt: at,
      callers: [{ clientId: 'shop', name: 'Checkout', clientVersion: 'checkout/8.3', calls: 7 }],
      correlationIds: ['0198a000-0000-7000-8000-000000000077'],
      points: [7],
    },
    {
      id: 'b',
      status: 429,
      apiName: purchase,
      fault: null,
      message: 'Too many requests',
      calls: 3,
      lastAt: at,
      callers: [],
      correlationIds: [],
      points: [3],
    },
  ],
  options: { ...requests.options, statuses: [400, 429] },
}

let calls: RecordedCall[]
let answer: () => ApiRequests
let answerErrors: () => ApiErrors
beforeEach(() => {
  stubLayout()
  answer = () => requests
  answerErrors = () => errors
  calls = stubConsoleApi({
    'apiManagement.requests': () => answer(),
    'apiManagement.errors': () => answerErrors(),
    'apiManagement.configuration': () => ({
      apiEndpoint: 'https://risk.example.com',
      tenantId: '10000000-0000-4000-8000-000000000001',
      environmentId,
      kind: 'production',
      apiPath: null,
    }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const refuse = (): never => {
  throw new ORPCError('FORBIDDEN', { data: { details: { capability: 'apimanagement', required: 'read' } } })
}

describe('the requests', () => {
  it('have averages, percentiles and codes', async () => {
    renderFailingPage(createElement(RequestsPage))
    expect((await screen.findAllByText('2.00')).length).toBeGreaterThan(0)
    expect(screen.getByText('5.00%')).toBeTruthy()
    expect(screen.getByRole('grid', { name: 'By API, caller and version' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Requests per minute' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Latency, ms' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /400.*Bad Request.*6/ })).toBeTruthy()
  })

  it('have latencies over time, or their spread, which the address then has', async () => {
    const router = renderFailingPage(createElement(RequestsPage))
    expect(await screen.findByText(/95th percentile.*92/)).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Spread' }))
    await waitFor(() => expect(router.state.location.search).toContain('spread=shown'))
    expect(await screen.findByText(/30–40.*100/)).toBeTruthy()
  })

  it('of one row have their own latency and errors', async () => {
    renderFailingPage(
      createElement(RequestsPage),
      `${pageAddress}&row=${encodeURIComponent(`shop checkout/8.3 ${purchase}`)}`,
    )
    const card = within(await screen.findByRole('region', { name: 'Errors by code' }))
    expect(await card.findByText('Purchase, Checkout, checkout/8.3')).toBeTruthy()
    await waitFor(() =>
      expect(inputsOf('apiManagement.errors').at(-1)).toMatchObject({
        apiName: purchase,
        clientId: 'shop',
        clientVersion: 'checkout/8.3',
        status: 400,
      }),
    )
    const group = await card.findByRole('link', { name: /user\.email: required/ })
    const address = new URL(group.getAttribute('href') ?? '', 'https://console.example')
    expect(address.pathname).toBe('/data/apimanagement/errors')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      api: purchase,
      caller: 'shop',
      version: 'checkout/8.3',
      code: '400',
      group: 'a',
    })
  })

  it('of one row that cannot be read say so, with a way to repeat it; browsers call without an application', async () => {
    const browser = { ...requests.rows[0]!, clientId: '', clientName: null, clientVersion: '' }
    const read = (): ApiRequests => ({ ...requests, rows: [browser] })
    let isDown = true
    const seen = stubConsoleApi({
      'apiManagement.requests': input => {
        if (input['clientId'] === '' && isDown) throw new ORPCError('INTERNAL_SERVER_ERROR')
        return read()
      },
      'apiManagement.errors': () => errors,
    })
    renderFailingPage(createElement(RequestsPage), `${pageAddress}&row=${encodeURIComponent(`  ${browser.apiName}`)}`)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('heading', { name: 'Latency, ms' })).toBeNull()
    isDown = false
    fireEvent.click(retry)
    expect(await screen.findByRole('heading', { name: 'Latency, ms' })).toBeTruthy()
    expect(seen.some(({ input }) => (input as Record<string, unknown>)['clientId'] === '')).toBe(true)
  })

  it('filtered by what errors are not stored with name no groups', async () => {
    renderFailingPage(createElement(RequestsPage), `${pageAddress}&experience=Protect`)
    const card = within(await screen.findByRole('region', { name: 'Errors by code' }))
    expect(await card.findByText('Bad Request')).toBeTruthy()
    expect(card.queryByRole('link')).toBeNull()
    expect(inputsOf('apiManagement.errors')).toEqual([])
  })

  it('are those of the filters in the address', async () => {
    renderFailingPage(
      createElement(RequestsPage),
      `${pageAddress}&range=1h&api=${purchase}&type=assessment&experience=Protect&caller=shop&version=checkout/8.3`,
    )
    await screen.findAllByText('2.00')
    const [input] = inputsOf('apiManagement.requests') as Record<string, string>[]
    expect(input).toMatchObject({
      environmentId,
      apiName: purchase,
      apiType: 'assessment',
      experience: 'Protect',
      clientId: 'shop',
      clientVersion: 'checkout/8.3',
    })
    expect(Date.parse(input?.['to'] ?? '') - Date.parse(input?.['from'] ?? '')).toBe(3_600_000)
  })

  it('change with the experience, which the address then has', async () => {
    const router = renderFailingPage(createElement(RequestsPage))
    await screen.findAllByText('2.00')
    fireEvent.click(screen.getByRole('radio', { name: 'Evaluate' }))
    await waitFor(() => expect(router.state.location.search).toContain('experience=Evaluate'))
    await waitFor(() => expect(inputsOf('apiManagement.requests').at(-1)).toMatchObject({ experience: 'Evaluate' }))
  })

  it('of a period without any are named so', async () => {
    answer = () => none
    renderFailingPage(createElement(RequestsPage))
    expect((await screen.findAllByText('No requests in this period')).length).toBeGreaterThan(0)
  })

  it('that could not be read are read again on demand', async () => {
    answer = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    renderFailingPage(createElement(RequestsPage))
    expect(await screen.findByText('This could not be loaded')).toBeTruthy()
    answer = () => requests
    await pressButton('Try again')
    expect((await screen.findAllByText('2.00')).length).toBeGreaterThan(0)
  })

  it('are not for everyone', async () => {
    answer = refuse
    renderFailingPage(createElement(RequestsPage))
    expect(await screen.findByText('You cannot open this page')).toBeTruthy()
  })
})

describe('the errors', () => {
  it('are grouped, and a group names field, line, callers and latest calls', async () => {
    renderFailingPage(createElement(ErrorsPage), `${pageAddress}&group=a`)
    const card = within(await screen.findByRole('region', { name: 'user.email: required' }))
    expect(card.getByRole('heading', { name: 'Schema line 12' })).toBeTruthy()
    expect(card.getByText('checkout/8.3')).toBeTruthy()
    expect(card.getByText('0198a000-0000-7000-8000-000000000077')).toBeTruthy()
    fireEvent.click(card.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'user.email: required' })).toBeNull())
    expect(screen.getByRole('grid', { name: 'Errors by code, API and field' })).toBeTruthy()
  })

  it('are those of the filters in the address', async () => {
    renderFailingPage(
      createElement(ErrorsPage),
      `${pageAddress}&range=1h&api=${purchase}&caller=shop&version=checkout/8.3&code=400&group=a`,
    )
    expect(await screen.findByRole('region', { name: 'user.email: required' })).toBeTruthy()
    expect(inputsOf('apiManagement.errors')[0]).toMatchObject({
      apiName: purchase,
      clientId: 'shop',
      clientVersion: 'checkout/8.3',
      status: 400,
    })
  })

  it('are all of them where the address has no code of an error', async () => {
    renderFailingPage(createElement(ErrorsPage), `${pageAddress}&code=many&group=a`)
    expect(await screen.findByRole('region', { name: 'user.email: required' })).toBeTruthy()
    expect(inputsOf('apiManagement.errors')[0]).not.toHaveProperty('status')
  })

  it('are not for everyone', async () => {
    answerErrors = refuse
    renderFailingPage(createElement(ErrorsPage))
    expect(await screen.findByText('You cannot open this page')).toBeTruthy()
  })

  it('of a period without any are named so', async () => {
    answerErrors = () => ({ ...errors, calls: 0, groups: [] })
    renderFailingPage(createElement(ErrorsPage))
    expect(await screen.findByText('No errors in this period')).toBeTruthy()
  })
})

it('the configuration has what a call needs', async () => {
  renderFailingPage(createElement(ConfigurationPage))
  expect(await screen.findByText('https://risk.example.com/.default')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Applications' })).toBeTruthy()
})

describe('addresses', () => {
  it('have at least a minute', () => {
    const { from, to } = boundsOf({ kind: 'absolute', from: at, to: at }, Date.parse(at))
    expect(Date.parse(to) - Date.parse(from)).toBe(60_000)
  })
  it.each([
    [purchase, 'Purchase'],
    ['v1.0/Action/Login', 'Action/Login'],
  ])('%s is called %s', (apiName, short) => expect(shortApiName(apiName)).toBe(short))
})

it.each([
  [undefined, 10],
  [60, 10],
  [3600, 60],
  [86_400, 300],
])('figures of steps of %s seconds are read again after %i seconds', (step, seconds) => {
  expect(refreshMsOf(step)).toBe(seconds * 1000)
})

it('says how many combinations there are beside those that are shown', async () => {
  answer = () => ({ ...requests, rowCount: 1234 })
  renderFailingPage(createElement(RequestsPage))
  expect(await screen.findByText(/1,234/)).toBeTruthy()
})

it.each([
  ['apiManagement.requests', RequestsPage],
  ['apiManagement.errors', ErrorsPage],
] as const)('figures of a long period are not read every ten seconds: %s', async (read, page) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderFailingPage(createElement(page))
  const reads = () => inputsOf(read).length
  await waitFor(() => expect(reads()).toBe(1))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(reads()).toBe(1)
  await vi.advanceTimersByTimeAsync(15_000)
  await waitFor(() => expect(reads()).toBe(2))
  vi.useRealTimers()
})
