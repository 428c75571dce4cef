// @vitest-environment jsdom
import type { Case } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publishLiveEvent } from '../../../platform/live/live-events.ts'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import {
  caseOf,
  decidedCase,
  foreignCase,
  lockOf,
  minute,
  otherQueueId,
  queueId,
  reviewedCase,
  rowOf,
} from '../testing/case-fixture.ts'
import { refuse, renderCase as renderCaseIn } from '../testing/case-page.ts'
import { Component } from './case-page.tsx'
// What the page fetches with its first dialog, and with this tab.
import '../case/case-dialogs.tsx'
import './json-tab.tsx'

const renderCase = (row: Case, answers?: Parameters<typeof renderCaseIn>[2]) => renderCaseIn(Component, row, answers)
/** The key on a button is a part of its name. */
const approveButton = /^Approve ?A$/
const rejectButton = /^Reject ?Z$/
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
/** A sentence whose names are elements of their own. */
const sentence = (text: RegExp) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && text.test(element.textContent)
const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key })
const changed = (row: { id: string }) => publishLiveEvent({ kind: 'cases', environmentId, queueId, caseId: row.id })

it('a case that nobody reviews offers to start, and then its decisions with their keys', async () => {
  const page = renderCase(caseOf(), {
    'cases.lock': () => {
      page.set(reviewedCase())
      return reviewedCase()
    },
  })
  const start = await button('Start review')
  expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
  expect(start.getAttribute('aria-keyshortcuts')).toBe('S')
  press('s')
  const approve = await button(approveButton)
  expect(approve.getAttribute('aria-keyshortcuts')).toBe('A')
  expect(await button(rejectButton)).toBeTruthy()
  expect(await button(/Escalate/)).toBeTruthy()
  expect(screen.getByRole('timer', { name: 'Review time left' }).textContent).toMatch(/3[12]:\d\d/)
})

it('two keys make a routine decision, with its reason, and the next case opens', async () => {
  const next = reviewedCase({ id: '0198a000-0000-7000-8000-0000000000c2', externalId: 'P-1002' })
  const page = renderCase(reviewedCase(), {
    'cases.decide': () => decidedCase(),
    'queues.next': () => ({ case: next, underReview: 0 }),
  })
  await button(rejectButton)
  press('2')
  const opened = await dialog('Reject')
  const submit = within(opened).getByRole('button', { name: 'Submit' })
  await waitFor(() => expect(document.activeElement).toBe(submit))
  fireEvent.click(submit)
  await screen.findByRole('heading', { level: 1, name: /P-1002/ })
  const sent = page.calls.find(({ procedure }) => procedure === 'cases.decide')?.input
  expect(sent).toMatchObject({
    id: 'P-1001',
    decision: 'Reject',
    reason: 'Stolen card',
    leaseToken: reviewedCase().own.leaseToken,
  })
  expect(page.router.state.location.pathname).toContain('/P-1002')
})

it('a reason is required, digits choose it, and Control Enter submits', async () => {
  const page = renderCase(reviewedCase(), { 'cases.decide': () => decidedCase() })
  await button(approveButton)
  press('a')
  const opened = await dialog('Approve')
  const submit = within(opened).getByRole('button', { name: 'Submit' })
  expect(submit.getAttribute('aria-disabled')).toBe('true')
  press('4', opened)
  await waitFor(() => expect(submit.getAttribute('aria-disabled')).toBe('false'))
  expect(within(opened).getByRole<HTMLButtonElement>('radio', { name: 'Verified customer' }).ariaChecked).toBe('true')
  const note = within(opened).getByRole('textbox', { name: 'Note (optional)' })
  fillField(note, 'called')
  // In the note a digit is text.
  press('1', note)
  fireEvent.keyDown(note, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(page.changes()).toContain('cases.decide'))
  expect(page.calls.find(({ procedure }) => procedure === 'cases.decide')?.input).toMatchObject({
    decision: 'Approve',
    reason: 'Verified customer',
    note: 'called',
  })
  await screen.findByRole('heading', { level: 1, name: 'All done' })
})

it('questions without an answer are listed and block the decision', async () => {
  const question = { id: '0198a000-0000-7000-8000-0000000000e1', label: 'Called the customer?', kind: 'yesNo' as const }
  renderCase(reviewedCase({ checklist: [{ ...question, answer: null }] }))
  await button(approveButton)
  press('1')
  const opened = await dialog('Approve')
  within(opened).getByText('Called the customer?')
  expect(within(opened).getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBe('true')
})

it('an answer that is lost leaves dialog and text, and the same decision is sent again', async () => {
  const keys: (string | null)[] = []
  let failures = 1
  const page = renderCase(reviewedCase(), {
    'cases.decide': () => {
      if (failures-- > 0) return refuse('SERVICE_UNAVAILABLE', 500, undefined)
      return decidedCase()
    },
  })
  const { fetch } = globalThis
  globalThis.fetch = ((request: Request) => {
    if (request.url.includes('decide')) keys.push(request.headers.get('idempotency-key'))
    return fetch(request)
  }) as typeof fetch
  await button(rejectButton)
  press('z')
  const opened = await dialog('Reject')
  fillField(within(opened).getByRole('textbox', { name: 'Note (optional)' }), 'two countries')
  press('1', opened)
  fireEvent.keyDown(opened, { key: 'Enter', ctrlKey: true })
  await within(opened).findByText(/Something went wrong/)
  expect(within(opened).getByRole<HTMLTextAreaElement>('textbox').value).toBe('two countries')
  fireEvent.click(within(opened).getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { level: 1, name: 'All done' })
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(page.changes().filter(name => name === 'cases.decide')).toHaveLength(2)
})

it('a lock that was lost while typing says so, keeps the text, and can be taken again', async () => {
  const page = renderCase(reviewedCase(), {
    'cases.decide': ({ leaseToken }) =>
      leaseToken === reviewedCase().own.leaseToken
        ? refuse('GONE', 410, {
            reason: 'lock.lost',
            case: { by: null, at: null, decision: null, reason: null, until: new Date().toISOString() },
          })
        : decidedCase(),
    'cases.lock': () => {
      const again = reviewedCase({
        version: 9,
        own: { ...reviewedCase().own, leaseToken: '0198a000-0000-7000-8000-0000000000d2' },
      })
      page.set(again)
      return again
    },
  })
  await button(rejectButton)
  press('z')
  const opened = await dialog('Reject')
  fillField(within(opened).getByRole('textbox'), 'a long note')
  press('1', opened)
  page.set(caseOf({ version: 8 }))
  fireEvent.keyDown(opened, { key: 'Enter', ctrlKey: true })
  await within(opened).findByText(/Your review time ended/)
  fireEvent.click(await within(opened).findByRole('button', { name: 'Start review again' }))
  await waitFor(() => expect(within(opened).queryByText(/Your review time ended/)).toBeNull())
  expect(within(opened).getByRole<HTMLTextAreaElement>('textbox').value).toBe('a long note')
  fireEvent.keyDown(opened, { key: 'Enter', ctrlKey: true })
  await screen.findByRole('heading', { level: 1, name: 'All done' })
  expect(page.calls.filter(({ procedure }) => procedure === 'cases.decide').at(-1)?.input).toMatchObject({
    note: 'a long note',
  })
})

it('a decision that another one made turns the page read-only within two seconds, and blocks the open dialog', async () => {
  const page = renderCase(reviewedCase())
  await button(rejectButton)
  press('a')
  const opened = await dialog('Approve')
  page.set(decidedCase())
  changed(caseOf())
  await within(opened).findByText(sentence(/Ben Berg already decided: Reject \(Stolen card\)/), {}, { timeout: 2_000 })
  expect(within(opened).getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(within(opened).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: approveButton })).toBeNull()
  screen.getByText(sentence(/by Ben Berg/))
})

it('a review that a manager ends is reported assertively, with who did it', async () => {
  const page = renderCase(reviewedCase(), {
    'cases.history': () => [
      {
        id: '0198a000-0000-7000-8000-0000000000f1',
        kind: 'force-released',
        at: new Date().toISOString(),
        by: { id: '0198a000-0000-7000-8000-0000000000b3', name: 'Max Manager' },
        details: {},
      },
    ],
  })
  await button(rejectButton)
  page.set(caseOf({ version: 9 }))
  changed(caseOf())
  const notice = await screen.findByText(sentence(/Max Manager ended your review/), {}, { timeout: 2_500 })
  expect(notice.closest('[role="alert"]')).not.toBeNull()
  expect(await button('Start review again')).toBeTruthy()
})

it('near the end of the lock the reviewer is asked, Enter goes on, and the dialog closes', async () => {
  const page = renderCase(reviewedCase({ lock: lockOf(undefined, minute) }), {
    'cases.extend': () => {
      page.set(reviewedCase({ version: 7 }))
      return reviewedCase({ version: 7 })
    },
  })
  const asked = await dialog('Still reviewing?')
  const goOn = within(asked).getByRole('button', { name: 'Continue reviewing' })
  await waitFor(() => expect(document.activeElement).toBe(goOn))
  within(asked).getByRole('button', { name: 'Send back now' })
  fireEvent.click(goOn)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Still reviewing?' })).toBeNull())
  expect(page.changes()).toEqual(['cases.extend'])
})

it('a lock that runs out turns the page to viewing without an answer of the service', async () => {
  renderCase(reviewedCase({ lock: lockOf(undefined, 700) }))
  await dialog('Still reviewing?')
  await screen.findByText(/Your lock ended at/, {}, { timeout: 3_000 })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: approveButton })).toBeNull()
})

it('a decision can be taken back by its key while none of its effects has left', async () => {
  const page = renderCase(reviewedCase(), {
    'cases.decide': () => decidedCase({ undoUntil: new Date(Date.now() + 5_000).toISOString() }),
    'cases.undo': () => {
      page.set(reviewedCase({ version: 6 }))
      return reviewedCase({ version: 6 })
    },
  })
  await button(rejectButton)
  press('2')
  fireEvent.click(within(await dialog('Reject')).getByRole('button', { name: 'Submit' }))
  await screen.findByRole('heading', { level: 1, name: 'All done' })
  expect((await screen.findAllByText(/P-1001 decided: Reject/)).length).toBeGreaterThan(0)
  press('u')
  await button(rejectButton)
  expect(page.changes()).toEqual(['cases.decide', 'queues.next', 'cases.undo'])
})

it('the offer to take a decision back ends with its time', async () => {
  renderCase(reviewedCase(), {
    'cases.decide': () => decidedCase({ undoUntil: new Date(Date.now() + 600).toISOString() }),
  })
  await button(rejectButton)
  press('2')
  fireEvent.click(within(await dialog('Reject')).getByRole('button', { name: 'Submit' }))
  await button('Undo')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull(), { timeout: 2_500 })
})

it('a colleague’s review can be watched, not joined: the next case can be taken', async () => {
  const page = renderCase(foreignCase())
  await screen.findByText(/has been reviewing this case since/)
  expect(screen.queryByRole('button', { name: 'Start review' })).toBeNull()
  fireEvent.click(await button(/Start with the next case/))
  await screen.findByRole('heading', { level: 1, name: 'All done' })
  expect(page.changes()).toEqual(['queues.next'])
})

it('who was slower by a moment is told by whom, and can take the next case', async () => {
  const page = renderCase(caseOf(), {
    'cases.lock': () => {
      page.set(foreignCase())
      return refuse('CONFLICT', 409, {
        reason: 'case.lockedByOther',
        case: { by: 'Ben Berg', at: new Date().toISOString(), decision: null, reason: null, until: null },
      })
    },
  })
  await pressButton('Start review')
  const refused = await dialog('The review was not started')
  expect(refused.textContent).toContain('Ben Berg has been reviewing this case')
  fireEvent.click(within(refused).getByRole('button', { name: 'View only' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('in a queue that is worked in order another case offers the next one alone', async () => {
  renderCase(caseOf({ own: { ...caseOf().own, startRefusal: 'restricted' } }))
  await screen.findByText('This queue is worked in order.')
  expect((await screen.findAllByRole('button', { name: /Start with the next case/ })).length).toBeGreaterThan(0)
})

it('a case in another queue corrects the address and says so', async () => {
  const page = renderCase(caseOf({ queueId: otherQueueId, queueName: 'Digital goods' }))
  await screen.findByText(/the address was corrected/)
  expect(page.router.state.location.pathname).toContain(otherQueueId)
  expect(page.router.state.location.search).toContain('tab=json')
})

it('an event that does not exist is a page of its own', async () => {
  renderCase(caseOf(), {
    'cases.get': () => refuse('NOT_FOUND', 404, undefined),
    'events.get': () => refuse('NOT_FOUND', 404, undefined),
  })
  await screen.findByRole('heading', { level: 1, name: 'Event not found or no longer kept' })
})

it('a hold ends at a preset time and needs a reason', async () => {
  const page = renderCase(reviewedCase(), { 'cases.hold': () => caseOf({ state: 'OnHold', version: 5 }) })
  await button(/Hold/)
  press('h')
  const opened = await dialog('Put case on hold')
  const submit = within(opened).getByRole('button', { name: 'Hold' })
  expect(submit.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(within(opened).getByRole('radio', { name: 'In one week' }))
  fillField(within(opened).getByRole('textbox', { name: /Reason/ }), 'asked the bank')
  fireEvent.click(submit)
  await waitFor(() => expect(page.changes()).toContain('cases.hold'))
  const { until, reason } = page.calls.find(({ procedure }) => procedure === 'cases.hold')?.input as {
    until: string
    reason: string
  }
  expect(reason).toBe('asked the bank')
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * minute)
})

it('a challenge is asked for with its key, for a day unless the reviewer says otherwise', async () => {
  const page = renderCase(reviewedCase(), { 'cases.challenge': () => caseOf({ state: 'OnHold', version: 5 }) })
  await button(/Challenge/)
  press('c')
  const opened = await dialog('Request a challenge')
  const hours = within(opened).getByRole('spinbutton', { name: /Hours/ })
  const submit = within(opened).getByRole('button', { name: 'Request challenge' })
  fillField(hours, '200')
  await waitFor(() => expect(submit.getAttribute('aria-disabled')).toBe('true'))
  fillField(hours, '48')
  fillField(within(opened).getByRole('textbox', { name: /Note/ }), 'asked by phone')
  fireEvent.click(submit)
  await waitFor(() => expect(page.changes()).toContain('cases.challenge'))
  const call = page.calls.find(({ procedure }) => procedure === 'cases.challenge')
  expect(call?.input).toMatchObject({ hours: 48, note: 'asked by phone', leaseToken: reviewedCase().own.leaseToken })
})

it('a challenge that the service refuses says why', async () => {
  renderCase(reviewedCase(), {
    'cases.challenge': () => refuse('CONFLICT', 409, { reason: 'challenge.noAction' }),
  })
  await button(/Challenge/)
  press('c')
  const opened = await dialog('Request a challenge')
  fireEvent.click(within(opened).getByRole('button', { name: 'Request challenge' }))
  await within(opened).findByText('No action that requests a challenge is configured for this assessment.')
})

const requestedAt = '2025-01-02T09:00:00.000Z'
it.each([
  ['passed', /The customer passed the challenge/],
  ['failed', /The customer failed the challenge/],
  ['abandoned', /The customer abandoned the challenge/],
] as const)('the answer to a challenge is shown (%s)', async (result, text) => {
  renderCase(reviewedCase({ challenge: { requestedAt, delivery: 'delivered', answer: { result, at: requestedAt } } }))
  await screen.findByText(text)
})

it('a queue without challenges has no button for one', async () => {
  renderCase(reviewedCase({ actions: { escalation: true, hold: true, transfer: true, challenge: false } }))
  await button(/Hold/)
  expect(screen.queryByRole('button', { name: /Challenge/ })).toBeNull()
})

it('the event of the case that follows is fetched ahead, and not locked', async () => {
  const page = renderCase(reviewedCase(), {
    'queues.cases': () => ({
      rows: [rowOf({ id: '0198a000-0000-7000-8000-0000000000c2', externalId: 'P-1002' })],
      next: null,
      total: 1,
    }),
  })
  await waitFor(() =>
    expect(page.calls.some(({ procedure, input }) => procedure === 'events.get' && input['id'] === 'P-1002')).toBe(
      true,
    ),
  )
  expect(page.changes()).toEqual([])
})

it('all quick decisions stand in a menu with their keys', async () => {
  renderCase(reviewedCase())
  fireEvent.keyDown(await button('Quick decisions'), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Approve: Account rehabilitated ?3$/ }))
  await dialog('Approve')
})

it('a second person who chooses blindly decides without seeing the first choice', async () => {
  const waiting = caseOf({
    state: 'AwaitingApproval',
    approval: {
      requestedBy: { id: '0198a000-0000-7000-8000-0000000000b1', name: 'Ben Berg' },
      requestedAt: new Date().toISOString(),
      choice: null,
    },
    own: { ...caseOf().own, startRefusal: 'awaitingApproval', mayApprove: true },
  })
  const page = renderCase(waiting, { 'cases.approve': () => decidedCase({ via: 'Approval' }) })
  await screen.findByText(sentence(/It is hidden until a second person decides/))
  await button(rejectButton)
  press('z')
  const opened = await dialog('Reject')
  press('1', opened)
  fireEvent.keyDown(opened, { key: 'Enter', ctrlKey: true })
  await screen.findByText(sentence(/by Ben Berg/))
  expect(page.changes()).toEqual(['cases.approve'])
})

it('who decided first can withdraw while the second person has not', async () => {
  const page = renderCase(
    caseOf({
      state: 'AwaitingApproval',
      approval: {
        requestedBy: { id: 'user', name: 'Engineer' },
        requestedAt: new Date().toISOString(),
        choice: { decision: 'Approve', caseAction: 'Approve', reason: 'Low risk', note: '' },
      },
      own: { ...caseOf().own, startRefusal: 'awaitingApproval' },
    }),
    { 'cases.withdraw': () => caseOf({ version: 8 }) },
  )
  await pressButton('Withdraw decision')
  await button('Start review')
  expect(page.changes()).toEqual(['cases.withdraw'])
})

it('a decided case shows who decided and how, and managers retry what was not delivered', async () => {
  const failed = {
    id: '0198a000-0000-7000-8000-0000000000f1',
    kind: 'status' as const,
    state: 'failed' as const,
    attempts: 10,
    nextAttemptAt: null,
  }
  const page = renderCase(
    decidedCase({ note: 'holder did not order', followUps: [failed] }, { own: { ...caseOf().own, manager: true } }),
    { 'cases.retryFollowUps': () => decidedCase() },
  )
  await screen.findByText('holder did not order')
  screen.getByText('Follow-up failed: 1')
  expect(screen.queryByRole('button', { name: /Reject/ })).toBeNull()
  await pressButton('Try again')
  await waitFor(() => expect(page.changes()).toEqual(['cases.retryFollowUps']))
})

it('a manager ends the review of another person after a confirmation', async () => {
  const page = renderCase(
    { ...foreignCase(), own: { ...foreignCase().own, manager: true } },
    { 'cases.forceRelease': () => caseOf({ version: 5 }) },
  )
  await pressButton('End their review')
  const confirm = await screen.findByRole('alertdialog')
  fireEvent.click(within(confirm).getByRole('button', { name: 'End their review' }))
  await button('Start review')
  expect(page.changes()).toEqual(['cases.forceRelease'])
})

it('a decision that is no longer configured blocks the dialog that is open', async () => {
  const page = renderCase(reviewedCase())
  await button(rejectButton)
  press('z')
  const opened = await dialog('Reject')
  const [approve] = reviewedCase().decisions
  page.set(reviewedCase({ version: 5, decisions: approve ? [approve] : [] }))
  changed(caseOf())
  await within(opened).findByText(/This decision is no longer available/, {}, { timeout: 2_500 })
  fireEvent.click(within(opened).getByRole('button', { name: 'Reload decisions' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: rejectButton })).toBeNull()
})

it('tags are changed by key or button, against the version that is shown', async () => {
  const page = renderCase(reviewedCase({ tags: ['ring'] }), {
    'cases.setTags': () => reviewedCase({ tags: [], version: 7 }),
  })
  await button(/^Tags/)
  press('#')
  const opened = await dialog('Change tags')
  fireEvent.click(within(opened).getByRole('button', { name: /Remove ring/ }))
  fireEvent.click(within(opened).getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.calls.find(({ procedure }) => procedure === 'cases.setTags')?.input).toMatchObject({
    tags: [],
    baseVersion: 2,
  })
})

it('who only looks walks along the queue without taking a lock', async () => {
  const next = rowOf({ id: '0198a000-0000-7000-8000-0000000000c2', externalId: 'P-1002' })
  const page = renderCase(caseOf(), { 'queues.cases': () => ({ rows: [caseOf(), next], next: null, total: 2 }) })
  await screen.findByText(/1 of 2/)
  press(']')
  await waitFor(() => expect(page.router.state.location.pathname).toContain('/P-1002'))
  expect(page.changes()).toEqual([])
})
