// @vitest-environment jsdom
import type { LogEntry, LogRow } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { storedPreferences } from '../../platform/testing/preferences.ts'
import { withCapabilities } from '../../platform/testing/session.ts'
import { stubTableLayout } from '../../platform/testing/table-rows.ts'
import { pressButton } from '../../platform/testing/user-input.ts'
import { Component as AuditPage } from './audit/audit-page.tsx'
import { EntryPage } from './entry/entry-page.tsx'
import { Component as SettingsPage } from './overview/settings-page.tsx'

const row: LogRow = {
  id: '7c1e52d0-0000-4000-8000-0000000009ab',
  at: '2026-11-21T13:58:32.000Z',
  operation: 'Update',
  resourceType: 'DecisionRule',
  resourceId: 'rule-1',
  resourceName: 'Shared device ring',
  actorId: '4f0c77b2-0000-4000-8000-00000000e91d',
  actorName: 'Dario Venn',
  environmentId,
  environmentName: 'Harbor',
  assessmentId: 'purchase',
  assessmentName: 'Purchase',
}
const other = { ...row, id: '1f9ad6c3-0000-4000-8000-000000007740', resourceName: 'Blocked lockers', actorName: 'Ana' }
const entry: LogEntry = {
  ...row,
  actorRoles: ['FraudEngineer'],
  correlationId: 'c0a8-41f2',
  erasedAt: null,
  before: { version: 41, position: 15, status: 'Active' },
  after: { version: 42, position: 14, status: 'Active' },
  previousId: other.id,
  nextId: null,
  change: 1,
  changes: 3,
}

let calls: RecordedCall[] = []
let answerSearch: () => unknown
let answerEntry: () => unknown
let answerExport: () => unknown
beforeEach(() => {
  stubLayout()
  stubTableLayout()
  answerSearch = () => ({ rows: [row, other], nextCursor: null, queryMs: 3 })
  answerEntry = () => entry
  calls = stubConsoleApi({
    'preferences.get': () => storedPreferences({}),
    'activityLog.search': () => answerSearch(),
    'activityLog.count': () => ({ count: 312, isMore: false }),
    'activityLog.get': () => answerEntry(),
    'activityLog.export': () => answerExport(),
    'notes.list': () => ({ eventId: row.id, threads: [], next: null, total: 2, unread: 0, readAt: null }),
    'assessments.list': () => [],
  })
})
afterEach(() => cleanup())
const lastInput = (procedure: string) => calls.findLast(call => call.procedure === procedure)?.input

describe('the page of the activity log', () => {
  it('shows the entries of the last seven days with their number', async () => {
    renderFailingPage(createElement(AuditPage))
    expect(await screen.findByText('312 entries')).toBeTruthy()
    expect(screen.getByText('Shared device ring')).toBeTruthy()
    expect(screen.getAllByText('Decision rule').length).toBeGreaterThan(0)
    const { dates, filters } = lastInput('activityLog.search') as { dates: { from: string; to: string }; filters: [] }
    expect((Date.parse(dates.to) - Date.parse(dates.from)) / 86_400_000).toBe(6)
    expect(filters).toEqual([])
  })

  it('searches for what the address says', async () => {
    renderFailingPage(
      createElement(AuditPage),
      `${pageAddress}&from=2026-11-14&to=2026-11-21&filters=operationType~notIn~Read;resourceName~in~a%257E~b%253B;assessmentId~null;nonsense~in~x`,
    )
    await screen.findByText('312 entries')
    expect(lastInput('activityLog.search')).toMatchObject({
      dates: { from: '2026-11-14', to: '2026-11-21' },
      filters: [
        { field: 'operationType', op: 'notIn', values: ['Read'] },
        { field: 'resourceName', op: 'in', values: ['a~', 'b;'] },
        { field: 'assessmentId', op: 'null' },
      ],
    })
    expect(screen.getByText('3 of 5 filters')).toBeTruthy()
    await pressButton('Clear')
    await waitFor(() => expect(lastInput('activityLog.search')).toMatchObject({ filters: [] }))
  })

  it('sorts only the rows that are loaded', async () => {
    renderFailingPage(createElement(AuditPage))
    await screen.findByText('312 entries')
    const searches = () => calls.filter(({ procedure }) => procedure === 'activityLog.search').length
    const before = searches()
    fireEvent.click(screen.getByRole('button', { name: /^Changed by/ }))
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('row')
          .slice(1)
          .map(each => within(each).queryByText(/Shared device ring|Blocked lockers/)?.textContent),
      ).toEqual(['Blocked lockers', 'Shared device ring']),
    )
    expect(searches()).toBe(before)
  })

  it('shows the chosen entry under the table, with what was before and after', async () => {
    renderFailingPage(createElement(AuditPage), `${pageAddress}&row=${row.id}`)
    const panel = await screen.findByRole('region', { name: 'Activity log' })
    expect(await within(panel).findByText('Change 1 of 3')).toBeTruthy()
    expect(within(panel).getByText('c0a8-41f2')).toBeTruthy()
    expect(within(panel).getByRole('link', { name: 'Open entry' }).getAttribute('href')).toContain(
      `/settings/purchaserules/${environmentId}/${row.id}`,
    )
    expect(
      within(panel).getByRole<HTMLButtonElement>('button', { name: 'Later change of this resource' }).disabled,
    ).toBe(true)
    fireEvent.click(within(panel).getByRole('button', { name: 'Earlier change of this resource' }))
    await waitFor(() => expect(lastInput('activityLog.get')).toMatchObject({ id: other.id }))
    fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Activity log' })).toBeNull())
  })

  it('opens an entry of an environment that was removed in that of the reader', async () => {
    const removed = { environmentId: '0a5be1ca-0000-4000-8000-00000000dead' }
    answerSearch = () => ({ rows: [{ ...row, ...removed }], nextCursor: null, queryMs: 3 })
    answerEntry = () => ({ ...entry, ...removed })
    renderFailingPage(createElement(AuditPage), `${pageAddress}&row=${row.id}`)
    await screen.findByRole('link', { name: 'Open entry' })
    const addresses = screen.getAllByRole('link').flatMap(link => link.getAttribute('href') ?? [])
    const entries = addresses.filter(address => address.includes(row.id) && address.includes('purchaserules'))
    expect(entries.length).toBeGreaterThan(1)
    for (const address of entries) expect(address).toContain(`/settings/purchaserules/${environmentId}/${row.id}`)
  })

  it('says that nothing was found, that dates are too early, and that the search took too long', async () => {
    answerSearch = () => ({ rows: [], nextCursor: null, queryMs: 3 })
    renderFailingPage(createElement(AuditPage))
    expect(await screen.findByText('No activity matches your search.')).toBeTruthy()
    cleanup()
    answerSearch = () => {
      throw new ORPCError('UNPROCESSABLE_CONTENT', {
        data: { issues: [{ path: ['dates', 'from'], message: 'x', code: 'search.tooEarly' }] },
      })
    }
    renderFailingPage(createElement(AuditPage))
    expect(await screen.findByText('Choose dates within the last 13 months.')).toBeTruthy()
    cleanup()
    answerSearch = () => {
      throw new ORPCError('CONFLICT', { data: { reason: 'search.timeout', limit: 30 } })
    }
    renderFailingPage(createElement(AuditPage))
    expect(await screen.findByText(/reached its time limit/)).toBeTruthy()
  })

  it('offers to try again where the service failed', async () => {
    answerSearch = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    renderFailingPage(createElement(AuditPage))
    await screen.findByRole('button', { name: 'Try again' })
    answerSearch = () => ({ rows: [row], nextCursor: null, queryMs: 1 })
    await pressButton('Try again')
    expect(await screen.findByText('Shared device ring')).toBeTruthy()
  })

  it('exports the shown columns in their order, and says when a file would be too large', async () => {
    answerExport = () => {
      throw new ORPCError('CONFLICT', { data: { reason: 'export.tooLarge', limit: 10_000 } })
    }
    renderFailingPage(createElement(AuditPage))
    await screen.findByText('312 entries')
    fireEvent.keyDown(screen.getByRole('button', { name: 'Export' }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Current columns' }))
    expect(await screen.findByText(/A file has at most 10,000 rows/)).toBeTruthy()
    expect((lastInput('activityLog.export')?.['columns'] as { column: string }[]).map(({ column }) => column)).toEqual([
      'timestamp',
      'operationType',
      'resourceType',
      'resourceName',
      'changedBy',
      'environmentName',
      'assessmentName',
      'logId',
    ])
  })
})

describe('the page of an entry', () => {
  const show = (address = pageAddress) =>
    renderFailingPage(createElement(EntryPage, { environmentId, id: row.id }), address)

  it('compares the fields that differ, or all of them', async () => {
    const { state } = show()
    expect(await screen.findByText('Change 1 of 3')).toBeTruthy()
    const difference = await screen.findByRole('table', { name: 'What was changed' })
    expect(difference.textContent).toContain('"position": 14')
    expect(difference.textContent).not.toContain('"status"')
    fireEvent.click(screen.getByRole('radio', { name: 'All fields' }))
    await waitFor(() =>
      expect(screen.getByRole('table', { name: 'What was changed' }).textContent).toContain('"status"'),
    )
    expect(state.location.pathname).toBe('/page')
  })

  it('leads to the rule and to its version, which can be restored there', async () => {
    show()
    const restore = await screen.findByRole('link', { name: 'Restore this version' })
    expect(restore.getAttribute('href')).toMatch(/^\/fraud\/purchase\/rules\?.*rule=rule-1&view=history&version=42$/)
    expect(screen.getByRole('link', { name: 'Open resource' }).getAttribute('href')).toMatch(/rule=rule-1$/)
  })

  it('has the notes on the entry', async () => {
    show(`${pageAddress}&notes=open`)
    expect(await screen.findByText('No notes yet')).toBeTruthy()
    expect(lastInput('notes.list')).toMatchObject({ environmentId, eventType: '_activitylog', eventId: row.id })
  })

  it('has the notes on an entry of an environment that was removed', async () => {
    answerEntry = () => ({ ...entry, environmentId: '0a5be1ca-0000-4000-8000-00000000dead' })
    show(`${pageAddress}&notes=open`)
    expect(await screen.findByText('No notes yet')).toBeTruthy()
    expect(lastInput('notes.list')).toMatchObject({ environmentId, eventId: row.id })
  })

  it('says of an entry without fields that it has none', async () => {
    answerEntry = () => ({ ...entry, before: null, after: null, operation: 'Start', resourceType: 'Backtest' })
    show()
    expect(await screen.findByText('This entry has no fields before or after.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Restore this version' })).toBeNull()
  })

  it('says of an unknown entry that it does not exist or is no longer kept', async () => {
    answerEntry = () => {
      throw new ORPCError('NOT_FOUND')
    }
    show()
    expect(await screen.findByText('This entry does not exist or is no longer kept.')).toBeTruthy()
  })

  it('offers to try again where the service failed', async () => {
    answerEntry = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    show()
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the overview of the settings', () => {
  it('leads on to its only page', async () => {
    const reader = withCapabilities(createElement(SettingsPage), () => ({ 'settings.activitylogs': 'read' }))
    const router = renderFailingPage(reader)
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/audit'))
  })
  it('names the pages that the user may open, in their order', async () => {
    renderFailingPage(
      withCapabilities(createElement(SettingsPage), () => ({ 'settings.tab': 'read', 'settings.usage': 'read' })),
    )
    await screen.findByRole('heading', { name: 'Settings' })
    const addresses = screen.getAllByRole('link').map(link => link.getAttribute('href')?.split('?')[0])
    expect(addresses.filter(address => address?.startsWith('/settings/'))).toEqual([
      '/settings/usage',
      '/settings/transactionacceptancebooster',
    ])
  })
  it('names no page to whoever may open none', async () => {
    renderFailingPage(withCapabilities(createElement(SettingsPage), () => ({})))
    expect(await screen.findByText('You cannot open this page')).toBeTruthy()
  })
})
