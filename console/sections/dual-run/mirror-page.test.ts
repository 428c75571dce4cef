// @vitest-environment jsdom
import type { Mirror } from '@assay/risk-service/contract'
import { windowStart } from '@assay/risk-service/fql'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { fullFrom } from './mirror/velocity-start.tsx'
import { Component } from './page/dual-run-page.tsx'
import { done } from './testing/dual-run-samples.ts'
import { mirror } from './testing/mirror-samples.ts'

let calls: RecordedCall[]
let current: () => Mirror | null
let start: () => Mirror
beforeEach(() => {
  stubLayout()
  current = () => mirror
  start = () => mirror
  calls = stubConsoleApi({
    'dualRuns.list': () => [{ ...done, state: 'failed', failure: 'noAnswers', summary: null }],
    'mirrors.get': () => ({ mirror: current() }),
    'mirrors.start': () => start(),
    'mirrors.end': () => ({ ...mirror, state: 'ended', endedAt: mirror.to }),
    'mirrors.remove': () => ({ deleted: true }),
    'assessments.list': () => [{ eventType: 'purchase', name: '' }],
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const address = `${pageAddress}${pageAddress.includes('?') ? '&' : '?'}view=mirror`
const open = () => renderFailingPage(createElement(Component), address)

it('shows parity, what arrived, the newest differences and the causes', async () => {
  const router = open()
  expect(await screen.findByText('98.50%')).toBeTruthy()
  const arrivals = screen.getByText('Events received').closest('dl')
  expect([...(arrivals?.querySelectorAll('dd') ?? [])].slice(0, 3).map(each => each.textContent)).toEqual([
    '206',
    '1',
    '2',
  ])
  const newest = within(screen.getByRole('table', { name: 'Newest differences' }))
  expect(newest.getAllByRole('row')).toHaveLength(3)
  expect(newest.getByText('ord-1')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Score' })).getByText('2 decisions, USD 50.00')).toBeTruthy()
  expect(screen.getByText(/5 events with a repeated id/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New dual run' })).toBeNull()
  fireEvent.click(within(screen.getByRole('region', { name: 'Score' })).getByRole('link', { name: 'ord-1' }))
  await waitFor(() => expect(router.state.location.search).toContain('example=ord-1'))
  expect(router.state.location.search).toContain('view=mirror')
})

it('is reached from the files, by its tab', async () => {
  const router = renderFailingPage(createElement(Component), pageAddress)
  await screen.findByRole('button', { name: 'New dual run' })
  const tab = screen.getByRole('tab', { name: 'Mirror' })
  fireEvent.mouseDown(tab)
  expect(await screen.findByText('Mirror of the former system')).toBeTruthy()
  expect(router.state.location.search).toContain('view=mirror')
})

it('starts with the words of the former system', async () => {
  current = () => null
  open()
  expect(await screen.findByText('No mirror yet')).toBeTruthy()
  await pressButton('Start the mirror')
  const form = within(await screen.findByRole('dialog'))
  fireEvent.click(form.getByRole('button', { name: 'Add a word' }))
  fillField(form.getByRole('textbox', { name: 'Word 1' }), 'Declined')
  current = () => ({ ...mirror, received: 0, from: null, to: null, receivedAt: null, waiting: 0 })
  fireEvent.click(form.getByRole('button', { name: 'Start the mirror' }))
  await waitFor(() =>
    expect(inputsOf('mirrors.start')).toMatchObject([{ words: [{ word: 'Declined', decision: 'Reject' }] }]),
  )
  const sample = await screen.findByRole('region', { name: 'How events are sent' })
  expect(sample.textContent).toContain('POST /v1.0/mirror/events')
})

it('names a refusal in the form', async () => {
  current = () => null
  start = () => {
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'mirror.exists' } })
  }
  open()
  await screen.findByText('No mirror yet')
  await pressButton('Start the mirror')
  const form = within(await screen.findByRole('dialog'))
  fireEvent.click(form.getByRole('button', { name: 'Start the mirror' }))
  expect(await form.findByText(/has a mirror already/)).toBeTruthy()
})

it('ends after a question, and is deleted after another', async () => {
  open()
  await screen.findByText('98.50%')
  await pressButton('End the mirror')
  current = () => ({ ...mirror, state: 'ended', endedAt: mirror.to })
  const question = async () => within(await screen.findByRole('alertdialog'))
  fireEvent.click((await question()).getByRole('button', { name: 'End the mirror' }))
  await waitFor(() => expect(inputsOf('mirrors.end')).toMatchObject([{ mirrorId: mirror.id }]))
  expect(await screen.findByText('Ended')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await pressButton('Delete')
  current = () => null
  fireEvent.click((await question()).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(inputsOf('mirrors.remove')).toMatchObject([{ mirrorId: mirror.id }]))
  expect(await screen.findByText('No mirror yet')).toBeTruthy()
})

it('says why events wait', async () => {
  current = () => ({ ...mirror, failure: 'noRules', waiting: 12 })
  open()
  expect(await screen.findByText(/no active rule for these events. Waiting: 12/)).toBeTruthy()
})

it('lets readers read, and nothing else', async () => {
  renderFailingPage(withReadAccess(createElement(Component)), address)
  expect(await screen.findByText('98.50%')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'End the mirror' })).toBeNull()
})

it('shows a failure, and tries again', async () => {
  current = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })
  }
  open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  current = () => mirror
  fireEvent.click(again)
  expect(await screen.findByText('98.50%')).toBeTruthy()
})

it('says that velocities begin empty, and from when on their windows are full', async () => {
  const windows: Mirror['windows'] = [
    { count: 30, unit: 'm', velocities: ['cardsSeen'] },
    { count: 7, unit: 'd', velocities: ['cardsTried', 'emailAttempts'] },
    { count: 30, unit: 'd', velocities: ['emailAttempts'] },
  ]
  current = () => ({ ...mirror, windows, from: '2026-11-20T09:20:00.000Z', to: '2026-11-28T10:30:00.000Z' })
  open()
  const section = (await screen.findByRole('heading', { name: 'Velocities begin empty' })).closest('section')
  const rows = [...(section?.querySelectorAll('dt') ?? [])].map(
    term => `${term.textContent} ${term.nextElementSibling?.textContent}`,
  )
  expect(rows).toHaveLength(3)
  expect(rows.slice(0, 2)).toEqual(['30 minutes FullcardsSeen', '7 days FullcardsTried and emailAttempts'])
  expect(rows[2]).toMatch(/^30 days full from .*Dec.* 21.*emailAttempts$/)
})

it('says that nothing begins empty where no active rule reads a velocity', async () => {
  current = () => ({ ...mirror, windows: [] })
  open()
  const section = (await screen.findByRole('heading', { name: 'No velocity begins empty' })).closest('section')
  expect(section?.textContent).toContain('from the first event on')
  expect(section?.querySelectorAll('dt')).toHaveLength(0)
})

it('says so before the first event arrives, without times', async () => {
  current = () => ({ ...mirror, received: 0, from: null, to: null })
  open()
  const section = (await screen.findByRole('heading', { name: 'Velocities begin empty' })).closest('section')
  expect(section?.textContent).toContain('the oldest first')
  const terms = [...(section?.querySelectorAll('dt') ?? [])]
  expect(terms.map(term => `${term.textContent} ${term.nextElementSibling?.textContent}`)).toEqual([
    '1 hour emailAttempts',
    '7 days cardsPerDevice and emailAttempts',
  ])
})

it('a window is full when it begins after the first event, as the service counts', () => {
  const first = Date.parse('2026-11-20T09:20:00Z')
  const full = fullFrom(first, { count: 7, unit: 'd' })
  const begins = (at: number) => windowStart(at, { count: 7, unit: 'd' })
  expect(begins(full)).toBeGreaterThanOrEqual(first)
  expect(begins(full - 1)).toBeLessThan(first)
})
