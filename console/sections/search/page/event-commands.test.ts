// @vitest-environment jsdom
import { defaultCaseConfiguration } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { storedPreferences } from '../../../platform/testing/preferences.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem, chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { Component } from './search-page.tsx'

const event = (externalId: string, decision: string, email: string) => ({
  eventId: `id of ${externalId}`,
  eventType: 'purchase',
  environmentId,
  externalId,
  at: '2026-11-21T10:00:00Z',
  decision,
  riskScore: 700,
  amount: 1250,
  currency: 'EUR',
  email,
  label: null,
})
const customList = {
  id: '0198a000-0000-7000-8000-0000000000b1',
  name: 'Resellers',
  source: 'csv',
  columns: ['Name', 'Mail'],
}
let calls: RecordedCall[] = []
let answerLock: () => unknown
let answerLists: () => unknown
beforeEach(() => {
  answerLists = () => ({ rows: [customList], total: 1, nextCursor: null })
  stubTableLayout()
  answerLock = () => ({ queueId: 'q', environmentId, eventType: 'purchase', externalId: 'P-1' })
  calls = stubConsoleApi({
    'preferences.get': () => storedPreferences({}),
    'savedViews.list': () => [],
    'personalData.get': () => ({ masked: [] }),
    'search.events': () => ({
      rows: [event('P-1', 'Review', 'ana@shop.example'), event('P-2', 'Approve', 'Ana@shop.example')],
      nextCursor: null,
      queryMs: 7,
    }),
    'search.count': () => ({ count: 2, queryMs: 1 }),
    'search.fields': () => [],
    'search.eventTypes': () => [{ key: 'purchase', name: 'purchase', search: true }],
    'cases.decisions': () => defaultCaseConfiguration,
    'cases.decideMany': () => [
      { environmentId, eventType: 'purchase', id: 'P-1', result: 'applied', by: null, at: null, undoUntil: null },
    ],
    'cases.lock': () => answerLock(),
    'search.sendLabels': ({ events }) =>
      (events as { environmentId: string; id: string }[]).map(({ environmentId: environment, id }, index) => ({
        environmentId: environment,
        id,
        result: index === 0 ? 'refused' : 'sent',
      })),
    'customLists.list': () => answerLists(),
    'customLists.append': () => ({ added: 1, unchanged: 0 }),
    'supportLists.save': () => ({ added: 1, updated: 0, unchanged: 0 }),
  })
})
const inputsOf = (procedure: string) => calls.filter(each => each.procedure === procedure).map(({ input }) => input)
/** Puts the focus in a row, which shows its menu then. */
async function focusRow(id: string) {
  const link = await screen.findByRole('link', { name: id })
  act(() => link.focus())
}
async function tickAll() {
  await screen.findByRole('checkbox', { name: 'Select P-2' })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }))
  await screen.findByRole('button', { name: 'Decide cases' })
}

it('the cases of ticked events are decided together: only those that can be open', async () => {
  renderFailingPage(createElement(Component))
  await tickAll()
  await chooseMenuItem('Decide cases', 'Reject')
  const dialog = await screen.findByRole('dialog', { name: 'Reject: 1 case' })
  await chooseOption(within(dialog).getByRole('combobox', { name: /Reason/ }), 'Abuse')
  await pressButton('Reject 1')
  expect(await screen.findByText('Applied: 1. Not applied: 0.')).toBeTruthy()
  expect(inputsOf('cases.decideMany')).toMatchObject([
    { cases: [{ environmentId, eventType: 'purchase', id: 'P-1' }], decision: 'Reject', reason: 'Abuse' },
  ])
})

it('values of ticked events are added to a column of a custom list', async () => {
  renderFailingPage(createElement(Component))
  await tickAll()
  await pressButton('Add to list')
  const dialog = await screen.findByRole('dialog', { name: /^Add values/ })
  await chooseOption(within(dialog).getByRole('combobox', { name: /^List/ }), 'Resellers')
  await chooseOption(within(dialog).getByRole('combobox', { name: /^Column/ }), 'Mail')
  await pressButton('Add 1 value')
  expect(await screen.findByText('1 value was added to “Resellers”.')).toBeTruthy()
  expect(inputsOf('customLists.append')).toMatchObject([
    { listId: customList.id, column: 'Mail', values: ['ana@shop.example'] },
  ])
  expect(inputsOf('supportLists.save')).toEqual([])
})

it('a label is sent for the ticked events, with what became of each', async () => {
  renderFailingPage(createElement(Component))
  await tickAll()
  await pressButton('Send label')
  const dialog = await screen.findByRole('dialog', { name: 'Send a label for 2 events' })
  expect(within(dialog).getByText('None of them has a label.')).toBeTruthy()
  await pressButton('Label 2 events')
  expect(inputsOf('search.sendLabels')).toEqual([])
  await chooseOption(within(dialog).getByRole('combobox', { name: /Label/ }), 'Not fraud')
  await fillField(within(dialog).getByRole('textbox', { name: /Reason/ }), ' Known customer ')
  await pressButton('Label 2 events')
  expect(await screen.findByText('Sent: 1. Not sent: 1.')).toBeTruthy()
  expect(screen.getByText('Its assessment takes no labels.')).toBeTruthy()
  expect(inputsOf('search.sendLabels')).toMatchObject([
    {
      eventType: 'purchase',
      events: [
        { environmentId, id: 'P-1' },
        { environmentId, id: 'P-2' },
      ],
      label: 'NonFraud',
      reason: 'Known customer',
    },
  ])
})

it('values of ticked events are added to a list, each once', async () => {
  renderFailingPage(createElement(Component))
  await tickAll()
  await pressButton('Add to list')
  await screen.findByRole('dialog', { name: 'Add values of 2 events to a list' })
  fillField(await screen.findByRole('textbox', { name: /^Reason/ }), 'Ring of resellers')
  await pressButton('Add 1 value')
  await waitFor(() =>
    expect(inputsOf('supportLists.save')).toMatchObject([
      { list: 'email', values: ['ana@shop.example'], status: 'Block', reason: 'Ring of resellers' },
    ]),
  )
})

it('the review of a waiting case starts from its row, and a refusal says who was faster', async () => {
  answerLock = () => {
    throw new ORPCError('CONFLICT', {
      status: 409,
      defined: true,
      data: { reason: 'case.lockedByOther', case: { by: 'Ben', at: null, decision: null, reason: null, until: null } },
    })
  }
  const router = renderFailingPage(createElement(Component))
  await focusRow('P-1')
  await chooseMenuItem('Actions for P-1', 'Start review')
  expect(await screen.findByText('Ben is reviewing this case.')).toBeTruthy()
  answerLock = () => ({ queueId: 'q', environmentId, eventType: 'purchase', externalId: 'P-1' })
  await chooseMenuItem('Actions for P-1', 'Start review')
  await waitFor(() => expect(router.state.location.pathname).toContain('/casemanagement/queues/q/purchase/'))
})

it('no review is offered where nothing waits for one', async () => {
  renderFailingPage(createElement(Component))
  await focusRow('P-2')
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for P-2' }), { key: 'Enter' })
  expect(await screen.findByRole('menuitem', { name: 'Add to list' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Start review' })).toBeNull()
})

/** Rights to change custom lists, and no support list. */
const customOnly = () =>
  withCapabilities(createElement(Component), capabilities => ({ ...capabilities, 'lists.support': 'read' }))

it('who may change custom lists only is told when there are none', async () => {
  answerLists = () => ({ rows: [], total: 0, nextCursor: null })
  renderFailingPage(customOnly())
  await tickAll()
  await pressButton('Add to list')
  const dialog = await screen.findByRole('dialog', { name: 'No list to add values to' })
  expect(within(dialog).getByRole('link', { name: 'Open custom lists' }).getAttribute('href')).toContain(
    '/data/lists/custom',
  )
})

it('custom lists that cannot be read are asked for again, without the fields of a support list', async () => {
  answerLists = () => {
    throw new ORPCError('FORBIDDEN')
  }
  renderFailingPage(customOnly())
  await tickAll()
  await pressButton('Add to list')
  const dialog = await screen.findByRole('dialog', { name: /to a list$/ })
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})

it('who may change neither kind of list is offered no list at all', async () => {
  renderFailingPage(
    withCapabilities(createElement(Component), capabilities => ({
      ...capabilities,
      'lists.support': 'read',
      'lists.custom': 'read',
    })),
  )
  await tickAll()
  expect(screen.queryByRole('button', { name: 'Add to list' })).toBeNull()
})
