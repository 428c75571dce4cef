// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordServerDate } from '../../../platform/api/server-clock.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { fillField } from '../../../platform/testing/user-input.ts'
import { caseOf, decidedCase, reviewedCase } from '../testing/case-fixture.ts'
import { refuse, renderCase } from '../testing/case-page.ts'
import './json-tab.tsx'
import { Component } from './case-page.tsx'

beforeEach(() => stubLayout())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  // The clocks agree again.
  recordServerDate(new Date().toUTCString(), Date.now())
})

const minute = 60_000

/** The dialog of a rejection with a note, ready to be sent. */
async function openRejection(note: string): Promise<HTMLElement> {
  await screen.findByRole('button', { name: /^Reject ?Z$/ })
  fireEvent.keyDown(document.body, { key: 'z' })
  const dialog = await screen.findByRole('dialog', { name: /Reject/ })
  fillField(within(dialog).getByRole('textbox'), note)
  fireEvent.keyDown(dialog, { key: '1' })
  return dialog
}
const noteIn = (dialog: HTMLElement) => within(dialog).getByRole<HTMLTextAreaElement>('textbox').value

it.each([-10, 10])('a clock of the browser that is %i minutes wrong changes nothing of the time left', async wrong => {
  // The service is right: its times are those of its clock.
  const serviceNow = Date.now()
  const at = (minutes: number) => new Date(serviceNow + minutes * minute).toISOString()
  vi.useFakeTimers({ now: serviceNow + wrong * minute, shouldAdvanceTime: true, toFake: ['Date'] })
  recordServerDate(new Date(serviceNow).toUTCString(), Date.now())
  const row = reviewedCase()
  if (row.lock === null) throw new Error('The case has no lock.')
  renderCase(Component, { ...row, lock: { ...row.lock, lockedAt: at(-5), expiresAt: at(25) } })
  await screen.findByRole('button', { name: /^Reject ?Z$/ })
  const [left] = screen.getAllByRole('timer')
  expect(left?.textContent).toMatch(/^(?:25:0\d|24:5\d)/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a reviewer whose role was taken away is told so, and keeps the text', async () => {
  const page = renderCase(Component, reviewedCase(), {
    'cases.decide': () => refuse('FORBIDDEN', 403, { capability: 'cases.review', required: 'write' }),
  })
  const dialog = await openRejection('known from the last ring')
  page.set(caseOf({ version: 7, own: { ...caseOf().own, startRefusal: 'readOnly' } }))
  fireEvent.keyDown(dialog, { key: 'Enter', ctrlKey: true })
  await within(dialog).findByText('You don’t have permission to do this')
  expect(noteIn(dialog)).toBe('known from the last ring')
  expect(page.changes()).toEqual(['cases.decide'])
})

it('a decision whose answer the network swallowed is made once: the second try gets the answer of the first', async () => {
  const decided = new Map<string, Response>()
  let dropped = 0
  const page = renderCase(Component, reviewedCase(), { 'cases.decide': () => decidedCase() })
  const { fetch } = globalThis
  globalThis.fetch = (async (request: Request) => {
    if (!request.url.includes('decide')) return fetch(request)
    const key = request.headers.get('idempotency-key') ?? ''
    // As the service does: a key that it has seen gets the stored answer.
    const answer = decided.get(key)?.clone() ?? (await fetch(request))
    decided.set(key, answer.clone())
    if (dropped++ === 0) throw new TypeError('Failed to fetch')
    return answer
  }) as typeof fetch
  const dialog = await openRejection('two countries')
  fireEvent.keyDown(dialog, { key: 'Enter', ctrlKey: true })
  await within(dialog).findByText(/^Not saved. Check your connection/)
  expect(noteIn(dialog)).toBe('two countries')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { level: 1, name: 'All done' })
  expect(decided.size).toBe(1)
  await waitFor(() => expect(page.changes().filter(name => name === 'cases.decide')).toHaveLength(1))
})
