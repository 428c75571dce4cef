// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readsMayStart } from '../../../platform/api/paint-first.ts'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { caseOf, decidedCase, queueId, reviewedCase, rowOf } from '../testing/case-fixture.ts'
import { refuse, renderCase } from '../testing/case-page.ts'
import { Component } from './case-page.tsx'
// What the page fetches with its first dialog, and with this tab.
import '../case/case-dialogs.tsx'
import './json-tab.tsx'

const second = { id: '0198a000-0000-7000-8000-0000000000c2', externalId: 'P-1002' }
const third = { id: '0198a000-0000-7000-8000-0000000000c3', externalId: 'P-1003' }
const lastDecision = /^Reject ?Z$/

/** The page of P-1001 under review, which P-1002 follows. The decision is answered by `decided`. */
function renderReview(answers: Parameters<typeof renderCase>[2], search?: string) {
  let reviewed: string | null = null
  const page = renderCase(
    Component,
    reviewedCase(),
    {
      'cases.get': ({ id }) =>
        id === 'P-1001' ? reviewedCase() : reviewed === id ? reviewedCase(second) : caseOf(second),
      'queues.cases': () => ({ rows: [rowOf(second), rowOf(third)], next: null, total: 2 }),
      'queues.next': () => {
        reviewed = 'P-1002'
        return { case: reviewedCase(second), underReview: 0 }
      },
      ...answers,
    },
    search,
  )
  const openDialog = async () => {
    await found('button', /^Reject ?Z/)
    await waitFor(() =>
      expect(page.calls.some(({ procedure, input }) => procedure === 'cases.get' && input['id'] === 'P-1002')).toBe(
        true,
      ),
    )
    fireEvent.keyDown(document.body, { key: '2' })
    return foundDialog('Reject')
  }
  const submit = async (note?: string) => {
    const dialog = await openDialog()
    if (note !== undefined) fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: note } })
    fireEvent.click(within(dialog).getByText('Submit'))
  }
  return { ...page, openDialog, submit }
}
/** Parts of the page that nobody sees: the next case, which is prepared, and the page behind a dialog. */
const unseen = '[hidden], [inert], [aria-hidden="true"], [style*="display: none"]'
const titleShown = () =>
  [...document.querySelectorAll('h1')]
    .filter(title => title.closest(unseen) === null)
    .map(title => title.textContent)
    .join()
/**
 * Waits for an element by its tag and text: to look for roles and names in two whole pages takes a part of a second each
 * time, and is what other tests prove.
 */
const found = (tag: 'h1' | 'button', text: RegExp) =>
  waitFor(() => {
    const element = [...document.querySelectorAll<HTMLElement>(tag)].find(
      each => text.test(each.textContent) && each.closest(unseen) === null,
    )
    if (element === undefined) throw new Error(`There is no ${tag} ${text}.`)
    return element
  })
/** Waits for a dialog by its title. */
const foundDialog = (title: string) =>
  waitFor(() => {
    const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].find(
      each => document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.textContent === title,
    )
    if (dialog === undefined) throw new Error(`There is no dialog ${title}.`)
    return dialog
  })
const shows = (id: string) => found('h1', new RegExp(id))

/** An answer that comes when the test lets it. */
function heldAnswer<Value>() {
  let answer = (_: () => Value) => undefined as void
  const pending = new Promise<Value>((resolve, reject) => {
    answer = produce => {
      try {
        resolve(produce())
      } catch (error) {
        reject(error as Error)
      }
    }
  })
  return { pending, answer: (produce: () => Value) => answer(produce) }
}

it('the next case is shown before the decision is answered, and its buttons wait until its review has begun', async () => {
  const decision = heldAnswer<unknown>()
  const page = renderReview({ 'cases.decide': () => decision.pending })
  await page.submit()
  await shows('P-1002')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Start review' })).toBeNull()
  const waiting = await found('button', /^Reject ?Z/)
  expect(waiting.getAttribute('aria-disabled')).toBe('true')
  expect(page.changes()).toEqual(['cases.decide'])
  decision.answer(() => decidedCase())
  await waitFor(() =>
    expect(screen.getByRole('button', { name: lastDecision }).getAttribute('aria-disabled')).not.toBe('true'),
  )
  expect(page.changes()).toEqual(['cases.decide', 'queues.next'])
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'z' })
  await screen.findByRole('dialog', { name: 'Reject' })
})

it('the next case is drawn ahead although a part of it cannot be read, which is not tried again before it is shown', async () => {
  const page = renderReview({ 'cases.similar': () => refuse('INTERNAL_SERVER_ERROR', 500, {}) })
  const isDrawn = () => [...document.querySelectorAll('h1')].some(title => title.textContent?.includes('P-1002'))
  await waitFor(() => expect(isDrawn()).toBe(true))
  const tries = page.calls.filter(({ procedure, input }) => procedure === 'cases.similar' && input['id'] === 'P-1002')
  expect(tries).toHaveLength(1)
})

it('the next case is shown before the address names it', async () => {
  const decision = heldAnswer<unknown>()
  const page = renderReview({ 'cases.decide': () => decision.pending }, `?env=${environmentId}`)
  await page.submit()
  // No frame has passed: the address follows with the next.
  expect(titleShown()).toContain('P-1002')
  expect(page.router.state.location.pathname).toContain('P-1001')
  await waitFor(() => expect(page.router.state.location.pathname).toContain('P-1002'))
  await waitFor(() => expect(page.changes()).toEqual(['cases.decide']))
  // The address of before names its own case again, whose decision is still under way.
  await act(() => page.router.navigate(-1))
  await screen.findByRole('dialog', { name: 'Reject' })
  decision.answer(() => decidedCase())
})

it('a next case that has gone to another queue leaves the case before in the history', async () => {
  const otherQueue = '0198a000-0000-7000-8000-0000000000e2'
  const page = renderReview(
    {
      'cases.decide': () => heldAnswer<unknown>().pending,
      'cases.get': ({ id }) => (id === 'P-1001' ? reviewedCase() : caseOf({ ...second, queueId: otherQueue })),
    },
    `?env=${environmentId}`,
  )
  await page.submit()
  const path = () => page.router.state.location.pathname
  await waitFor(() => expect(path()).toMatch(new RegExp(`${otherQueue}.*P-1002`)))
  await act(() => page.router.navigate(-1))
  expect(path()).toContain('P-1001')
})

/** With a tab of the case before, the next case is shown when the address names it; without, before that. */
describe.each([
  ['with its address', '?tab=json'],
  ['before its address', `?env=${environmentId}`],
])('the next case shown %s', (_, search) => {
  it('who goes elsewhere in the frame of the key stays there', async () => {
    const page = renderReview({ 'cases.decide': () => heldAnswer<unknown>().pending }, search)
    await page.openDialog()
    fireEvent.click(screen.getByText('Submit'))
    await act(() => page.router.navigate('/elsewhere'))
    await waitFor(() => expect(readsMayStart()).toBeNull())
    expect(page.router.state.location.pathname).toBe('/elsewhere')
  })

  it('a decision that was refused after the next case was shown returns to its case, dialog and text', async () => {
    const decision = heldAnswer<unknown>()
    const page = renderReview({ 'cases.decide': () => decision.pending }, search)
    await page.submit('the card is stolen')
    await shows('P-1002')
    decision.answer(() =>
      refuse('CONFLICT', 409, {
        reason: 'case.alreadyDecided',
        case: { by: 'Ben Berg', at: new Date().toISOString(), decision: 'Approve', reason: 'Low risk', until: null },
      }),
    )
    const dialog = await foundDialog('Reject')
    await waitFor(() => expect(dialog.textContent).toContain('Ben Berg'))
    expect(dialog.querySelector('textarea')?.value).toBe('the card is stolen')
    expect(page.router.state.location.pathname).toContain('/P-1001')
    // The page behind a dialog has no headings for assistive technology.
    await waitFor(() => expect(document.title).toContain('P-1001'))
    expect(page.changes()).toEqual(['cases.decide'])
  })

  it('an answer that was lost returns, and the same decision is sent again', async () => {
    const lost = heldAnswer<unknown>()
    let sent = 0
    const page = renderReview({ 'cases.decide': () => (sent++ === 0 ? lost.pending : decidedCase()) }, search)
    await page.submit()
    await shows('P-1002')
    lost.answer(() => refuse('SERVICE_UNAVAILABLE', 500, undefined))
    const dialog = await foundDialog('Reject')
    await within(dialog).findByText(/Something went wrong/)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    await shows('P-1002')
    await waitFor(() => expect(page.changes()).toEqual(['cases.decide', 'cases.decide', 'queues.next']))
  })

  it('an answer that is there before the next case is drawn changes nothing of the page', async () => {
    const page = renderReview({ 'cases.decide': () => refuse('SERVICE_UNAVAILABLE', 500, undefined) }, search)
    await page.submit()
    const dialog = await foundDialog('Reject')
    await within(dialog).findByText(/Something went wrong/)
    expect(page.router.state.location.pathname).toContain('/P-1001')
  })

  it('a case that a colleague was faster to take gives way to the one after it', async () => {
    const page = renderReview(
      {
        'cases.decide': () => decidedCase(),
        'cases.get': ({ id }) =>
          id === 'P-1001' ? reviewedCase() : id === 'P-1003' ? reviewedCase(third) : caseOf(second),
        'queues.next': () => ({ case: reviewedCase(third), underReview: 1 }),
      },
      search,
    )
    await page.submit()
    await shows('P-1003')
    await found('button', /^Reject ?Z/)
  })

  it('when the service has no further case, the queue says that all is done', async () => {
    const page = renderReview(
      {
        'cases.decide': () => decidedCase(),
        'queues.next': () => ({ case: null, underReview: 1 }),
      },
      search,
    )
    await page.submit()
    await shows('All done')
  })

  it('a next review that is refused returns to the decided case, and says why', async () => {
    const next = heldAnswer<unknown>()
    const page = renderReview({ 'cases.decide': () => decidedCase(), 'queues.next': () => next.pending }, search)
    await page.submit()
    await shows('P-1002')
    next.answer(() => refuse('TOO_MANY_REQUESTS', 429, { reason: 'locks.limit', case: null }))
    await screen.findByRole('dialog', { name: 'The review was not started' })
    expect(page.router.state.location.pathname).toContain('/P-1001')
  })
})

it('a decision that fails after its reviewer has gone elsewhere is reported there, and leads back to its text', async () => {
  const decision = heldAnswer<unknown>()
  const page = renderReview({ 'cases.decide': () => decision.pending })
  await page.submit('two countries')
  await shows('P-1002')
  await page.router.navigate(`/casemanagement/queues/${queueId}`)
  await shows('/casemanagement/queues')
  decision.answer(() => refuse('SERVICE_UNAVAILABLE', 500, undefined))
  expect((await screen.findAllByText('P-1001 is not decided. Open the case to try again.')).length).toBeGreaterThan(0)
  await pressButton('Go to P-1001')
  await shows('P-1001')
  fireEvent.keyDown(document.body, { key: '2' })
  const dialog = await screen.findByRole('dialog', { name: 'Reject' })
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('two countries')
})

it('a reviewer who has gone elsewhere is given no further case', async () => {
  const decision = heldAnswer<unknown>()
  const page = renderReview({ 'cases.decide': () => decision.pending })
  await page.submit()
  await shows('P-1002')
  await page.router.navigate('/elsewhere')
  await shows('/elsewhere')
  decision.answer(() => decidedCase())
  await screen.findAllByText(/P-1001 decided: Reject/)
  expect(page.changes()).toEqual(['cases.decide'])
})

it('the case that follows is named on one button with its key, and is opened without a lock', async () => {
  const page = renderReview({})
  const next = await screen.findByRole('button', { name: /^Next: P-1002, score/ })
  expect(next.getAttribute('aria-keyshortcuts')).toBe('.')
  expect(screen.queryByRole('button', { name: /^Next case/ })).toBeNull()
  fireEvent.click(next)
  await waitFor(() => expect(page.router.state.location.pathname).toContain('/P-1002'))
  expect(page.changes()).toEqual([])
})

/** The next case after two frames: it is painted, and its review has not begun. */
const painted = async (id: string) => {
  await shows(id)
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
}
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const later = () => new Promise(resolve => setTimeout(resolve, 50))

it('the last key that is pressed before the next review begins works when it has begun', async () => {
  const decision = heldAnswer<unknown>()
  const page = renderReview({ 'cases.decide': () => decision.pending })
  await page.submit()
  await painted('P-1002')
  press('e')
  press('.')
  press('z')
  await later()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(page.changes()).toEqual(['cases.decide'])
  decision.answer(() => decidedCase())
  await screen.findByRole('dialog', { name: 'Reject' })
  expect(page.router.state.location.pathname).toContain('/P-1002')
  // The dialog of the key, and no decision: that takes another key.
  expect(page.changes()).toEqual(['cases.decide', 'queues.next'])
})

it('a key from before the next case was painted is for the case before, and is dropped', async () => {
  const decision = heldAnswer<unknown>()
  const page = renderReview({ 'cases.decide': () => decision.pending })
  await page.submit()
  const { timeStamp } = new Event('time')
  await painted('P-1002')
  const early = new KeyboardEvent('keydown', { key: 'z', bubbles: true })
  Object.defineProperty(early, 'timeStamp', { value: timeStamp })
  document.body.dispatchEvent(early)
  decision.answer(() => decidedCase())
  await waitFor(() => expect(page.changes()).toEqual(['cases.decide', 'queues.next']))
  await later()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a key is dropped when another case is shown than the one it was pressed for', async () => {
  const next = heldAnswer<unknown>()
  const page = renderReview({
    'cases.decide': () => decidedCase(),
    'cases.get': ({ id }) =>
      id === 'P-1001' ? reviewedCase() : id === 'P-1003' ? reviewedCase(third) : caseOf(second),
    'queues.next': () => next.pending,
  })
  await page.submit()
  await painted('P-1002')
  press('z')
  next.answer(() => ({ case: reviewedCase(third), underReview: 1 }))
  await shows('P-1003')
  await found('button', /^Reject ?Z/)
  await later()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a key is dropped when the next review does not begin', async () => {
  const next = heldAnswer<unknown>()
  const page = renderReview({ 'cases.decide': () => decidedCase(), 'queues.next': () => next.pending })
  await page.submit()
  await painted('P-1002')
  press('z')
  next.answer(() => refuse('SERVICE_UNAVAILABLE', 500, undefined))
  const start = await screen.findByRole('button', { name: 'Start review' })
  await later()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(start)
  await later()
  expect(screen.queryByRole('dialog', { name: 'Reject' })).toBeNull()
})
