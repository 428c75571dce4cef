// @vitest-environment jsdom
import type { ApiErrors, FingerprintSetup, IntegrationOverview, ListenedEvent } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { publishLiveEvent } from '../../platform/live/live-events.ts'
import { environmentId, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { TryCard } from './apis/try-card.tsx'
import { Component as ListenPage } from './listening/listen-page.tsx'
import { Component as OverviewPage } from './overview/overview-page.tsx'

const shown: IntegrationOverview = {
  apiEndpoint: 'https://risk.example.com',
  tenantId: '10000000-0000-4000-8000-000000000001',
  environmentId,
  kind: 'production',
  apiPath: '/Harbor',
  counterpartId: '0198a000-0000-7000-8000-000000000009',
  applications: 2,
  apis: [{ apiName: 'v1.0/MerchantServices/Events/Purchase', state: 'healthy' }],
  recent: [
    {
      minute: '2025-11-20T12:00:00.000Z',
      apiName: 'v1.0/MerchantServices/Events/Purchase',
      status: 200,
      calls: 7,
      meanMs: 12,
    },
  ],
}
const refused = (more: Partial<ApiErrors['groups'][number]>): ApiErrors['groups'][number] => ({
  id: 'a',
  status: 400,
  apiName: 'v1.0/MerchantServices/Events/Purchase',
  fault: null,
  message: '',
  calls: 1,
  lastAt: '2025-11-20T12:00:00.000Z',
  callers: [{ clientId: 'shop', name: 'Checkout', clientVersion: '', calls: 1 }],
  correlationIds: [],
  points: [],
  ...more,
})
let groups: ApiErrors['groups']
let latest: FingerprintSetup['latest']
let overview: () => IntegrationOverview
let listen: () => ListenedEvent
beforeEach(() => {
  stubLayout()
  overview = () => shown
  listen = () => ({ event: null, grade: null })
  groups = []
  latest = null
  stubConsoleApi({
    'integration.overview': () => overview(),
    'integration.listen': () => listen(),
    'apiManagement.errors': () => ({ groups }),
    'fingerprinting.overview': () => ({ latest }),
  })
})

describe('the overview', () => {
  it('shows ids, the state of each API and the latest calls', async () => {
    renderFailingPage(createElement(OverviewPage))
    const purchase = await screen.findByRole('link', { name: /^Purchase\s*Healthy/ })
    expect(purchase.getAttribute('href')).toMatch(/^\/api\/Purchase/)
    expect(screen.getByRole('link', { name: /^AccountLogin\s*Not started/ })).toBeTruthy()
    expect(screen.getByText('https://risk.example.com/.default')).toBeTruthy()
    expect(screen.getByText('2 applications can call this environment.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Switch to Sandbox environment' })).toBeTruthy()
    expect(screen.getByRole('row', { name: /Purchase.*200.*7/ })).toBeTruthy()
  })

  it('says where nothing was called, and has no link to create for readers', async () => {
    overview = () => ({ ...shown, applications: 0, apis: [], recent: [], counterpartId: null })
    renderFailingPage(withReadAccess(createElement(OverviewPage)))
    expect(await screen.findByText('No application can call this environment yet.')).toBeTruthy()
    expect(screen.getByText('No calls in the last 24 hours.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Create application' })).toBeNull()
    expect(screen.queryByRole('link', { name: /^Switch to/ })).toBeNull()
  })

  it('names what is finished, and what is needed', async () => {
    renderFailingPage(createElement(OverviewPage))
    expect(await screen.findByText('1 of 2 finished')).toBeTruthy()
    expect(screen.getAllByText('Finished')).toHaveLength(1)
    expect(screen.getByText('1 of 13 healthy')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Set up' })).toBeTruthy()
    cleanup()
    latest = { at: '2025-11-20T12:00:00.000Z', attributes: 42, pageId: 'P' }
    renderFailingPage(createElement(OverviewPage))
    expect(await screen.findByText('2 of 2 finished')).toBeTruthy()
    expect(screen.getByText(/42 attributes/)).toBeTruthy()
  })

  it('names the usual errors with their most frequent reason, and leads to them', async () => {
    groups = [
      refused({ id: 'f', fault: { field: 'user.userId', rule: 'required', line: null }, calls: 61 }),
      refused({ id: 't', status: 401, message: 'JWT expired.', calls: 5 }),
      refused({ id: 'r', status: 403, message: 'JWT claim value is not allowed.', calls: 2 }),
    ]
    renderFailingPage(createElement(OverviewPage))
    const list = within(await screen.findByRole('list', { name: 'Usual errors, last 24 hours' }))
    const [authorisation, data, rate] = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(authorisation).toContain('7 calls, most often: JWT expired. (Checkout)')
    expect(data).toContain('61 calls, most often: user.userId (Checkout)')
    expect(rate).toContain('Nothing found')
    const addresses = list.getAllByRole('link').map(each => each.getAttribute('href') ?? '')
    expect(addresses).toHaveLength(2)
    expect(addresses[0]).toMatch(/^\/data\/apimanagement\/errors\?.*code=401&group=t/)
  })

  it('offers to try again after a failure', async () => {
    overview = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    renderFailingPage(createElement(OverviewPage))
    expect(await screen.findByText('This could not be loaded')).toBeTruthy()
    overview = () => shown
    fireEvent.click(screen.getByRole('button', { name: /Retry|Try again/ }))
    expect(await screen.findByText('2 applications can call this environment.')).toBeTruthy()
  })
})

describe('the listening page', () => {
  const graded: ListenedEvent = {
    event: { id: 'ord-1', at: '2025-11-20T12:00:00.000Z', decision: 'Review' },
    grade: {
      rules: 31,
      fields: 50,
      present: 31,
      missing: [{ part: 'shippingAddress', fields: ['shippingAddress.country'], rules: 14 }],
    },
  }
  it('waits, and shows the event and its grade as soon as the live channel reports it', async () => {
    renderFailingPage(createElement(ListenPage))
    expect(await screen.findByText('Waiting for the first event')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('')
    listen = () => graded
    act(() => publishLiveEvent({ kind: 'decisions', environmentId, eventType: 'purchase', total: 1 }))
    expect(await screen.findByText('62% complete')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Event received: 62% complete')
    expect(document.querySelector('[aria-live] li')).toBeNull()
    const parts = screen.getByRole('list', { name: 'Missing parts' })
    expect(parts.textContent).toContain('Adding shippingAddress would let 14 of your 31 rules see more.')
    expect(screen.getByRole('link', { name: 'ord-1' })).toBeTruthy()
  })

  it('says where no rule reads anything', async () => {
    listen = () => ({ ...graded, grade: { rules: 0, fields: 0, present: 0, missing: [] } })
    renderFailingPage(createElement(ListenPage))
    expect(await screen.findByText(/^No active rule of this environment/)).toBeTruthy()
  })
})

describe('the call that is tried', () => {
  const sample = { purchaseId: 'ord-1', isTest: true }
  const description = {
    path: '/v1.0/MerchantServices/events/Purchase',
    summary: '',
    sample,
    request: [],
    response: [],
    answers: [],
  }
  const call = { endpoint: 'https://risk.example.com', tenantId: 'tenant', environmentId }
  const open = async () => {
    renderFailingPage(createElement(TryCard, { api: 'Purchase', description, call, sample }))
    fillField(await screen.findByLabelText(/^Application ID/), 'till')
    fillField(screen.getByLabelText(/^Client secret/), 'hidden')
  }

  it('is refused in one sentence when it is no JSON, and nothing is lost', async () => {
    await open()
    const body = screen.getByLabelText<HTMLTextAreaElement>(/^Body/)
    fillField(body, '{"purchaseId": ')
    await pressButton('Send')
    expect(screen.getByText('This is not a JSON object. Nothing was sent.')).toBeTruthy()
    expect(body.value).toBe('{"purchaseId": ')
  })

  it('is made with a token of the application, and its answer is shown', async () => {
    const sent: [string, RequestInit][] = []
    await open()
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      sent.push([url, init])
      return Promise.resolve(Response.json(url.endsWith('/token') ? { access_token: 'abc' } : { decision: 'Approve' }))
    })
    await pressButton('Send')
    const answer = await screen.findByRole('region', { name: 'Answer' })
    expect(answer.textContent).toContain('"decision": "Approve"')
    expect(sent.map(([url]) => url)).toEqual([
      'https://risk.example.com/tenant/oauth2/v2.0/token',
      'https://risk.example.com/v1.0/MerchantServices/events/Purchase',
    ])
    expect(sent[1]?.[1].headers).toMatchObject({ Authorization: 'Bearer abc', 'x-ms-dfpenvid': environmentId })
    expect(JSON.parse(String(sent[1]?.[1].body))).toEqual(sample)
  })

  it('says that no token was issued', async () => {
    await open()
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: 'invalid_client' }, { status: 401 })))
    await pressButton('Send')
    expect(await screen.findByText(/^No token was issued/)).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Answer' })).getByText(/invalid_client/)).toBeTruthy()
  })

  it('is not offered to readers', async () => {
    renderFailingPage(withReadAccess(createElement(TryCard, { api: 'Purchase', description, call, sample })))
    await waitFor(() => expect(screen.queryByLabelText(/^Application ID/)).toBeNull())
  })
})
