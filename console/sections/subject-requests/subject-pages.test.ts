// @vitest-environment jsdom
import type { SubjectHold, SubjectMatch, SubjectPlan, SubjectRequest } from '@assay/risk-service/contract'
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
import { stubTableLayout } from '../../platform/testing/table-rows.ts'
import { Component as RequestsPage } from './requests/requests-page.tsx'
import { Component as SearchPage } from './search/search-page.tsx'

const id = '40000000-0000-4000-8000-000000000001'
const match: SubjectMatch = {
  environmentId,
  environmentName: 'Harbor',
  eventType: 'purchase',
  assessment: 'Purchase',
  externalId: 'P-1',
  eventId: id,
  at: '2026-11-20T12:00:00.000Z',
  observations: 2,
  labels: 1,
  caseState: 'Pending',
}
const hold: SubjectHold = {
  id,
  environmentId,
  environmentName: 'Harbor',
  // The names of the service: those of the system are shown in the language of the user.
  assessments: [
    { key: 'accountlogin', name: 'AccountLogin' },
    { key: 'locker', name: 'Locker pick-up' },
    { key: 'purchase', name: 'The purchase' },
  ],
  attribute: 'user.userId',
  value: 'u_1',
  reason: 'Lawsuit 7',
  owner: 'Mo',
  setAt: '2026-11-20T12:00:00.000Z',
  until: '2027-03-31T23:59:59.999Z',
}
const planOf = (more: Partial<SubjectPlan> = {}): SubjectPlan => ({
  events: 1,
  openCases: 1,
  lines: [
    { store: 'events', outcome: 'deleted', count: 1 },
    { store: 'notes', outcome: 'deleted', count: 0 },
    { store: 'activityLog', outcome: 'pseudonymised', count: 3 },
    { store: 'aggregates', outcome: 'kept', count: null },
  ],
  pending: false,
  holds: [],
  unsearched: 0,
  ...more,
})
const requestOf = (more: Partial<SubjectRequest> = {}): SubjectRequest => ({
  id,
  environmentId,
  type: 'delete',
  status: 'complete',
  phase: 'log',
  assessments: ['Purchase'],
  attribute: 'user.userId',
  requestor: 'Mo',
  requestedAt: '2026-11-20T12:00:00.000Z',
  finishedAt: '2026-11-20T12:00:05.000Z',
  events: 9,
  total: 9,
  failure: null,
  lines: [],
  file: null,
  hasReceipt: true,
  ...more,
})

let calls: RecordedCall[]
let matches: SubjectMatch[]
let plan: SubjectPlan
let requests: SubjectRequest[]
let create: () => SubjectRequest
let preview: () => SubjectPlan
beforeEach(() => {
  stubLayout()
  stubTableLayout()
  matches = [match]
  plan = planOf()
  requests = [requestOf()]
  create = () => requestOf({ status: 'pending' })
  preview = () => plan
  calls = stubConsoleApi({
    'subjectRequests.assessments': () => ({
      assessments: [
        { key: 'purchase', name: 'Purchase', attributes: [{ path: 'user.userId', since: null }] },
        {
          key: 'Locker',
          name: 'Locker',
          attributes: [
            { path: 'metadata.eventId', since: null },
            { path: 'user.id', since: '2026-11-01T00:00:00.000Z' },
          ],
        },
      ],
    }),
    'subjectRequests.find': () => ({ count: matches.length, matches, nextCursor: null }),
    'subjectRequests.preview': () => preview(),
    'subjectRequests.create': () => create(),
    'subjectRequests.list': () => ({ requests, nextCursor: null }),
    'subjectRequests.holds': () => ({ holds: [hold] }),
    'subjectRequests.release': () => ({ lifted: true }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const subject = { AssessmentName: 'purchase', PropertyName: 'user.userId', PropertyValue: 'u_1' }

async function search(value = 'u_1') {
  const router = renderFailingPage(createElement(SearchPage))
  fireEvent.change(await screen.findByRole('textbox', { name: /Value/ }), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  return router
}

describe('the search', () => {
  it('lists the events of the value as it was typed, which does not stay in the address', async () => {
    const router = await search()
    expect(await screen.findByText('1 event found')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'P-1' })).toBeTruthy()
    expect(inputsOf('subjectRequests.find')).toMatchObject([{ environmentId, ...subject }])
    expect(router.state.location.search).not.toContain('u_1')
  })

  it('says when nothing was found, and offers neither export nor deletion', async () => {
    matches = []
    await search()
    expect(await screen.findByText('No data was found for this subject.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true)
  })

  it('says since when an attribute finds events', async () => {
    renderFailingPage(createElement(SearchPage), `${pageAddress}&assessment=Locker&attribute=user.id`)
    expect(await screen.findByText(/user\.id has been a data subject ID since Nov 1, 2026/)).toBeTruthy()
  })
})

describe('a deletion', () => {
  const open = async () => {
    const router = await search()
    await screen.findByText('1 event found')
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Review the request')
    return router
  }
  const confirm = () => screen.getByRole('button', { name: 'Confirm' })

  it('shows per store what goes and what stays, and needs the value again', async () => {
    const router = await open()
    expect(await screen.findByText('Will be deleted')).toBeTruthy()
    expect(screen.getByText('Will be pseudonymised')).toBeTruthy()
    expect(screen.getByText('Stays')).toBeTruthy()
    expect(screen.getByText(/^Nothing found in/).textContent).toContain('notes')
    const typed = screen.getByRole('textbox', { name: 'Type the value to confirm' })
    fireEvent.change(typed, { target: { value: 'U_1' } })
    expect(confirm()).toHaveProperty('disabled', true)
    fireEvent.change(typed, { target: { value: 'u_1' } })
    fireEvent.click(confirm())
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/subject/requests'))
    expect(inputsOf('subjectRequests.create')).toEqual([{ environmentId, type: 'delete', ...subject }])
  })

  it('says how many values are not searched for in texts of others', async () => {
    plan = planOf({ unsearched: 2 })
    await open()
    expect(await screen.findByText(/^2 values of this person are too short or too common/)).toBeTruthy()
  })

  it('of too many events says so, before and after it was submitted', async () => {
    const refuse = () => {
      throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'subject.limit' } })
    }
    create = refuse
    await open()
    await screen.findByText('Will be deleted')
    fireEvent.change(screen.getByRole('textbox', { name: 'Type the value to confirm' }), { target: { value: 'u_1' } })
    fireEvent.click(confirm())
    expect(await screen.findByText(/^More than 200,000 events were found/)).toBeTruthy()
    cleanup()
    preview = refuse
    await open()
    expect(await screen.findByText(/^More than 200,000 events were found/)).toBeTruthy()
    expect(confirm()).toHaveProperty('disabled', true)
  })

  it('under a legal hold says whose it is until when, and cannot be confirmed', async () => {
    plan = planOf({ holds: [hold] })
    await open()
    expect(await screen.findByText(/Legal hold of/)).toBeTruthy()
    expect(screen.getByText('Account login, Locker pick-up, and Purchase')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: 'Type the value to confirm' }), { target: { value: 'u_1' } })
    expect(confirm()).toHaveProperty('disabled', true)
  })

  it('that was submitted meanwhile by another says so', async () => {
    create = () => {
      throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'subject.pending' } })
    }
    await open()
    await screen.findByText('Will be deleted')
    fireEvent.change(screen.getByRole('textbox', { name: 'Type the value to confirm' }), { target: { value: 'u_1' } })
    fireEvent.click(confirm())
    expect(await screen.findByText('A request for this subject is already pending.')).toBeTruthy()
  })
})

describe('the requests', () => {
  it('have their state, file and receipt', async () => {
    requests = [
      requestOf(),
      requestOf({ id: id.replace(/1$/, '2'), type: 'export', hasReceipt: false, events: 0, total: 0 }),
      requestOf({
        id: id.replace(/1$/, '3'),
        type: 'export',
        hasReceipt: false,
        events: 4,
        file: { state: 'expired', bytes: 1, until: '2026-11-01T00:00:00.000Z' },
      }),
      requestOf({ id: id.replace(/1$/, '4'), status: 'failed', failure: 'hold', hasReceipt: false }),
      requestOf({ id: id.replace(/1$/, '5'), status: 'pending', phase: 'remove', events: 3, hasReceipt: false }),
    ]
    renderFailingPage(createElement(RequestsPage))
    const table = within(await screen.findByRole('grid', { name: /Subject requests of this environment/ }))
    expect(await table.findByText('Complete: 9 events')).toBeTruthy()
    expect(table.getByText('Complete: No data was found for this subject.')).toBeTruthy()
    expect(table.getByText('Expired')).toBeTruthy()
    expect(table.getByText(/^Failed: a legal hold/)).toBeTruthy()
    expect(table.getByText('Pending: 3 of 9 events')).toBeTruthy()
    expect(table.getByRole('button', { name: 'Receipt' })).toBeTruthy()
  })

  it('are filtered by the address', async () => {
    renderFailingPage(createElement(RequestsPage), `${pageAddress}&type=delete&status=failed`)
    await screen.findByRole('grid')
    expect(inputsOf('subjectRequests.list')[0]).toMatchObject({ type: 'delete', status: 'failed' })
  })

  it('stand below the legal holds in force, which are lifted on confirmation', async () => {
    renderFailingPage(createElement(RequestsPage))
    const holds = within(await screen.findByRole('region', { name: 'Legal holds in force' }))
    expect(holds.getByText('Lawsuit 7')).toBeTruthy()
    fireEvent.click(holds.getByRole('button', { name: 'Lift the hold' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Lift the hold' }))
    await waitFor(() => expect(inputsOf('subjectRequests.release')).toEqual([{ environmentId, holdId: id }]))
  })

  it('are none yet', async () => {
    requests = []
    renderFailingPage(createElement(RequestsPage))
    expect(await screen.findByText('No requests were submitted yet.')).toBeTruthy()
  })
})
