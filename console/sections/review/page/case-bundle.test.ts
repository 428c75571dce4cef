// @vitest-environment jsdom
import type { Case } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'
import { caseOf, decidedCase, queueId, reviewedCase } from '../testing/case-fixture.ts'
import { renderCase as renderCaseIn } from '../testing/case-page.ts'
import { Component } from './case-page.tsx'
// What the page fetches with its first dialog, and with this tab.
import '../case/case-dialogs.tsx'
import './json-tab.tsx'

const renderCase = (row: Case, answers?: Parameters<typeof renderCaseIn>[2]) => renderCaseIn(Component, row, answers)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const others = ['P-1002', 'P-1003'].map(externalId => ({ eventType: 'purchase', externalId, queueId }))
const leaseToken = reviewedCase().own.leaseToken
const withBundle = (): Case => ({ ...reviewedCase(), own: { ...reviewedCase().own, bundle: others } })

it('a case that nobody reviews can be started with those that belong to it', async () => {
  const page = renderCase(caseOf({ linkedWaiting: 2 }), {
    'cases.lock': () => reviewedCase({ linkedWaiting: 2 }),
    'cases.takeBundle': () => {
      page.set(withBundle())
      return withBundle()
    },
  })
  const take = await button(/^Take all \(2\)/)
  expect(take.getAttribute('aria-keyshortcuts')).toBe('Shift+L')
  fireEvent.keyDown(document.body, { key: 'L', shiftKey: true })
  expect(await screen.findByRole('link', { name: 'P-1003' })).toBeTruthy()
  expect(page.changes()).toEqual(['cases.lock', 'cases.takeBundle'])
  expect(page.calls.find(({ procedure }) => procedure === 'cases.takeBundle')?.input).toMatchObject({
    id: 'P-1001',
    leaseToken,
  })
  expect(screen.queryByRole('button', { name: /^Take all/ })).toBeNull()
})

it('offers no more than fit into a bundle', async () => {
  renderCase(caseOf({ linkedWaiting: 34 }))
  await button(/^Take all \(20\)/)
})

it('offers nothing to those who cannot start a review', async () => {
  renderCase(caseOf({ linkedWaiting: 3, own: { ...caseOf().own, startRefusal: 'readOnly' } }))
  await screen.findAllByText(/P-1001/)
  expect(screen.queryByRole('button', { name: /^Take all/ })).toBeNull()
})

it('one decision can be for all cases of the bundle', async () => {
  const undoUntil = new Date(Date.now() + 60_000).toISOString()
  const page = renderCase(withBundle(), {
    'cases.undoMany': () => {
      page.set(withBundle())
      return ['P-1001', 'P-1002'].map(id => ({ environmentId, eventType: 'purchase', id, result: 'undone' }))
    },
    'cases.decideMany': () => {
      page.set(decidedCase())
      return ['P-1001', 'P-1002', 'P-1003'].map(id => ({
        environmentId,
        eventType: 'purchase',
        id,
        result: id === 'P-1003' ? 'case.alreadyDecided' : 'applied',
        by: null,
        at: null,
        undoUntil: id === 'P-1003' ? null : undoUntil,
      }))
    },
  })
  await button(/^Reject ?Z$/)
  fireEvent.keyDown(document.body, { key: 'z' })
  const opened = await dialog('Reject')
  fireEvent.click(within(opened).getByRole('switch', { name: /Decide all 3 cases/ }))
  fireEvent.keyDown(opened, { key: '1' })
  fireEvent.click(within(opened).getByRole('button', { name: 'Submit' }))
  await screen.findByText(/Reject: 2 of 3 cases decided/)
  const sent = page.calls.find(({ procedure }) => procedure === 'cases.decideMany')?.input
  expect(sent).toMatchObject({ decision: 'Reject', cases: [{ id: 'P-1001' }, { id: 'P-1002' }, { id: 'P-1003' }] })
  expect(page.changes()).not.toContain('cases.decide')
  fireEvent.keyDown(document.body, { key: 'U', shiftKey: true })
  await screen.findByText('Decision undone for 2 of 2 cases')
  expect(page.calls.find(({ procedure }) => procedure === 'cases.undoMany')?.input).toMatchObject({
    cases: [{ id: 'P-1001' }, { id: 'P-1002' }],
  })
  expect(await screen.findByRole('link', { name: 'P-1003' })).toBeTruthy()
})

it('without the switch only this case is decided', async () => {
  const page = renderCase(withBundle(), { 'cases.decide': () => decidedCase() })
  await button(/^Reject ?Z$/)
  fireEvent.keyDown(document.body, { key: 'z' })
  const opened = await dialog('Reject')
  fireEvent.keyDown(opened, { key: '1' })
  fireEvent.click(within(opened).getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(page.changes()).toContain('cases.decide'))
  expect(page.changes()).not.toContain('cases.decideMany')
})

it('all of them can be returned with a note', async () => {
  const page = renderCase(withBundle(), { 'cases.releaseBundle': () => ({ released: 3 }) })
  await button(/^Return all \(3\)/)
  fireEvent.keyDown(document.body, { key: 'X', shiftKey: true })
  const opened = await dialog('Return all (3)')
  fireEvent.click(within(opened).getByRole('button', { name: /Send back/ }))
  await waitFor(() => expect(page.changes()).toContain('cases.releaseBundle'))
  expect(page.calls.find(({ procedure }) => procedure === 'cases.releaseBundle')?.input).toMatchObject({ leaseToken })
})
