// @vitest-environment jsdom
import type { FieldFigures, FieldUse, Ontology, OntologyAttribute } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, pageAddress, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { fillField } from '../../../platform/testing/user-input.ts'
import { Component } from './ontology-page.tsx'

const attribute = (path: string, node: string, uses = 0): OntologyAttribute => ({
  event: 'purchase',
  path,
  node,
  type: 'string',
  description: `About ${path}`,
  required: false,
  searchable: true,
  personal: null,
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
  edges: [{ id: 'PurchaseDeviceContext', from: 'Purchase', to: 'DeviceContext', attributes: [] }],
  attributes: [attribute('currency', 'Purchase'), attribute('deviceContext.trueIp', 'DeviceContext', 1)],
}
const figures: FieldFigures[] = [
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
  status: 'active',
  eventType: 'purchase',
  branch: 'production',
  block: null,
  receivers: [{ kind: 'list', name: 'bad networks' }],
}
const measured = { event: 'purchase', events: 8, measured: 4 }

let answer: () => unknown
beforeEach(() => {
  stubTableLayout()
  answer = () => ontology
  stubConsoleApi({
    'ontology.get': () => answer(),
    'ontology.figures': () => ({ measured: [measured], figures }),
    'ontology.values': () => ({ measured, values: [{ name: 'x', value: '203.0.113.1', events: 2 }] }),
    'ontology.uses': () => ({ uses: [use], more: 0, hidden: 2 }),
  })
})
const open = (query = '&view=list') => renderPage(createElement(Component), `${pageAddress}${query}`)

it('lists every attribute with its fill rate, and says how many events were measured', async () => {
  open()
  expect(await screen.findByText('deviceContext.trueIp')).toBeTruthy()
  await waitFor(() => expect(document.body.textContent).toContain('75.00%'))
  expect(document.body.textContent).toContain('the latest 4 of 8')
})
it('the search finds words in paths and descriptions, and the node of the address narrows the list', async () => {
  open('&view=list&node=DeviceContext')
  await screen.findByText('deviceContext.trueIp')
  expect(screen.queryByText('currency')).toBeNull()
  fillField(screen.getByRole('searchbox', { name: 'Search 2 attributes' }), 'about nothing')
  await waitFor(() => expect(screen.queryByText('deviceContext.trueIp')).toBeNull())
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
})
it('a failure can be tried again, and a missing right is said', async () => {
  answer = () => {
    throw new ORPCError('FORBIDDEN', { status: 403, data: { capability: 'ontology', required: 'read' } })
  }
  open()
  expect(await screen.findByText('You cannot open this page')).toBeTruthy()
})
