// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { defaultSearch } from '../../../platform/search-url/search-url.ts'
import { type RecordedCall, stubConsoleApi, unanswered } from '../../../platform/testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage, waitForCall } from '../../../platform/testing/lost-session.ts'
import { chooseMenuItem, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { SearchBar } from './search-bar.tsx'
import { SearchViews } from './search-views.tsx'

let calls: RecordedCall[]
beforeEach(() => {
  calls = stubConsoleApi({ 'savedViews.list': () => [], 'savedViews.save': unanswered })
})

const renderViews = () =>
  renderPage(
    createElement(SearchViews, {
      state: defaultSearch,
      columns: { order: [], visibility: {}, pinned: { start: [], end: [] } },
      view: null,
      plain: false,
      onView: () => undefined,
      onName: () => undefined,
      onColumns: () => undefined,
    }),
  )
const findName = async () =>
  within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('textbox', { name: 'Name' })

it('the name of a view is there again after a lost session', async () => {
  const { loseSession } = renderViews()
  await chooseMenuItem('View actions', 'Save as…')
  fillField(await findName(), 'Unfinished view')
  loseSession()
  expect((await findName()).value).toBe('Unfinished view')
  expect(readRecoveryKeys()).toEqual([])
})

it('the name of a view that was sent and not answered is there again after a lost session', async () => {
  const { loseSession } = renderViews()
  await chooseMenuItem('View actions', 'Save as…')
  fillField(await findName(), 'Unfinished view')
  await pressButton('Save view')
  await waitForCall(calls, 'savedViews.save')
  expect(screen.queryByRole('dialog')).toBeNull()
  loseSession()
  expect((await findName()).value).toBe('Unfinished view')
  expect(readRecoveryKeys()).toEqual([])
})

it('a condition that was half typed is open again after a lost session', async () => {
  const { loseSession } = renderPage(
    createElement(SearchBar, {
      eventType: 'purchase',
      fields: undefined,
      unknown: new Set<string>(),
      filter: defaultSearch.filter,
      advanced: false,
      onAdvancedChange: () => undefined,
      onFilterChange: () => undefined,
      onSearch: () => undefined,
    }),
  )
  await pressButton('Filter: add a condition')
  fireEvent.click(await screen.findByRole('option', { name: 'Email' }))
  const findValue = async () =>
    within(await screen.findByRole('dialog', { name: 'Email' })).getByRole<HTMLInputElement>('textbox', {
      name: 'Value',
    })
  fillField(await findValue(), 'half an addr')
  loseSession()
  expect((await findValue()).value).toBe('half an addr')
  expect(readRecoveryKeys()).toEqual([])
})
