// @vitest-environment jsdom
import type { ReportOverview } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseMenuItem } from '../../../platform/testing/user-input.ts'
import { createEmptyOverview, createOverview, createReviewers } from '../testing/report-samples.ts'
import { Component } from './case-report-page.tsx'

const queueId = '0198a000-0000-4000-8000-000000000010'
let answer: () => ReportOverview
let calls: RecordedCall[]
let exported: (table: unknown) => unknown
beforeEach(() => {
  stubTableLayout()
  answer = () => createOverview()
  exported = () => 'id\r\n'
  calls = stubConsoleApi({
    'caseReport.overview': () => answer(),
    'caseReport.reviewers': () => createReviewers(),
    'caseReport.export': ({ table }) => exported(table),
    'search.eventTypes': () => [{ key: 'purchase', name: 'purchase', search: true }],
    'queues.list': () => [{ id: queueId, name: 'Gift cards', environmentId, environmentName: 'Harbor' }],
    'cases.reviewers': () => [{ id: queueId, name: 'Ana', username: 'ana@example.com' }],
  })
})
const show = (query = '') => renderFailingPage(createElement(Component), pageAddress + query)
const inputs = () => calls.filter(({ procedure }) => procedure === 'caseReport.overview').map(({ input }) => input)
/** A figure that has arrived. */
const tile = (name: string) => screen.findByRole('article', { name, busy: false })

it('figures show value and change; what was not counted is a dash and no zero', async () => {
  show()
  expect((await tile('Inflow')).textContent).toMatch(/19,085.*\+4\.1%/)
  expect((await tile('SLA met')).textContent).toMatch(/95\.90%.*\+0\.6 pp/)
  expect((await tile('Median handling')).textContent).toContain('3m 38s')
  expect((await tile('Missed fraud')).textContent).toContain('–')
})

it('numbers open their cases in the search', async () => {
  show()
  const reviewed = within(await tile('Reviewed')).getByRole('link', { name: 'Reviewed: show cases' })
  const query = new URL(reviewed.getAttribute('href') ?? '', 'https://c.example').searchParams
  expect(query.getAll('f')).toEqual([
    'decidedAt:gte:2026-11-02T00:00:00.000Z',
    'decidedAt:lt:2026-11-23T00:00:00.000Z',
    'decidedVia:in:Single,Bulk,Approval',
  ])
  const conditionsOf = async (name: string) =>
    new URL(
      within(await tile(name))
        .getByRole('link')
        .getAttribute('href') ?? '',
      'https://c.example',
    ).searchParams.getAll('f')
  expect(await conditionsOf('Inflow')).toEqual(['enteredQueueAt:gte:2026-11-02T00:00:00.000Z'])
  expect(await conditionsOf('Median handling')).toContain('decidedVia:eq:Single')
  expect(await conditionsOf('SLA met')).toHaveLength(2)
  const table = within(await screen.findByRole('table', { name: 'Decisions and what came later' }))
  expect(table.getByRole('link', { name: 'Approved 118: show cases' }).getAttribute('href')).toContain('/search?')
  const timedOut = table.getByRole('row', { name: /time-out/ })
  expect(within(timedOut).queryByRole('link')).toBeNull()
  expect(timedOut.textContent).toContain('–')
})

it('the address decides what the service is asked for', async () => {
  show(`&grain=monthly&range=2026-05-25_2026-11-21&compare=no&queue=${queueId}`)
  await tile('Inflow')
  expect(inputs()).toEqual([
    {
      environmentId,
      from: '2026-05-25',
      to: '2026-11-21',
      bucket: 'monthly',
      environmentIds: [],
      assessments: [],
      queueIds: [queueId],
      reviewerIds: [],
      compare: false,
      maturityDays: 90,
    },
  ])
  expect(await screen.findByRole('button', { name: /^Queue is Gift cards/ })).toBeTruthy()
})

it('a filter that is changed stands in the address, and other figures are read', async () => {
  const router = show(`&queue=${queueId}`)
  await tile('Inflow')
  fireEvent.click(screen.getByRole('radio', { name: 'Daily' }))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ bucket: 'daily', queueIds: [queueId] }))
  expect(router.state.location.search).toContain('grain=daily')
  fireEvent.click(screen.getByRole('switch', { name: 'Compare with the period before' }))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ bucket: 'daily', compare: false }))
  fireEvent.click(screen.getByRole('button', { name: /^Remove condition: Queue is Gift cards/ }))
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ queueIds: [] }))
  expect(router.state.location.search).not.toContain('queue=')
})

it('a range without reviews says so in every chart', async () => {
  answer = createEmptyOverview
  show()
  await waitFor(() => expect(screen.getAllByText('No reviews in this period.')).toHaveLength(8))
  expect((await tile('SLA met')).textContent).toContain('–')
  expect((await tile('Inflow')).textContent).toContain('0')
})

it('what cannot be read offers to try again, and the rest of the page stays', async () => {
  let failing = true
  answer = () => {
    if (failing) throw new ORPCError('INTERNAL_SERVER_ERROR')
    return createOverview()
  }
  show()
  const chart = within(await screen.findByRole('region', { name: 'Size and flow' }))
  const retry = await chart.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('radio', { name: 'Weekly' })).toBeTruthy()
  failing = false
  fireEvent.click(retry)
  expect((await tile('Inflow')).textContent).toContain('19,085')
})

it('figures of more than an hour ago are marked with their time', async () => {
  answer = () => createOverview({ asOf: '2026-11-27T02:04:00.000Z' })
  show()
  const time = await screen.findByText(/As of/)
  expect(time.closest('.text-warning-text')).not.toBeNull()
  expect(time.textContent).toContain('UTC')
})

it('the name of a reviewer opens the figures of that person alone', async () => {
  const router = show('&grain=daily')
  fireEvent.click(await screen.findByRole('link', { name: 'Marit Aune' }))
  await waitFor(() => expect(router.state.location.search).toContain('tab=reviewers'))
  expect(router.state.location.search).toContain('reviewer=0198a000-0000-4000-8000-000000000012')
  expect(router.state.location.search).toContain('grain=daily')
})

it('reviewers are sorted by decisions, and one with too few has no rates', async () => {
  show('&tab=reviewers')
  const grid = within(await screen.findByRole('grid', { name: 'Reviewers' }))
  const names = (await grid.findAllByRole('rowheader')).map(cell => cell.textContent)
  expect(names.map(name => name?.replace(/^[A-Z]{2}/, ''))).toEqual(['Marit Aune', 'Jarl Solheimtoo few'])
  const [many, few] = [grid.getByRole('row', { name: /Marit/ }), grid.getByRole('row', { name: /Jarl/ })]
  expect(many.textContent).toContain('98.46%')
  expect(few.textContent).not.toContain('%')
  expect(within(many).getByRole('link', { name: 'Marit Aune 3,530: show cases' })).toBeTruthy()
})

it('a tab that is chosen stands in the address with the filters', async () => {
  const router = show(`&queue=${queueId}`)
  await tile('Inflow')
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Reviewers' }), { button: 0 })
  await waitFor(() => expect(router.state.location.search).toContain('tab=reviewers'))
  expect(router.state.location.search).toContain(`queue=${queueId}`)
  expect(calls.findLast(({ procedure }) => procedure === 'caseReport.reviewers')?.input).toMatchObject({
    queueIds: [queueId],
  })
})

it('a flow that does not add up is a warning in its chart', async () => {
  const overview = createOverview()
  answer = () => ({ ...overview, flow: { ...overview.flow, difference: 3 } })
  show()
  expect(await screen.findByText('In and out do not add up to the size. Difference: 3')).toBeTruthy()
})

it('rows behind the figures are exported with the filters of the page', async () => {
  exported = () => {
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'export.tooLarge' } })
  }
  show(`&queue=${queueId}&range=2026-05-25_2026-11-21`)
  await tile('Inflow')
  await chooseMenuItem('Export Report', 'Entries and exits')
  await screen.findByText(/^The file would have more than 100,000 rows/)
  expect(calls.find(({ procedure }) => procedure === 'caseReport.export')?.input).toMatchObject({
    table: 'movements',
    from: '2026-05-25',
    to: '2026-11-21',
    queueIds: [queueId],
  })
})
