// @vitest-environment jsdom
import type { Preferences } from '@assay/risk-service/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { loadPreferences, storedPreferences } from '../../../platform/testing/preferences.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { createCase, createQueue, decisions, general, reviewers } from '../testing/queue-samples.ts'
import { Component } from './queue-page.tsx'

let preferences: { version: number; preferences: Preferences }
let calls: RecordedCall[]
beforeEach(() => {
  stubTableLayout()
  const queue = createQueue(1, { name: 'Digital goods', counts: { pending: 1 } })
  const rows = [createCase(1, queue)]
  preferences = storedPreferences({})
  calls = stubConsoleApi({
    'queues.get': () => queue,
    'queues.list': () => [general, queue],
    'queues.cases': ({ view }) => ({
      rows: view === 'pending' ? rows : [],
      next: null,
      total: view === 'pending' ? 1 : 0,
    }),
    'cases.unfinished': () => ({ locked: [], assigned: [], onHold: [], approvals: [] }),
    'cases.reviewers': () => reviewers,
    'cases.decisions': () => decisions,
    'preferences.get': () => preferences,
    'preferences.update': ({ changes }) => {
      const tables = { ...preferences.preferences.tables, ...(changes as Pick<Preferences, 'tables'>).tables }
      preferences = { ...storedPreferences({ tables }), version: preferences.version + 1 }
      return preferences
    },
  })
})
const headers = () =>
  within(screen.getByRole('grid', { name: 'Pending review' }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
async function columns(): Promise<(string | null)[]> {
  await loadPreferences()
  renderFailingPage(createElement(Component), pageAddress)
  const grid = within(await screen.findByRole('grid', { name: 'Pending review' }))
  await grid.findByRole('columnheader', { name: /score/i })
  return headers()
}

/** What the page has sent to be stored for the grid. */
const sentTables = () =>
  calls.flatMap(({ procedure, input }) =>
    procedure === 'preferences.update' ? [(input['changes'] as { tables?: Preferences['tables'] }).tables ?? {}] : [],
  )
const openColumns = async () => {
  const [ofPending] = await screen.findAllByRole('button', { name: 'Columns' })
  if (ofPending) fireEvent.click(ofPending)
}

it('[S54] a hidden and a moved column are as the person left them, not so for somebody else, and can be reset', async () => {
  const initial = await columns()
  await openColumns()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Amount' }))
  await pressButton('Move Time in queue towards the start')
  await waitFor(() =>
    expect(sentTables().at(-1)).toMatchObject({
      'cases/pending': { order: expect.arrayContaining(['inQueue']), visibility: { amount: false } },
    }),
  )
  const tables = sentTables().at(-1) ?? {}
  cleanup()
  preferences = storedPreferences({ tables })
  const own = await columns()
  const left = initial.filter(name => name !== 'Amount')
  const [time, queued] = [left.indexOf('Transaction date'), left.indexOf('Time in queue')]
  expect(own).toEqual(left.with(time, 'Time in queue').with(queued, 'Transaction date'))
  await openColumns()
  await pressButton('Reset columns')
  await waitFor(() => expect(headers()).toEqual(initial))
  cleanup()
  // Somebody else has nothing of it.
  preferences = storedPreferences({})
  expect(await columns()).toEqual(initial)
})
