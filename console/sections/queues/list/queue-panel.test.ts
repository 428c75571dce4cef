// @vitest-environment jsdom
import type { Queue } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../../platform/testing/console-api-stub.ts'
import { renderPage, waitForCall } from '../../../platform/testing/lost-session.ts'
import { chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { ana, ben, createCase, createQueue, decisions, general, reviewers } from '../testing/queue-samples.ts'
import { Component } from './queues-page.tsx'

let queues: Queue[]
let calls: RecordedCall[]
let preview: object
let answerSave: (input: Record<string, unknown>) => unknown
const night = createQueue(1, {
  name: 'Night',
  assignedUsers: [ana],
  counts: { pending: 2 },
  rights: { assigned: true },
})
beforeEach(() => {
  queues = [general, night]
  preview = { days: 7, rules: [], cases: 0, checked: 0, complete: true, busiestDay: 0, waitedMinutes: [] }
  answerSave = ({ queueId, settings }) => ({
    ...night,
    ...Object(settings),
    id: queueId,
    assignedUsers: [],
    supervisors: [],
  })
  calls = stubConsoleApi({
    'queues.list': () => queues,
    'queues.get': () => ({ ...night, name: 'Theirs', version: 5, assignedUsers: [ben] }),
    'queues.create': input => answerSave(input),
    'queues.update': input => answerSave(input),
    'queues.cases': () => ({
      rows: [createCase(1, night, { timeoutAt: new Date(Date.now() + 3_600_000).toISOString() })],
      next: null,
      total: 1,
    }),
    'cases.unfinished': () => ({ locked: [], assigned: [], onHold: [], approvals: [] }),
    'queues.preview': () => preview,
    'cases.reviewers': () => reviewers,
    'cases.decisions': () => decisions,
    'search.eventTypes': () => [
      { key: 'purchase', name: 'purchase', search: true, cases: true },
      { key: 'loyalty', name: 'Loyalty', search: true, cases: true },
      { key: 'licences', name: 'Licences', search: true, cases: false },
    ],
  })
})
const openNew = () => renderPage(createElement(Component), `${pageAddress}&do=new`)
const openNight = () => renderPage(createElement(Component), `${pageAddress}&do=edit&queue=${night.id}`)
const findName = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const findDefaultAction = () => screen.findByRole('combobox', { name: 'Default action' })

it('the settings are asked for in the order in which they are decided', async () => {
  openNew()
  await findName()
  expect(screen.getAllByRole('group').flatMap(group => group.querySelector('legend')?.textContent ?? [])).toEqual([
    'Assessment type',
    'Name and description',
    'Review sequence',
    'Time-out and default action',
    'People',
    'Advanced',
  ])
})

it('a new queue begins with the default of its assessment, and is sent once however often it is tried', async () => {
  answerSave = () => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', { status: 409, data: { reason: 'queue.nameTaken' } })
  }
  openNew()
  await waitFor(async () => expect((await findDefaultAction()).textContent).toContain('Approve'))
  await pressButton('Create queue')
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(inputsOf('queues.create')).toEqual([])
  fillField(await findName(), 'Day')
  await pressButton('Create queue')
  expect(await screen.findByText('Another queue of this environment has this name.')).toBeTruthy()
  answerSave = ({ queueId, settings }) => ({ ...night, ...Object(settings), id: queueId })
  fillField(await findName(), 'Day 2')
  await pressButton('Create queue')
  expect(await screen.findByText('Day 2 created.')).toBeTruthy()
  const inputs = inputsOf('queues.create')
  expect(inputs).toMatchObject([
    { assessment: 'purchase', settings: { name: 'Day', defaultAction: 'Approve', transfer: true } },
    { assessment: 'purchase', settings: { name: 'Day 2' } },
  ])
  expect(new Set(inputs.map(({ queueId }) => queueId)).size).toBe(1)
})

it('people are chosen from those who review cases', async () => {
  openNight()
  await findName()
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Supervisors' }), { key: 'ArrowDown' })
  fireEvent.click(await screen.findByRole('option', { name: /^Ben Okafor/ }))
  await pressButton('Save')
  await waitForCall(calls, 'queues.update')
  expect(inputsOf('queues.update')).toMatchObject([
    { baseVersion: 1, settings: { assignedUsers: [ana.id], supervisors: [ben.id] } },
  ])
})

it('what a change does to waiting cases is said before it is saved', async () => {
  openNight()
  await findName()
  fireEvent.click(screen.getByRole('radio', { name: 'Restricted' }))
  expect(await screen.findByText('Saving sorts the waiting cases again: 2.')).toBeTruthy()
  fillField(screen.getByRole('spinbutton', { name: 'Time-out' }), '0.25')
  fireEvent.blur(screen.getByRole('spinbutton', { name: 'Time-out' }))
  expect(await screen.findByText('Cases that time out within 15 minutes after saving: 1.')).toBeTruthy()
})

it('[C9] a change of somebody else is shown beside what was typed, setting by setting', async () => {
  answerSave = () => {
    throw new ORPCError('CONFLICT', { data: { reason: 'version.conflict', changedBy: 'Ben Okafor' } })
  }
  openNight()
  fillField(await findName(), 'Mine')
  await pressButton('Save')
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved changes' }))
  expect(dialog.getByRole('row', { name: 'Name Mine Theirs' })).toBeTruthy()
  expect(dialog.getByRole('row', { name: 'Assigned users Ana Lindqvist Ben Okafor' })).toBeTruthy()
  expect(dialog.getAllByRole('row')).toHaveLength(3)
  answerSave = ({ settings }) => ({ ...night, ...Object(settings), version: 6 })
  await pressButton('Keep mine')
  await waitFor(() => expect(inputsOf('queues.update').map(({ baseVersion }) => baseVersion)).toEqual([1, 5]))
})

it('what was typed comes back after a lost session', async () => {
  answerSave = unanswered
  const page = openNight()
  fillField(await findName(), 'Late night')
  await pressButton('Save')
  await waitForCall(calls, 'queues.update')
  page.loseSession()
  await waitFor(async () => expect((await findName()).value).toBe('Late night'))
})

it('a queue that rules name retains its name', async () => {
  queues = [general, { ...night, routingRules: [{ id: general.id, name: 'Gold customers', draft: false }] }]
  openNight()
  expect((await findName()).readOnly).toBe(true)
  expect(screen.getByText(/Used by routing rules: Gold customers/)).toBeTruthy()
})

it('unsaved input is asked about before the form is closed', async () => {
  openNight()
  fillField(await findName(), 'Unsaved')
  await pressButton('Cancel')
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
  await pressButton('Discard changes')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

it('a name that routing rules already have says what the last days would have brought', async () => {
  preview = {
    days: 7,
    rules: ['To night'],
    cases: 12,
    checked: 40,
    complete: false,
    busiestDay: 5,
    waitedMinutes: [1440, 1441, 3000, 10],
  }
  openNew()
  fillField(await findName(), 'Late orders')
  const text = await screen.findByText(
    'In the last 7 days, 12 cases would have come here by To night, at most 5 on one day.',
  )
  const status = within(text.closest('[role=status]') as HTMLElement)
  expect(status.getByText('Longer than this time-out: 2.')).toBeTruthy()
  expect(status.getByText('Drafts of rules do not count. Only the newest 40 cases were checked.')).toBeTruthy()
  const asked = inputsOf('queues.preview')
  expect(asked.at(-1)).toEqual({ environmentId, name: 'Late orders', assessment: 'purchase' })

  fillField(screen.getByRole('spinbutton', { name: 'Time-out' }), '0.5')
  expect(await status.findByText('Longer than this time-out: 3.')).toBeTruthy()
  // In hours, as an empty target is. 2,400 minutes are fewer than one of the cases waited.
  fillField(screen.getByRole('spinbutton', { name: 'Decision within' }), '40')
  expect(await status.findByText(/Later than the target for the decision: 1\./)).toBeTruthy()
  expect(inputsOf('queues.preview')).toHaveLength(asked.length)
})

it('a name that no rule has brings no preview, and an empty one asks for none', async () => {
  openNew()
  fillField(await findName(), 'Nobody routes here')
  await waitFor(() => expect(inputsOf('queues.preview')).toHaveLength(1))
  expect(screen.queryByText(/would have come here/)).toBeNull()
})

it('another assessment leaves no queue for escalated cases behind', async () => {
  queues = [general, { ...night, supervisors: [ben] }]
  openNew()
  await findName()
  fireEvent.click(screen.getByRole('switch', { name: 'Escalation' }))
  const escalationQueue = { name: 'Queue for escalated cases' }
  await chooseOption(await screen.findByRole('combobox', escalationQueue), 'Night')
  expect(screen.getByRole('combobox', escalationQueue).textContent).toContain('Night')
  await chooseOption(screen.getByRole('combobox', { name: 'Assessment' }), 'Loyalty')
  expect((await screen.findByRole('combobox', escalationQueue)).textContent).not.toContain('Night')
})

it('an assessment without case management is not offered for a new queue', async () => {
  openNew()
  await findName()
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Assessment' }), { key: 'ArrowDown' })
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(option => option.textContent)).toEqual(['Purchase', 'Loyalty']),
  )
})
