// @vitest-environment jsdom
import type { AlertPreview, AlertRule } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { createQueryClient } from '../../platform/api/query-client.ts'
import { comparison, finding } from '../../platform/contrast/testing/comparison.ts'
import { pageAddress, type RecordedCall, stubConsoleApi, unanswered } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { chooseOption, fillField, pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './page/alerts-page.tsx'
import { detail, incident, preview, rule, target } from './testing/alert-samples.ts'

const ruleId = '0198a000-0000-4000-8000-0000000000d1'
let calls: RecordedCall[]
let rules: () => AlertRule[]
let shownIncident: typeof detail
let eventTypes: () => { key: string; name: string }[]
let answerPreview: () => AlertPreview | Promise<AlertPreview>
beforeEach(() => {
  stubLayout()
  rules = () => [rule]
  shownIncident = detail
  answerPreview = () => preview
  eventTypes = () => [
    { key: 'purchase', name: 'Purchase' },
    { key: 'accountlogin', name: 'Account login' },
  ]
  calls = stubConsoleApi({
    'alertRules.list': () => rules(),
    'alertRules.preview': () => answerPreview(),
    'alertIncidents.list': () => [incident],
    'alertIncidents.get': () => shownIncident,
    'alertIncidents.act': () => ({ ...incident, status: 'acknowledged' }),
    'alertTargets.list': () => ({ targets: [target], hasMailServer: true }),
    'contrast.compare': () => comparison([finding()]),
    'search.eventTypes': () => eventTypes(),
    'search.fields': () => [],
    'rules.list': () => [{ id: ruleId, name: 'Stolen cards' }],
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const refuse = (): never => {
  throw new ORPCError('INTERNAL_SERVER_ERROR')
}
const dialog = async () => within(await screen.findByRole('dialog'))

it('an incident that is opened from the list has the focus on its title and its name in the tab', async () => {
  renderFailingPage(createElement(Component))
  const link = await screen.findByRole('link', { name: incident.name })
  link.focus()
  fireEvent.click(link)
  await waitFor(() => expect(document.title).toContain(incident.name))
  const title = screen.getByRole('heading', { level: 1 })
  expect(title.textContent).toBe(incident.name)
  expect(document.activeElement).toBe(title)
})

it('who may only read sees alerts and incidents without a way to change them', async () => {
  renderFailingPage(withReadAccess(createElement(Component)))
  expect(await screen.findByText('Rejected: above 20.00%, within 1 hour')).toBeTruthy()
  expect(await screen.findByRole('link', { name: incident.name })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(New|Edit|Delete)/ })).toBeNull()
  expect(inputsOf('alertTargets.list')).toEqual([])
})

it('a list that cannot be read offers to try again', async () => {
  rules = refuse
  renderFailingPage(createElement(Component))
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
  rules = () => [rule]
  fireEvent.click(screen.getByRole('button', { name: /Retry|Try again/ }))
  expect(await screen.findByText('Rejected: above 20.00%, within 1 hour')).toBeTruthy()
})

it('what could not be refreshed says so', async () => {
  const queries = createQueryClient()
  renderFailingPage(createElement(Component), pageAddress, queries)
  expect(await screen.findByText('Rejected: above 20.00%, within 1 hour')).toBeTruthy()
  rules = refuse
  await act(() => queries.refetchQueries())
  expect(await screen.findByText(/^The figures could not be refreshed/)).toBeTruthy()
  expect(screen.getByText('Rejected: above 20.00%, within 1 hour')).toBeTruthy()
})

it('what tells an incident apart is compared once, though its end moves', async () => {
  const queries = createQueryClient()
  renderFailingPage(createElement(Component), `${pageAddress}&incident=${incident.id}`, queries)
  await waitFor(() => expect(inputsOf('contrast.compare')).toHaveLength(1))
  expect(await screen.findByText('D-1')).toBeTruthy()
  shownIncident = { ...detail, to: '2026-11-27T01:50:00.000Z', version: 2 }
  await act(() => queries.refetchQueries())
  const events = screen.getByRole('link', { name: /See the events of the incident/ })
  await waitFor(() => expect(decodeURIComponent(events.getAttribute('href') ?? '')).toContain('01:50:00'))
  expect(new Set(inputsOf('contrast.compare').map(input => JSON.stringify(input))).size).toBe(1)
})

it('an act refers to the version of the incident that was seen when it began', async () => {
  const queries = createQueryClient()
  renderFailingPage(createElement(Component), `${pageAddress}&incident=${incident.id}`, queries)
  await pressButton('Acknowledge')
  const question = await dialog()
  shownIncident = { ...detail, version: 2, peak: { ...detail.peak, value: 0.55 } }
  await act(() => queries.refetchQueries())
  expect(await screen.findByText(/^Furthest from usual 55/)).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(inputsOf('alertIncidents.act')).toMatchObject([{ baseVersion: 1 }]))
})

it('the preview of another metric is not shown in the unit of the next one', async () => {
  renderFailingPage(createElement(Component))
  await pressButton('New alert')
  expect(await screen.findByText('It would have fired once in the last 90 days.')).toBeTruthy()
  answerPreview = unanswered
  await chooseOption((await dialog()).getByRole('combobox', { name: /^Figure/ }), 'Rejected')
  await waitFor(() =>
    expect(inputsOf('alertRules.preview').at(-1)).toMatchObject({ settings: { metric: 'rejectRate' } }),
  )
  expect(screen.queryByText('It would have fired once in the last 90 days.')).toBeNull()
})

it('a field that the service does not know leaves the preview incomplete', async () => {
  rules = () => [
    { ...rule, settings: { ...rule.settings, metric: 'fillRate', eventType: 'purchase', field: 'user.email' } },
  ]
  renderFailingPage(createElement(Component))
  await pressButton('Edit: Card testing')
  expect(await screen.findByText('It would have fired once in the last 90 days.')).toBeTruthy()
  answerPreview = () => {
    throw new ORPCError('BAD_REQUEST', {
      status: 400,
      data: { reason: 'validation', issues: [{ path: ['settings', 'field'], message: 'There is no field.' }] },
    })
  }
  fillField((await dialog()).getByRole('textbox', { name: /^Field/ }), 'user.e')
  expect(await screen.findByText(/appears here once it is complete/)).toBeTruthy()
  expect(screen.queryByText(/There is no field/)).toBeNull()
})

it('another assessment has other rules', async () => {
  rules = () => [
    {
      ...rule,
      settings: {
        ...rule.settings,
        metric: 'ruleHits',
        eventType: 'purchase',
        ruleId,
        condition: { kind: 'above', value: 5 },
      },
    },
  ]
  renderFailingPage(createElement(Component))
  await pressButton('Edit: Card testing')
  const fields = await dialog()
  const chosen = fields.getByRole('combobox', { name: /^Rule/ })
  await waitFor(() => expect(chosen.textContent).toContain('Stolen cards'))
  await chooseOption(fields.getByRole('combobox', { name: /^Assessment/ }), 'Account login')
  await waitFor(() => expect(inputsOf('rules.list').at(-1)).toMatchObject({ eventType: 'accountlogin' }))
  await pressButton('Save')
  expect(await fields.findByText('Choose a rule.')).toBeTruthy()
  expect(inputsOf('alertRules.update')).toEqual([])
})

it('assessments that cannot be read offer to try again', async () => {
  const answer = eventTypes
  eventTypes = refuse
  renderFailingPage(createElement(Component))
  await pressButton('New alert')
  const fields = await dialog()
  expect(await fields.findByText('This could not be loaded')).toBeTruthy()
  eventTypes = answer
  fireEvent.click(fields.getByRole('button', { name: /Retry|Try again/ }))
  await waitFor(() => expect(fields.queryByText('This could not be loaded')).toBeNull())
  await chooseOption(fields.getByRole('combobox', { name: /^Assessment/ }), 'Account login')
})

it('a webhook is named as one when it is deleted', async () => {
  renderFailingPage(createElement(Component))
  await pressButton('Delete: Chat')
  expect(await screen.findByRole('alertdialog', { name: 'Delete webhook Chat?' })).toBeTruthy()
})
