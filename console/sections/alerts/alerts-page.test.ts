// @vitest-environment jsdom
import type { AlertIncident, AlertRule, AlertTarget } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './page/alerts-page.tsx'
import { detail, incident, mailTarget, preview, rule, target } from './testing/alert-samples.ts'

let rules: AlertRule[]
let incidents: AlertIncident[]
let save: (input: Record<string, unknown>) => unknown
let targets: AlertTarget[]
let hasMailServer: boolean
let saveTarget: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stubLayout()
  rules = [rule]
  incidents = [incident]
  targets = []
  hasMailServer = true
  saveTarget = ({ settings: sent }) => ({ ...target, ...Object(sent) })
  save = ({ settings: sent }) => ({ ...rule, settings: sent })
  calls = stubConsoleApi({
    'alertRules.list': () => rules,
    'alertRules.create': input => save(input),
    'alertRules.update': input => save(input),
    'alertRules.remove': () => ({ removed: true }),
    'alertRules.preview': () => preview,
    'alertIncidents.list': () => incidents,
    'alertIncidents.get': () => detail,
    'alertIncidents.act': () => ({ ...incident, status: 'resolved' }),
    'contrast.compare': () => {
      throw new ORPCError('NOT_FOUND')
    },
    'alertTargets.list': () => ({ targets, hasMailServer }),
    'alertTargets.create': input => saveTarget(input),
    'alertTargets.update': input => saveTarget(input),
    'alertTargets.remove': () => ({ removed: true }),
    'search.eventTypes': () => [
      { key: 'Changed', name: 'Account change' },
      { key: 'AccountChange', name: 'Account change', formerOf: 'Changed' },
    ],
    'search.fields': () => [],
  })
})
const show = (query = '') => renderFailingPage(createElement(Component), `${pageAddress}${query}`)
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)

it('an alert says what it watches, its latest value, and what became of its incidents', async () => {
  rules = [rule, { ...rule, id: incident.id, precision: { fired: 5, acted: 0, unheeded: true }, checked: null }]
  show()
  expect(await screen.findAllByText('Rejected: above 20.00%, within 1 hour')).toHaveLength(2)
  expect(screen.getByText('Fired 9 times in the last 90 days, 7 led to an act.')).toBeTruthy()
  expect(screen.getByText(/^Latest 31\.00%, usual 5\.00%/)).toBeTruthy()
  expect(screen.getByText('No one acted')).toBeTruthy()
  expect(screen.getByText(/^Not checked yet/)).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Card testing' })).getAttribute('href')).toContain(
    `incident=${incident.id}`,
  )
})

it('while an alert is typed, it says what would have fired', async () => {
  show()
  await pressButton('New alert')
  expect(await screen.findByText('It would have fired once in the last 90 days.')).toBeTruthy()
  const before = inputsOf('alertRules.preview').length
  fillField(screen.getByRole('textbox', { name: /^Name/ }), 'Any')
  const limit = screen.getByRole('spinbutton', { name: /^Times/ })
  fillField(limit, '5')
  fireEvent.blur(limit)
  await waitFor(() =>
    expect(inputsOf('alertRules.preview').at(-1)).toMatchObject({
      environmentId,
      settings: { condition: { kind: 'rises', times: 5 }, metric: 'transactions' },
    }),
  )
  // The name asks for nothing anew.
  expect(inputsOf('alertRules.preview')).toHaveLength(before + 1)
})

it('an alert watches no former name of an assessment: no event comes under it', async () => {
  show()
  await pressButton('New alert')
  fireEvent.click(await screen.findByRole('combobox', { name: /^Assessment/ }))
  await screen.findByRole('option', { name: 'Account change' })
  expect(screen.getAllByRole('option').map(each => each.textContent)).toEqual(['All assessments', 'Account change'])
})

it('an alert without a limit is neither previewed nor sent', async () => {
  show()
  await pressButton('New alert')
  await screen.findByText('It would have fired once in the last 90 days.')
  const limit = screen.getByRole('spinbutton', { name: /^Times/ })
  fillField(limit, '')
  fireEvent.blur(limit)
  expect(await screen.findByText(/appears here once it is complete/)).toBeTruthy()
  await pressButton('Create')
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(screen.getByText('Enter a number above 1.')).toBeTruthy()
  expect(inputsOf('alertRules.create')).toEqual([])
})

it('a changed alert is sent with its share as a fraction, from its version', async () => {
  show()
  await pressButton('Edit: Card testing')
  const limit = await screen.findByRole('spinbutton', { name: /^Limit/ })
  fillField(limit, '12.5')
  fireEvent.blur(limit)
  await pressButton('Save')
  await waitFor(() =>
    expect(inputsOf('alertRules.update')).toMatchObject([
      {
        alertId: rule.id,
        baseVersion: 3,
        settings: { metric: 'rejectRate', condition: { kind: 'above', value: 0.125 } },
      },
    ]),
  )
})

it('what the service refuses stands at its field', async () => {
  save = () => {
    throw new ORPCError('BAD_REQUEST', {
      status: 400,
      data: { reason: 'validation', issues: [{ path: ['settings', 'name'], message: 'An alert rule exists.' }] },
    })
  }
  show()
  await pressButton('Edit: Card testing')
  fillField(await screen.findByRole('textbox', { name: /^Name/ }), 'Other')
  await pressButton('Save')
  expect(await screen.findByText('Another alert of this environment has this name.')).toBeTruthy()
})

it('an alert is deleted after a question', async () => {
  show()
  await pressButton('Delete: Card testing')
  const question = within(await screen.findByRole('alertdialog'))
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(inputsOf('alertRules.remove')).toMatchObject([{ alertId: rule.id, baseVersion: 3 }]))
})

it('an incident shows its distribution beside earlier weeks, and links to its events', async () => {
  show(`&incident=${incident.id}`)
  expect(await screen.findByText(/^Furthest from usual 42\.00%, usual 5\.00%/)).toBeTruthy()
  expect(screen.getByText('Compared with 4 earlier weeks.')).toBeTruthy()
  const decisions = within(screen.getByRole('table', { name: 'Decision' }))
  expect(decisions.getByRole('row', { name: /Reject 42 42\.00% 5\.00%/ })).toBeTruthy()
  const events = screen.getByRole('link', { name: /See the events of the incident/ }).getAttribute('href') ?? ''
  const query = new URLSearchParams(events.split('?')[1])
  expect(query.getAll('f')).toEqual([
    'at:gte:2026-11-27T00:30:00.000Z',
    'at:lt:2026-11-27T01:40:00.000Z',
    'decision:in:Reject',
  ])
  expect(query.get('sort')).toBe('riskScore:desc')
  const range = { kind: 'time', from: detail.from, to: detail.to }
  await waitFor(() =>
    expect(inputsOf('contrast.compare').at(0)).toMatchObject({
      eventType: 'purchase',
      a: { ...range, weeksBefore: 0 },
      b: { ...range, weeksBefore: 4 },
    }),
  )
})

it('an incident is resolved with whether it led to an act', async () => {
  show(`&incident=${incident.id}`)
  await pressButton('Resolve')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Note' }), { target: { value: 'Blocked the range' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }))
  expect(inputsOf('alertIncidents.act')).toEqual([])
  fireEvent.click(dialog.getByRole('combobox', { name: /Did it lead to an act/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'It led to an act.' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }))
  await waitFor(() =>
    expect(inputsOf('alertIncidents.act')).toMatchObject([
      { incidentId: incident.id, baseVersion: 1, act: { kind: 'resolve', acted: true, note: 'Blocked the range' } },
    ]),
  )
})

it('without alerts and incidents the page says so', async () => {
  rules = []
  incidents = []
  show()
  expect(await screen.findByRole('heading', { name: 'No alerts' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'No incidents' })).toBeTruthy()
})

it('a webhook is added with a secret of its own', async () => {
  show()
  await pressButton('New webhook')
  await pressButton('Create')
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(inputsOf('alertTargets.create')).toEqual([])
  fillField(screen.getByRole('textbox', { name: /^Name/ }), 'Chat')
  fillField(screen.getByRole('textbox', { name: /^Address/ }), 'https://hooks.example/alerts')
  await pressButton('Create')
  await waitFor(() =>
    expect(inputsOf('alertTargets.create')).toMatchObject([
      {
        settings: { name: 'Chat', url: 'https://hooks.example/alerts', enabled: true },
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
      },
    ]),
  )
})

it('a changed webhook keeps its secret unless another is typed, and a refusal stands at its field', async () => {
  targets = [target]
  saveTarget = () => {
    throw new ORPCError('BAD_REQUEST', {
      status: 400,
      data: { reason: 'validation', issues: [{ path: ['settings', 'url'], message: 'This address is private.' }] },
    })
  }
  show()
  expect(await screen.findByText(/^Failed /)).toBeTruthy()
  await pressButton('Edit: Chat')
  fillField(await screen.findByRole('textbox', { name: /^Address/ }), 'https://10.0.0.1/')
  await pressButton('Save')
  expect(await screen.findByText(/^Enter an address that may be called/)).toBeTruthy()
  expect(inputsOf('alertTargets.update')).toMatchObject([{ targetId: target.id, baseVersion: 2, secret: null }])
})

it('an email address is added in the language of the page, and nothing is sent without one', async () => {
  show()
  await pressButton('New email address')
  fillField(await screen.findByRole('textbox', { name: /^Name/ }), 'Team')
  fillField(screen.getByRole('textbox', { name: /^Email address/ }), 'team')
  await pressButton('Create')
  expect(await screen.findByText('Enter an email address such as team@example.com.')).toBeTruthy()
  expect(inputsOf('alertTargets.create')).toEqual([])
  fillField(screen.getByRole('textbox', { name: /^Email address/ }), 'team@shop.example')
  await pressButton('Create')
  await waitFor(() =>
    expect(inputsOf('alertTargets.create')).toMatchObject([
      {
        settings: { kind: 'email', name: 'Team', address: 'team@shop.example', language: 'en-US', enabled: true },
        secret: null,
      },
    ]),
  )
})

it('an email address retains its language when it is changed', async () => {
  targets = [mailTarget]
  show()
  expect(await screen.findByText('team@shop.example')).toBeTruthy()
  await pressButton('Edit: Team')
  expect(await screen.findByRole('dialog', { name: 'Edit email address' })).toBeTruthy()
  await pressButton('Save')
  await waitFor(() =>
    expect(inputsOf('alertTargets.update')).toMatchObject([
      { targetId: mailTarget.id, baseVersion: 4, settings: { address: 'team@shop.example', language: 'de-DE' } },
    ]),
  )
})

it('without an SMTP server the page says so, and email addresses cannot be added', async () => {
  hasMailServer = false
  show()
  expect(await screen.findByText('No email is sent: this installation has no SMTP server.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'New email address' }).hasAttribute('disabled')).toBe(true)
})
