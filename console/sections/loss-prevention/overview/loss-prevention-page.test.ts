// @vitest-environment jsdom
import type { LossEntity, LossOpenings, LossSummary } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notConnected } from '../../../platform/retail-connector/testing/retail-samples.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { createEmptyLossSummary, createLossEntity, createLossSummary } from '../testing/loss-samples.ts'
import { Component } from './loss-prevention-page.tsx'

/** In the future, so that the name is shown. */
const openUntil = '2099-11-20T22:00:00.000Z'
let answer: () => LossSummary
let entity: () => LossEntity
let openings: (cursor: string | null) => LossOpenings
let calls: RecordedCall[]
beforeEach(() => {
  stubTableLayout()
  answer = () => createLossSummary()
  entity = () => createLossEntity()
  openings = () => ({ openings: [], next: null })
  calls = stubConsoleApi({
    'lossPrevention.summary': () => answer(),
    'lossPrevention.entity': () => entity(),
    'lossPrevention.openings': ({ cursor }) => openings(cursor as string | null),
    'lossPrevention.retry': () => ({ status: 'waiting' }),
    'lossPrevention.openFile': () => ({ name: 'victor.lima', openUntil }),
    'lossPrevention.clear': () => ({}),
    'retailConnector.get': () => notConnected,
  })
})
afterEach(() => void vi.restoreAllMocks())
const show = (query = '') => renderFailingPage(createElement(Component), pageAddress + query)
const inputs = (name: string) => calls.filter(({ procedure }) => procedure === name).map(({ input }) => input)

describe('the overview', () => {
  it('shows what anomalous staff may cost, and whom a score is highest of', async () => {
    show()
    const tiles = await screen.findAllByRole('article', { name: 'Total', busy: false })
    expect(tiles[0]?.textContent).toMatch(/302\.7k/i)
    const link = await screen.findByRole('link', { name: 's_7b20e1' })
    expect(link.getAttribute('href')).toContain('staff=s_7b20e1')
    expect(screen.getByText(/prove nothing/)).toBeTruthy()
    expect(screen.getByText('Too few to say')).toBeTruthy()
  })
  it('the address decides what the service is asked for; limits in the wrong order are exchanged', async () => {
    show('&from=2026-10&to=2026-09&min=999&max=900')
    await screen.findByRole('link', { name: 's_7b20e1' })
    expect(inputs('lossPrevention.summary')[0]).toEqual({
      environmentId,
      monthFrom: '2026-09',
      monthTo: '2026-10',
      scoreFrom: 900,
      scoreTo: 999,
    })
  })
  it('ids are searched, and the terminals have a tab', async () => {
    show('&tab=terminal')
    expect(await screen.findByRole('link', { name: 'T-01' })).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search all IDs' }), { target: { value: 'T-02' } })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'T-01' })).toBeNull())
  })
  it.each([
    ['running', /being computed/],
    ['failed', /could not be computed/],
  ] as const)('a report that is %s says so beside the last one', async (status, text) => {
    answer = () => createLossSummary({ status })
    show()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(await screen.findByRole('link', { name: 's_7b20e1' })).toBeTruthy()
  })
  it('says since when a report is being computed', async () => {
    answer = () => createLossSummary({ status: 'running', startedAt: '2026-11-20T09:41:00.000Z' })
    show()
    expect(await screen.findByText(/being computed since/)).toHaveProperty(
      'textContent',
      expect.stringMatching(/9:41.*UTC/),
    )
  })
  it('a report that failed says when it is tried again, and can be at once', async () => {
    answer = () => createLossSummary({ status: 'failed', retryAt: '2026-11-20T10:51:00.000Z' })
    show()
    expect(await screen.findByText(/next attempt starts at/)).toHaveProperty(
      'textContent',
      expect.stringMatching(/10:51.*UTC/),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(inputs('lossPrevention.retry')).toEqual([{ environmentId }]))
  })
  it('months that are incomplete are named with their days', async () => {
    answer = () => createLossSummary({ cutMonths: [{ month: '2026-09', from: '2026-09-14', to: '2026-09-30' }] })
    show()
    expect(await screen.findByText(/Sep 2026 is incomplete: .* September 14 to September 30/)).toBeTruthy()
  })
  it('lists fifty ids a page, sorted over all of them, and the address has the page', async () => {
    const summary = createLossSummary()
    const [first] = summary.staff.top
    if (!first) throw new Error('There is nobody.')
    const top = Array.from({ length: 120 }, (_, index) => ({
      ...first,
      id: `s_${String(index).padStart(3, '0')}`,
      maxScore: 999 - index,
      scoreCount: index,
    }))
    answer = () => ({ ...summary, staff: { ...summary.staff, top } })
    show('&page=3')
    expect(await screen.findByRole('link', { name: 's_100' })).toBeTruthy()
    expect(screen.getByText('101–120 of 120')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 's_000' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(await screen.findByRole('link', { name: 's_050' })).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search all IDs' }), { target: { value: 's_00' } })
    expect(await screen.findByRole('link', { name: 's_000' })).toBeTruthy()
    expect(screen.queryByText(/of 120/)).toBeNull()
  })
  it('says that there is no report', async () => {
    answer = () => createEmptyLossSummary({ status: 'none' })
    show()
    expect(await screen.findByText('There is no report yet.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Connect to data' })).toBeTruthy()
  })
  it('says that there is nothing in the filters', async () => {
    answer = () => createEmptyLossSummary({ months: ['2026-09'] })
    show('&min=900')
    expect(await screen.findByText('No scores in this range.')).toBeTruthy()
  })
  it('a failed read and a missing right are shown as what they are', async () => {
    answer = () => {
      throw new ORPCError('FORBIDDEN', { status: 403, data: { capability: 'lossprevention', required: 'read' } })
    }
    show()
    expect(await screen.findByText('You cannot open this page')).toBeTruthy()
    expect(screen.queryByText('Top risk staff')).toBeNull()
  })
})

describe('one member of staff', () => {
  it('has a mark only where a value is high beyond chance', async () => {
    show('&staff=s_7b20e1')
    const table = await screen.findByRole('table', { name: /All reasons/ })
    const [row] = within(table).getAllByRole('row', { name: /^Return ratio/ })
    expect(row?.textContent).toMatch(/95\.00%Too few to say.*97\.55%High/)
    expect(inputs('lossPrevention.entity')[0]).toMatchObject({ kind: 'staff', id: 's_7b20e1' })
  })
  it('opens with a reason, and shows nothing to clear before', async () => {
    show('&staff=s_7b20e1')
    fireEvent.click(await screen.findByRole('button', { name: 'Open file' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Open file' }))
    expect(await within(dialog).findByText(/at least three characters/)).toBeTruthy()
    expect(inputs('lossPrevention.openFile')).toEqual([])
    expect(screen.queryByRole('button', { name: /^Clear/, hidden: true })).toBeNull()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Stock count' } })
    entity = () => createLossEntity({ name: 'victor.lima', openUntil })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Open file' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'victor.lima' })).toBeTruthy()
    expect(inputs('lossPrevention.openFile')).toEqual([{ environmentId, id: 's_7b20e1', reason: 'Stock count' }])
  })
  it('a reason of a month is cleared with an explanation', async () => {
    entity = () => createLossEntity({ name: 'victor.lima', openUntil })
    show('&staff=s_7b20e1')
    fireEvent.click(await screen.findByRole('button', { name: /^Clear .*Oct/ }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Recall of a product' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Clear' }))
    await waitFor(() =>
      expect(inputs('lossPrevention.clear')).toEqual([
        {
          environmentId,
          kind: 'staff',
          id: 's_7b20e1',
          month: '2026-10',
          reason: 'returnRatio',
          note: 'Recall of a product',
        },
      ]),
    )
  })
  it('only a value above the average of its month can be cleared', async () => {
    entity = () => createLossEntity({ name: 'victor.lima', openUntil })
    show('&staff=s_7b20e1')
    expect(await screen.findByRole('button', { name: /^Clear .*Oct/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Clear .*Sep/ })).toBeNull()
  })
  it('a name leaves the page at the moment at which the opening ends', async () => {
    const ends = new Date(Date.now() + 1500).toISOString()
    entity = () => createLossEntity({ name: 'victor.lima', openUntil: ends })
    show('&staff=s_7b20e1')
    expect(await screen.findByRole('heading', { level: 1, name: 'victor.lima' })).toBeTruthy()
    const reads = inputs('lossPrevention.entity').length
    entity = () => createLossEntity()
    expect(await screen.findByRole('heading', { level: 1, name: 's_7b20e1' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('victor.lima')
    expect(await screen.findByRole('button', { name: 'Open file' })).toBeTruthy()
    await waitFor(() => expect(inputs('lossPrevention.entity').length).toBeGreaterThan(reads))
  })
  it('openings are listed page by page', async () => {
    openings = cursor => ({
      openings: [
        { id: cursor ?? 'first', by: cursor ? 'Ana' : 'Ben', at: '2026-11-02T08:00:00.000Z', reason: 'Stock count' },
      ],
      next: cursor ? null : 'second',
    })
    show('&staff=s_7b20e1')
    fireEvent.click(await screen.findByRole('button', { name: 'Show earlier openings' }))
    expect(await screen.findByText(/Ana/)).toBeTruthy()
    expect(screen.getByText(/Ben/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show earlier openings' })).toBeNull()
  })
  it('whoever has no scores is not linked', async () => {
    const file = createLossEntity({ kind: 'terminal', id: 'T-01' })
    const [sale] = file.transactions
    if (!sale) throw new Error('There is no transaction.')
    const others = [
      { number: 'R1', other: 's_19c4f8', otherScored: true },
      { number: 'R2', other: null, otherScored: false },
      { number: 'R3', other: 's_new', otherScored: false },
    ]
    entity = () => ({ ...file, transactions: others.map(each => ({ ...sale, ...each })) })
    show('&terminal=T-01')
    const link = await screen.findByRole('link', { name: 's_19c4f8' })
    expect(link.getAttribute('href')).toContain('staff=s_19c4f8')
    expect(await screen.findByText('s_new')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 's_new' })).toBeNull()
    const hrefs = screen.getAllByRole('link').map(each => each.getAttribute('href'))
    expect(hrefs.filter(href => /staff=(&|$)/.test(href ?? ''))).toEqual([])
  })
})
