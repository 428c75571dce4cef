// @vitest-environment jsdom
import type { ReportAlert } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { AlertsPanel } from './alerts-panel.tsx'

const queueId = '0198a000-0000-4000-8000-000000000010'
const alert: ReportAlert = {
  id: '0198a000-0000-4000-8000-0000000000a1',
  environmentId,
  name: 'Too many breaches',
  metric: 'slaBreachRate',
  period: '7d',
  comparison: 'higherThan',
  value: 0.05,
  queueIds: [],
  reviewerIds: [],
  enabled: true,
  owner: { id: queueId, name: 'Ottilie Brandt' },
  pauseReason: null,
  checked: { at: '2026-11-27T02:00:00.000Z', value: 0.0712 },
  notifiedAt: null,
  version: 3,
}

let alerts: ReportAlert[]
let manage: boolean
let save: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stubLayout()
  alerts = [alert]
  manage = true
  save = ({ settings }) => ({ ...alert, ...Object(settings) })
  calls = stubConsoleApi({
    'caseAlerts.list': () => alerts,
    'caseAlerts.create': input => save(input),
    'caseAlerts.update': input => save(input),
    'caseAlerts.remove': () => ({ removed: true }),
    'queues.list': () => [
      { id: queueId, name: 'Gift cards', environmentId, environmentName: 'Harbor', rights: { manage } },
    ],
    'cases.reviewers': () => [],
    'search.eventTypes': () => [],
  })
})
const show = () => renderFailingPage(createElement(AlertsPanel, { onClose: vi.fn() }), pageAddress)
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const field = (name: string) => screen.getByRole('textbox', { name })

it('an alert says what it watches, its latest value, and why it is off', async () => {
  alerts = [
    alert,
    { ...alert, id: queueId, name: 'Old', enabled: false, pauseReason: 'ownerLostAccess', checked: null },
  ]
  show()
  expect(await screen.findAllByText('SLA breach rate higher than 5.00%, last 7 days')).toHaveLength(2)
  expect(screen.getByText(/^Latest 7\.12%/).textContent).toContain('Ottilie Brandt')
  expect(screen.getByText('Off: the owner lost access')).toBeTruthy()
  expect(screen.getByText(/^Not checked yet/)).toBeTruthy()
})

it('a new alert is sent with its share as a fraction', async () => {
  show()
  await screen.findByText('Too many breaches')
  await pressButton('New alert')
  fillField(await screen.findByRole('textbox', { name: /^Name/ }), 'Breaches')
  const value = screen.getByRole('spinbutton', { name: /^Value/ })
  fillField(value, '12.5')
  fireEvent.blur(value)
  await pressButton('Create')
  await waitFor(() =>
    expect(inputsOf('caseAlerts.create')).toMatchObject([
      {
        environmentId,
        settings: { name: 'Breaches', metric: 'slaBreachRate', comparison: 'higherThan', value: 0.125, enabled: true },
      },
    ]),
  )
})

it('an alert without name and value is not sent', async () => {
  show()
  await screen.findByText('Too many breaches')
  await pressButton('New alert')
  await pressButton('Create')
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(screen.getByText('Enter a number of zero or more.')).toBeTruthy()
  expect(inputsOf('caseAlerts.create')).toEqual([])
})

it('a name that another alert has is refused at its field, and what was typed stays', async () => {
  save = () => {
    throw new ORPCError('BAD_REQUEST', {
      status: 400,
      data: { reason: 'validation', issues: [{ path: ['settings', 'name'], message: 'An alert named Old exists.' }] },
    })
  }
  show()
  await pressButton('Edit: Too many breaches')
  fillField(await screen.findByRole('textbox', { name: /^Name/ }), 'Old')
  await pressButton('Save')
  expect(await screen.findByText('Another alert of this environment has this name.')).toBeTruthy()
  expect(field('Name').getAttribute('value')).toBe('Old')
})

it('a changed alert is saved from its version', async () => {
  show()
  await pressButton('Edit: Too many breaches')
  fillField(await screen.findByRole('textbox', { name: /^Name/ }), 'Breaches')
  await pressButton('Save')
  await waitFor(() =>
    expect(inputsOf('caseAlerts.update')).toMatchObject([
      { alertId: alert.id, baseVersion: 3, settings: { name: 'Breaches', value: 0.05 } },
    ]),
  )
  expect(await screen.findByText('Breaches saved.')).toBeTruthy()
})

it('an alert is deleted after a question', async () => {
  show()
  await pressButton('Delete: Too many breaches')
  const question = within(await screen.findByRole('alertdialog'))
  expect(inputsOf('caseAlerts.remove')).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(inputsOf('caseAlerts.remove')).toMatchObject([{ alertId: alert.id, baseVersion: 3 }]))
})

it('who does not manage cases reads alerts, and changes none', async () => {
  manage = false
  show()
  expect(await screen.findByText('Too many breaches')).toBeTruthy()
  expect(screen.getByText('Only managers of cases change alerts.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New alert' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

it('without alerts the panel says so', async () => {
  alerts = []
  show()
  expect(await screen.findByRole('heading', { name: 'No alerts' })).toBeTruthy()
})
