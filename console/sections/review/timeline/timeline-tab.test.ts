// @vitest-environment jsdom

import { useFormat } from '@assay/design-system'
import type { CaseEvent, EventDetail, Note, NoteThread, SupportChange } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { useIntl } from 'react-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { chooseMenuItem, pressButton } from '../../../platform/testing/user-input.ts'
import { eventOf } from '../testing/case-fixture.ts'
import { type CaseHistory, noCaseHistory } from './case-history.ts'
import { caseRecords } from './case-records.ts'
import { TimelineTab } from './timeline-tab.tsx'

const at = (time: string) => `2026-11-20T${time}:00.000Z`

const note = (text: string, time: string, more: Partial<Note> = {}): NoteThread =>
  ({
    id: `note ${text}`,
    parentId: null,
    author: { id: 'ana', name: 'Ana' },
    text,
    mentions: [],
    attachments: [],
    system: null,
    version: 1,
    createdAt: at(time),
    editedAt: null,
    deleted: null,
    replies: [],
    ...more,
  }) as unknown as NoteThread
const step = (kind: CaseEvent['kind'], time: string, details: CaseEvent['details'], name?: string): CaseEvent => ({
  id: `${kind} ${time}`,
  kind,
  at: at(time),
  by: name === undefined ? null : { id: name, name },
  correlationId: null,
  details,
})
const event = eventOf('P-1')
const detail = {
  ...event,
  row: { ...event.row, at: at('09:00'), userId: 'u1', rule: 'Ship mismatch', decision: 'Review' },
  labels: [{ key: 'label', at: at('12:30'), isFraud: true, source: 'CustomerEscalation', reasonCodes: '' }],
  dataEvents: [
    {
      id: 'chargeback',
      kind: 'chargeback',
      at: at('12:40'),
      status: 'Inquiry',
      type: null,
      reason: '10.4',
      amount: null,
      currency: null,
      observation: null,
      review: false,
    },
  ],
  explanation: {
    ...event.explanation,
    rules: [
      {
        ruleId: 'r1',
        rule: 'Ship mismatch',
        position: 1,
        clauses: [
          { clause: 'Far', effect: 'decide', decision: 'Review', conditions: [] },
          { clause: 'Near', effect: 'none', decision: null, conditions: [] },
        ],
      },
      { ruleId: 'r2', rule: 'Velocity', position: 2, clauses: [] },
    ],
  },
} as unknown as EventDetail
const history: CaseEvent[] = [
  step('tags-changed', '10:40', { added: ['gift'], removed: [] }, 'Ben'),
  step('priority-changed', '10:30', { before: 50, after: 80 }, 'Ben'),
  step('released-to-queue', '09:05', { queue: 'Gift cards' }),
  step('created', '09:00', { rule: 'Ship mismatch', routedRule: 'Gifts', routedClause: 'EU' }),
]
const listed: SupportChange = {
  id: 'change',
  at: at('10:50'),
  by: 'Cleo',
  list: 'user',
  value: 'u1',
  status: 'Block',
  reason: 'Stolen card',
  comments: 'Called the bank',
  expiresAt: null,
}
const systemNote = note('', '10:40', { system: { event: 'tagsChanged', params: { added: 'gift', removed: '' } } })

let pages: Record<string, unknown>[]
let answerLists: () => unknown
beforeEach(() => {
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  pages = [
    { threads: [note('Looks odd', '10:20'), systemNote], next: 'second' },
    { threads: [note('Asked the shop', '10:10')], next: null },
  ]
  answerLists = () => [listed]
  stubConsoleApi({
    'notes.list': ({ cursor }) => ({ eventId: 'P-1', total: 2, unread: 0, readAt: null, ...pages[cursor ? 1 : 0] }),
    'supportEntries.history': () => answerLists(),
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Page({ steps, state }: { steps: readonly CaseEvent[]; state: Partial<CaseHistory> }) {
  const records = caseRecords(steps, useIntl(), useFormat())
  return createElement(TimelineTab, { detail, history: { ...noCaseHistory, records, ...state } })
}
const render = (steps = history, search = '', state: Partial<CaseHistory> = {}) =>
  renderFailingPage(createElement(Page, { steps, state }), `/?tab=timeline${search}`)
const exportButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Export timeline' })
const waiting = 'The export is possible when all parts are loaded.'
const findList = () => screen.findByRole('list', { name: 'Timeline' })
/** Sentences and details of the shown entries, without their times. */
const entriesOf = (list: HTMLElement) =>
  [...list.querySelectorAll('[data-slot=timeline-item]')].map(item =>
    [item.querySelector('p')?.textContent, ...[...item.querySelectorAll('ul li')].map(line => line.textContent)].join(
      ' | ',
    ),
  )
const whole = [
  'Statuses and observations Chargeback: inquiry | 10.4',
  'Labels Labeled as fraud | CustomerEscalation',
  'Lists Cleo set u1 to Block on “User Support List” | Stolen card | Called the bank',
  'Case Ben changed the tags | Tags added: gift',
  'Case Ben changed the priority | From 50 to 80',
  'Notes Ana wrote a note | Looks odd',
  'Notes Ana wrote a note | Asked the shop',
  'Routing Entered the queue | Gift cards',
  'Routing Case created | Routing rule Gifts, clause EU',
  'Rules 1 of 2 rules matched | Ship mismatch, Far: Review',
  'Event Purchase assessed: Review | Ship mismatch',
]

it('one list has everything that happened, the latest first, with every page of notes and a space over an hour', async () => {
  render()
  await waitFor(async () => expect(entriesOf(await findList())).toEqual(whole))
  const gaps = [...(await findList()).querySelectorAll('[data-slot=timeline-day]')].map(gap => [
    gap.textContent,
    gap.nextElementSibling?.textContent?.includes('Cleo') || gap.nextElementSibling?.textContent?.includes('Gift'),
  ])
  expect(gaps).toEqual([
    ['1h 40m passed', true],
    ['1h 5m passed', true],
  ])
})

it('is filtered by kind, and the address keeps the choice', async () => {
  const router = render()
  await pressButton('Notes 2')
  await waitFor(async () => expect(entriesOf(await findList())).toHaveLength(2))
  await pressButton('Lists 1')
  await waitFor(async () => expect(entriesOf(await findList())).toHaveLength(3))
  expect(screen.getByRole('button', { name: 'Lists 1' }).getAttribute('aria-pressed')).toBe('true')
  expect(new URLSearchParams(router.state.location.search).get('kinds')).toBe('note.list')
  await pressButton('Notes 2')
  await pressButton('Lists 1')
  await waitFor(async () => expect(entriesOf(await findList())).toEqual(whole))
})

it('what the service wrote of the case stands for its history, where that may not be seen', async () => {
  render([])
  await waitFor(async () => expect(entriesOf(await findList())).toContain('Case Tags added: gift'))
})

it('a part that cannot be loaded is named, is fetched again, and nothing is exported without it', async () => {
  answerLists = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  render()
  await screen.findByText('This could not be loaded')
  expect(entriesOf(await findList())).toHaveLength(whole.length - 1)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export timeline' }).disabled).toBe(true)
  answerLists = () => [listed]
  await pressButton('Try again')
  await waitFor(async () => expect(entriesOf(await findList())).toEqual(whole))
})

it('the export waits for the history of the case, and says so', async () => {
  render([], '', { loading: true })
  await waitFor(async () => expect(entriesOf(await findList())).toContain('Notes Ana wrote a note | Looks odd'))
  screen.getByText(waiting)
  expect((await exportButton()).disabled).toBe(true)
  cleanup()
  render()
  await waitFor(async () => expect((await exportButton()).disabled).toBe(false))
  expect(screen.queryByText(waiting)).toBeNull()
})

it('a history that cannot be loaded is fetched again on request', async () => {
  const retry = vi.fn()
  render([], '', { error: new ORPCError('INTERNAL_SERVER_ERROR'), retry })
  await screen.findByText('This could not be loaded')
  screen.getByText(waiting)
  expect((await exportButton()).disabled).toBe(true)
  await pressButton('Try again')
  expect(retry).toHaveBeenCalledOnce()
})

it('is exported as shown, as a JSON file with times in UTC', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => `blob:${files.push(file as Blob)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  render(history, '&kinds=list')
  await waitFor(async () => expect(entriesOf(await findList())).toHaveLength(1))
  await chooseMenuItem('Export timeline', 'JSON file')
  await waitFor(() => expect(files).toHaveLength(1))
  expect(names).toEqual(['timeline-P-1.json'])
  expect(JSON.parse((await files[0]?.text()) ?? '')).toMatchObject({
    event: { environmentId, eventType: 'purchase', eventId: 'P-1' },
    language: 'en-US',
    entries: [
      {
        at: at('10:50'),
        kind: 'list',
        by: 'Cleo',
        text: 'Cleo set u1 to Block on “User Support List”',
        details: ['Stolen card', 'Called the bank'],
      },
    ],
  })
})

it('is printed without the page around it, by the dialog of the browser', async () => {
  let printed = ''
  vi.stubGlobal('print', () => {
    printed = document.querySelector('body > [data-slot=print-sheet]')?.textContent ?? ''
  })
  render()
  await waitFor(async () => expect(entriesOf(await findList())).toEqual(whole))
  await chooseMenuItem('Export timeline', 'Print or save as PDF')
  await waitFor(() => expect(printed).toContain('Timeline of P-1'))
  expect(printed).toContain('Exported by Engineer')
  expect(printed).toContain('Called the bank')
  window.dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(document.querySelector('[data-slot=print-sheet]')).toBeNull())
  vi.unstubAllGlobals()
})
