// @vitest-environment jsdom
import type { Rule } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { chooseMenuItem, pressButton } from '../../../platform/testing/user-input.ts'
import { bodyOf, draftRule, idOf, publishedRule, summaryOf } from '../testing/rules.ts'
// What the page fetches when a rule is opened.
import '../editor/rule-editor-page.tsx'
import { Component as RoutingRulesPage } from './routing-rules-page.tsx'

const body = bodyOf('Large orders', 'ROUTETO Queue("General")')
const figures = { queues: ['General', 'Gone'], missingQueues: ['Gone'], hits24h: 12, hits7d: 340, errors7d: 3 }
const routed = (rule: Rule): Rule => ({ ...rule, type: 'routing' })

let calls: RecordedCall[]
beforeEach(() => {
  const copy = routed({ ...draftRule({ ...body, name: 'Large orders 2' }), id: idOf(12) })
  calls = stubConsoleApi({
    'routingRules.list': () => [{ ...summaryOf(11, 'Large orders'), type: 'routing', routing: figures }],
    'routingRules.assessments': () => [{ eventType: 'purchase', name: null, botScore: false, payload: {} }],
    'routingRules.get': ({ ruleId }) => (ruleId === idOf(11) ? routed(publishedRule(body)) : copy),
    'routingRules.create': () => copy,
    'routingRules.evaluate': () => ({ problems: [], result: null }),
    'routingRules.queues': () => ({ names: ['General'], otherwise: 'General' }),
    'routingRules.vocabulary': () => ({ attributes: [], queues: ['General'] }),
  })
})

it('a routing rule says how many cases it sent where, that it fails, and that a queue is missing', async () => {
  renderPage(createElement(RoutingRulesPage))
  const row = (await screen.findByRole('link', { name: 'Large orders' })).closest('tr')
  const cells = within(row as HTMLElement)
    .getAllByRole('cell')
    .map(cell => cell.textContent)
  expect(cells.slice(2, 7)).toEqual(['Purchase', 'General, Gone', '12', '340', '3'])
  expect(
    within(row as HTMLElement).getByRole('img', {
      name: 'There is no queue Gone in this environment. Its cases go to General.',
    }),
  ).toBeTruthy()
  await pressButton('Details of Large orders')
  expect(screen.getByText('Failed for 3 events in the last 7 days. The clause counted as false.')).toBeTruthy()
  expect(screen.getByText('Everything else goes to', { exact: false }).textContent).toBe(
    'Everything else goes to General',
  )
})

it('who edits a routing rule is warned of its missing queue', async () => {
  renderPage(createElement(RoutingRulesPage))
  ;(await screen.findByRole('link', { name: 'Large orders' })).click()
  expect(await screen.findByRole('heading', { level: 1, name: 'Large orders' })).toBeTruthy()
  expect((await screen.findByText('There is no queue', { exact: false })).textContent).toBe(
    'There is no queue Gone in this environment. Its cases go to General.',
  )
})

it('a routing rule is copied under the next free name, and its copy opens', async () => {
  renderPage(createElement(RoutingRulesPage))
  await chooseMenuItem('Actions for Large orders', 'Clone')
  expect(await screen.findByRole('heading', { level: 1, name: 'Large orders 2' })).toBeTruthy()
  expect(calls.find(({ procedure }) => procedure === 'routingRules.create')?.input).toMatchObject({
    eventType: 'purchase',
    body: { name: 'Large orders 2', clauses: body.clauses },
  })
})

it('who may only read the routing rules is offered no command', async () => {
  renderPage(withReadAccess(createElement(RoutingRulesPage)))
  expect(await screen.findByRole('heading', { level: 1, name: 'Routing rules' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Large orders' })).toBeTruthy()
  expect(screen.getByText('You can view these rules but not change them')).toBeTruthy()
  for (const name of ['New rule', /^Actions for /]) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('[S07] an order that is moved and cancelled is not sent, and the rules are in their places again', async () => {
  calls = stubConsoleApi({
    'routingRules.list': () => [
      { ...summaryOf(11, 'Large orders'), type: 'routing', routing: figures },
      { ...summaryOf(12, 'Digital goods'), type: 'routing', routing: figures },
    ],
    'routingRules.assessments': () => [{ eventType: 'purchase', name: null, botScore: false, payload: {} }],
    'routingRules.queues': () => ({ names: ['General'], otherwise: 'General' }),
    'routingRules.vocabulary': () => ({ attributes: [], queues: ['General'] }),
  })
  renderPage(createElement(RoutingRulesPage))
  const names = () => screen.getAllByRole('link', { name: /orders|goods/ }).map(({ textContent }) => textContent)
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Move Large orders' }), { key: 'ArrowDown' })
  await screen.findByText('Unsaved order')
  expect(names()).toEqual(['Digital goods', 'Large orders'])
  await pressButton('Cancel')
  await waitFor(() => expect(screen.queryByText('Unsaved order')).toBeNull())
  expect(names()).toEqual(['Large orders', 'Digital goods'])
  expect(calls.map(({ procedure }) => procedure)).not.toContain('routingRules.reorder')
})
