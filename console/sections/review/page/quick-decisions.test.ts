// @vitest-environment jsdom
import type { Case, QuickDecision } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { decidedCase, reviewedCase } from '../testing/case-fixture.ts'
import { renderCase as renderCaseIn } from '../testing/case-page.ts'
import { Component } from './case-page.tsx'
// What the page fetches with its first dialog, and with this tab.
import '../case/case-dialogs.tsx'
import './json-tab.tsx'

const lowRisk: QuickDecision = {
  key: '1',
  label: 'Fine',
  decision: 'Approve',
  reason: 'Low risk',
  note: '{amount}, score {score}, {email}: {reason}',
  lists: [],
  tag: null,
}
const watch: QuickDecision = {
  ...lowRisk,
  key: '4',
  label: 'Approve and watch',
  note: 'Watched',
  lists: [
    { list: 'email', status: 'Watch', days: 30 },
    { list: 'device', status: 'Watch', days: null },
    { list: 'ip', status: 'Watch', days: 7 },
  ],
  tag: 'watched',
}
const row = (change: Partial<Case> = {}) =>
  reviewedCase({
    quickDecisions: [lowRisk, watch],
    email: 'ana@shop.example',
    listedValues: [
      { list: 'email', value: 'ana@shop.example' },
      { list: 'device', value: 'd-1' },
    ],
    ...change,
  })
const render = (shown = row()) => renderCaseIn(Component, shown, { 'cases.decide': () => decidedCase() })
const press = (key: string) => fireEvent.keyDown(document.body, { key })

it('the digits of a queue with quick decisions are its own, and printed on their buttons', async () => {
  render()
  const quick = await screen.findByRole('button', { name: /Approve and watch/ })
  expect(quick.getAttribute('aria-keyshortcuts')).toBe('4')
  expect(screen.queryByRole('button', { name: /Approve: Wrong decision/ })).toBeNull()
  press('2')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('digit and Enter decide: the reason is chosen and the note filled in', async () => {
  const page = render()
  await screen.findByRole('button', { name: /Fine/ })
  press('1')
  const dialog = await screen.findByRole('dialog', { name: 'Approve' })
  const submit = within(dialog).getByRole('button', { name: 'Submit' })
  await waitFor(() => expect(document.activeElement).toBe(submit))
  fireEvent.click(submit)
  await waitFor(() => expect(page.changes()).toContain('cases.decide'))
  const sent = page.calls.find(({ procedure }) => procedure === 'cases.decide')?.input
  expect(sent).toMatchObject({ decision: 'Approve', reason: 'Low risk', listUpdates: [], tag: null })
  expect(String(sent?.note).replaceAll('\u00a0', ' ')).toBe('EUR 2,500.00, score 720, ana@shop.example: Low risk')
})

it('offers the statuses of the values that the event has; one that is unticked stays as it is', async () => {
  const page = render()
  await screen.findByRole('button', { name: /Fine/ })
  press('4')
  const dialog = await screen.findByRole('dialog', { name: 'Approve' })
  const boxes = within(dialog).getAllByRole('checkbox')
  expect(boxes.map(({ ariaChecked }) => ariaChecked)).toEqual(['true', 'true'])
  within(dialog).getByText('watched')
  fireEvent.click(within(dialog).getByRole('checkbox', { name: /d-1/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(page.changes()).toContain('cases.decide'))
  expect(page.calls.find(({ procedure }) => procedure === 'cases.decide')?.input).toMatchObject({
    note: 'Watched',
    listUpdates: [{ list: 'email', status: 'Watch', days: 30 }],
    tag: 'watched',
  })
})

it('offers the notes of quick decisions for any decision', async () => {
  render()
  await screen.findByRole('button', { name: /Fine/ })
  press('z')
  const dialog = await screen.findByRole('dialog', { name: 'Reject' })
  fireEvent.keyDown(within(dialog).getByRole('button', { name: 'Templates' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Approve and watch' }))
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Watched')
})
