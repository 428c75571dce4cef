// @vitest-environment jsdom
import type { FieldDrop, FieldFigures, FieldUse, Ontology, OntologyAttribute } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, pageAddress, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubMedia } from '../../../platform/testing/dom-stubs.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { fillField } from '../../../platform/testing/user-input.ts'
// What the page fetches when the simulation is opened.
import '../outage/outage-panel.tsx'
import { Component } from './ontology-page.tsx'

const attribute = (path: string, node: string, uses = 0): OntologyAttribute => ({
  event: 'purchase',
  path,
  node,
  type: 'string',
  description: `About ${path}`,
  required: false,
  searchable: true,
  personal: [],
  source: 'sent',
  listed: true,
  uses,
})
const ontology: Ontology = {
  eventType: 'purchase',
  eventTypes: [{ key: 'purchase', name: 'Purchase' }],
  nodes: [
    { id: 'Purchase', kind: 'event', event: 'purchase', key: 'purchaseId' },
    { id: 'DeviceContext', kind: 'device', event: 'purchase', key: 'deviceContextId' },
  ],
  edges: [
    {
      id: 'PurchaseDeviceContext',
      from: 'Purchase',
      to: 'DeviceContext',
      attributes: [{ name: 'ipAddress', event: 'purchase', path: 'deviceContext.trueIp' }],
    },
  ],
  attributes: [attribute('currency', 'Purchase'), attribute('deviceContext.trueIp', 'DeviceContext', 1)],
}
const figures: FieldFigures[] = [
  {
    event: 'purchase',
    path: 'customData.couponCode',
    filled: 1,
    distinct: 1,
    isDistinctLimited: false,
    lastSeen: null,
  },
  { event: 'purchase', path: 'deviceContext.trueIp', filled: 3, distinct: 2, isDistinctLimited: false, lastSeen: null },
]
const use: FieldUse = {
  kind: 'rule',
  id: '0198a000-0000-7000-8000-000000000001',
  name: 'Address mismatch',
  place: 'Country differs',
  environmentId,
  environment: 'Harbor',
  ruleType: 'decision',
  templateKind: null,
  status: 'active',
  eventType: 'purchase',
  branch: 'production',
  block: null,
  receivers: [{ kind: 'list', name: 'bad networks' }],
  hasConfiguration: false,
}
const clients = [{ id: 'shop', name: 'Web shop', filled: 1, events: 2 }]
const measured = { event: 'purchase', events: 8, measured: 4 }

let answer: () => unknown
let drops: FieldDrop[]
let uses: FieldUse[]
beforeEach(() => {
  drops = []
  uses = [use]
  stubTableLayout()
  answer = () => ontology
  stubConsoleApi({
    'ontology.get': () => answer(),
    'ontology.figures': () => ({ measured: [measured], figures }),
    'ontology.values': () => ({ measured, values: [{ name: 'x', value: '203.0.113.1', events: 2 }], clients }),
    'ontology.uses': () => ({ uses, more: 0, hidden: 2 }),
    'ontology.drops': () => drops,
  })
})
const open = (query = '&view=list') => renderPage(createElement(Component), `${pageAddress}${query}`)

it('lists every attribute with its fill rate, and says how many events were measured', async () => {
  open()
  expect(await screen.findByText('deviceContext.trueIp')).toBeTruthy()
  await waitFor(() => expect(document.body.textContent).toContain('75.00%'))
  expect(document.body.textContent).toContain('the latest 4 of 8')
})
it('on a narrow page the list stands alone until the picture is chosen', async () => {
  stubMedia('40rem')
  open('')
  await screen.findByRole('rowheader', { name: 'currency' })
  expect(screen.getByRole('radio', { name: 'List' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.queryByRole('application')).toBeNull()
  expect(document.querySelector('[data-slot="graph-canvas"]')).toBeNull()
})

it('the search finds words in paths and descriptions, and the node of the address narrows the list', async () => {
  open('&view=list&node=DeviceContext')
  await screen.findByText('deviceContext.trueIp')
  expect(screen.queryByText('currency')).toBeNull()
  fillField(await screen.findByRole('searchbox', { name: 'Search 3 attributes' }), 'about nothing')
  await waitFor(() => expect(screen.queryByText('deviceContext.trueIp')).toBeNull())
})
it('an edge of the address shows what it joins and its attributes, and narrows the list to them', async () => {
  open('&view=list&edge=PurchaseDeviceContext')
  const panel = await screen.findByRole('complementary', { name: 'PurchaseDeviceContext' })
  expect(panel.textContent).toContain('About deviceContext.trueIp')
  expect(screen.queryByRole('rowheader', { name: 'currency' })).toBeNull()
  expect(await screen.findByRole('rowheader', { name: 'deviceContext.trueIp' })).toBeTruthy()
  fireEvent.click(within(panel).getByRole('button', { name: 'ipAddress' }))
  expect(await screen.findByRole('complementary', { name: 'deviceContext.trueIp' })).toBeTruthy()
})
it('a node type leads to its edges, and an edge to its ends', async () => {
  open('&view=list&node=Purchase')
  const panel = await screen.findByRole('complementary', { name: 'Purchase' })
  expect(panel.textContent).toContain('purchaseId')
  fireEvent.click(within(panel).getByRole('button', { name: 'PurchaseDeviceContext' }))
  const edge = await screen.findByRole('complementary', { name: 'PurchaseDeviceContext' })
  fireEvent.click(within(edge).getByRole('button', { name: 'DeviceContext' }))
  expect(await screen.findByRole('complementary', { name: 'DeviceContext' })).toBeTruthy()
})
it('the focus stays in the panel when its content changes, and does not enter one that the address opens', async () => {
  open('&view=list&node=Purchase')
  const press = async (panelName: string, button: string) => {
    const panel = await screen.findByRole('complementary', { name: panelName })
    expect(panel.contains(document.activeElement)).toBe(panelName !== 'Purchase')
    const pressed = within(panel).getByRole('button', { name: button })
    pressed.focus()
    fireEvent.click(pressed)
  }
  await press('Purchase', 'PurchaseDeviceContext')
  await press('PurchaseDeviceContext', 'ipAddress')
  await press('deviceContext.trueIp', 'Close panel')
  await press('PurchaseDeviceContext', 'DeviceContext')
})
it('who closes the panel of a node type on a narrow page sees the list that it narrows', async () => {
  stubMedia('56.25rem')
  open('&view=list&node=DeviceContext')
  const sheet = await screen.findByRole('dialog', { name: 'DeviceContext' })
  fireEvent.click(within(sheet).getByRole('button', { name: 'Close panel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('rowheader', { name: 'deviceContext.trueIp' })).toBeTruthy()
  expect(screen.queryByRole('rowheader', { name: 'currency' })).toBeNull()
})
it('an attribute of the address opens with its figures, values and uses', async () => {
  open('&view=list&field=purchase~deviceContext.trueIp')
  const panel = await screen.findByRole('complementary', { name: 'deviceContext.trueIp' })
  const link = await within(panel).findByRole('link', { name: 'Address mismatch' })
  expect(link.getAttribute('href')).toContain(`rule=${use.id}`)
  expect(panel.textContent).toContain('Country differs')
  expect(panel.textContent).toContain('Passed to bad networks')
  expect(panel.textContent).toContain('you cannot see: 2')
  await waitFor(() => expect(panel.textContent).toContain('75% (3 of 4 events)'))
  expect(await within(panel).findByText('203.0.113.1')).toBeTruthy()
  expect(panel.textContent).toContain('Web shop50%')
  expect(within(panel).getByRole('button', { name: 'Simulate the outage: Web shop' })).toBeTruthy()
})
it('a field of reports leads to the configuration of its assessment, also from an environment below', async () => {
  const ofReports = { ...use, ...{ ruleType: null, branch: null, place: null, receivers: [], hasConfiguration: true } }
  const root = { environmentId: '0198a000-0000-7000-8000-00000000000a', environment: 'Harbor root' }
  uses = [
    { ...ofReports, ...root, kind: 'dataFilter', name: 'Transfers', eventType: 'Transfer' },
    { ...ofReports, kind: 'amount', name: 'Payouts', eventType: 'Payout', status: 'inactive' },
    { ...ofReports, kind: 'dataFilter', name: 'Older', eventType: 'Older', hasConfiguration: false },
  ]
  open('&view=list&field=purchase~deviceContext.trueIp')
  const panel = await screen.findByRole('complementary', { name: 'deviceContext.trueIp' })
  const link = await within(panel).findByRole('link', { name: 'Transfers' })
  expect(link.getAttribute('href')).toMatch(/^\/fraud\/assessments\/Transfer\/configuration/)
  expect(link.closest('li')?.textContent).toContain('Data filter of reports')
  const amount = within(panel).getByRole('link', { name: 'Payouts' }).closest('li')
  expect(amount?.textContent).toContain('Amount in reportsInactive')
  // An assessment of the older generation has no page of its configuration.
  expect(within(panel).queryByRole('link', { name: 'Older' })).toBeNull()
  expect(within(panel).getByText('Older')).toBeTruthy()
})
it('a field that is sent less often has a banner, with the way to the simulation', async () => {
  drops = [
    {
      id: use.id,
      environmentId,
      environment: 'Harbor',
      eventType: 'purchase',
      field: 'customData.couponCode',
      client: { id: 'shop', name: 'Web shop' },
      since: '2025-11-20T10:00:00.000Z',
      recent: { filled: 1, events: 50 },
      usual: { filled: 300, events: 300 },
      missing: 49,
      isMissingLimited: true,
      q: 0.001,
    },
  ]
  open()
  const banner = (await screen.findByText('Fields that are sent less often than usual')).closest('[data-slot=callout]')
  expect(banner?.textContent).toContain('Web shop')
  expect(banner?.textContent).toContain('2% instead of 100%')
  expect(banner?.textContent).toContain('Events decided without it: at least 49')
  const link = screen.getByRole('link', { name: 'Simulate the outage' })
  expect(new URL(link.getAttribute('href') ?? '', 'https://assay.example').searchParams.get('outage')).toBe('shop')
  // The field is of no schema: events have it, and its panel opens in whatever letter case it was met.
  fireEvent.click(screen.getByRole('link', { name: 'customData.couponCode' }))
  expect(await screen.findByText(/no text reads it/)).toBeTruthy()
})
it('a failure can be tried again, and a missing right is said', async () => {
  answer = () => {
    throw new ORPCError('FORBIDDEN', { status: 403, data: { capability: 'ontology', required: 'read' } })
  }
  open()
  expect(await screen.findByText('You cannot open this page')).toBeTruthy()
})

const outage = (state: 'running' | 'done') => ({
  id: '0198a000-0000-7000-8000-000000000009',
  environmentId,
  eventType: 'purchase',
  outage: { path: 'deviceContext.trueIp', clientId: null },
  from: `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`,
  to: new Date().toISOString(),
  state,
  progress: { events: 2, total: 4 },
  failure: null,
  result:
    state === 'running'
      ? null
      : {
          events: 4,
          withField: 3,
          amountUsd: 100_00,
          asDecided: 4,
          changed: { events: 1, amountUsd: 25_00 },
          matrix: [
            { before: 'Reject', after: 'Approve', events: 1, amountUsd: 25_00 },
            { before: 'Approve', after: 'Approve', events: 3, amountUsd: 75_00 },
          ],
          rules: [
            {
              ruleId: use.id,
              rule: use.name,
              environmentId,
              before: 1,
              after: 0,
              readsField: true,
              isBlind: true,
              errors: 0,
              defaults: 3,
            },
            {
              ruleId: '0198a000-0000-7000-8000-00000000000a',
              rule: 'Of the environment above',
              environmentId: '0198a000-0000-7000-8000-00000000000b',
              before: 2,
              after: 1,
              readsField: false,
              isBlind: false,
              errors: 0,
              defaults: 0,
            },
          ],
          velocities: [{ name: 'perIp', before: 3, after: 0 }],
          notes: ['calls'],
        },
  isStale: false,
  startedBy: 'Engineer',
  createdAt: new Date().toISOString(),
})

it('an outage is simulated, can be cancelled, and shows what it changes', async () => {
  const calls: string[] = []
  let outages: unknown[] = []
  stubConsoleApi({
    'ontology.get': () => ontology,
    'ontology.figures': () => ({ measured: [measured], figures }),
    'ontology.values': () => ({ measured, values: null, clients: [] }),
    'ontology.uses': () => ({ uses: [use], more: 0, hidden: 0 }),
    'ontology.drops': () => [],
    'fieldOutages.list': () => outages,
    'fieldOutages.start': () => {
      outages = [outage('running')]
      return outages[0]
    },
    'fieldOutages.cancel': () => {
      calls.push('cancel')
      outages = [outage('done')]
      return { cancelled: false }
    },
    'fieldOutages.events': () => ({
      rows: [
        {
          eventId: use.id,
          environmentId,
          externalId: 'P-1',
          at: outage('done').from,
          before: 'Reject',
          after: 'Approve',
          rule: null,
          clause: null,
          amountUsd: 25_00,
          label: null,
        },
      ],
      nextCursor: null,
    }),
  })
  open('&view=list&field=purchase~deviceContext.trueIp')
  await screen.findByText('Values are shown to those who may search events.')
  fireEvent.click(await screen.findByRole('button', { name: 'Simulate an outage of this field' }))
  expect(await screen.findByText('No simulation of this day yet')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Simulate' }))
  expect(await screen.findByRole('progressbar')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const dialog = await screen.findByRole('dialog', { name: 'Outage of deviceContext.trueIp' })
  await waitFor(() => expect(dialog.textContent).toMatch(/USD\s25.00/))
  expect(calls).toEqual(['cancel'])
  expect(dialog.textContent).toContain('Goes blind · Reads the default: 3')
  expect(dialog.textContent).toContain('perIp')
  const link = within(dialog).getByRole('link', { name: use.name }).getAttribute('href') ?? ''
  expect(link).toMatch(/^\/fraud\/purchase\/rules\?/)
  expect(new URL(link, 'https://console.example').searchParams.get('rule')).toBe(use.id)
  expect(within(dialog).getByText('Of the environment above')).toBeTruthy()
  expect(within(dialog).queryByRole('link', { name: 'Of the environment above' })).toBeNull()
  expect((await within(dialog).findByRole('link', { name: 'P-1' })).getAttribute('href')).toContain('/P-1')
})

it('who may only read rules sees simulations, and starts none', async () => {
  stubConsoleApi({
    'ontology.get': () => ontology,
    'ontology.figures': () => ({ measured: [measured], figures }),
    'ontology.values': () => ({ measured, values: null, clients: [] }),
    'ontology.uses': () => ({ uses: [use], more: 0, hidden: 0 }),
    'ontology.drops': () => [],
    'fieldOutages.list': () => [outage('running')],
  })
  const address = '&view=list&field=purchase~deviceContext.trueIp'
  renderPage(withReadAccess(createElement(Component)), `${pageAddress}${address}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Simulate an outage of this field' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Outage of deviceContext.trueIp' }))
  expect(await dialog.findByRole('progressbar')).toBeTruthy()
  expect(dialog.getByText(/^You can view simulations here/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Simulate' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Cancel' })).toBeNull()
})
