// @vitest-environment jsdom
import type { Evaluation, Rule, RuleBody } from '@assay/risk-service/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { bodyOf, draftRule, finding, idOf, publishedRule, rejection, rulePage } from '../testing/rules.ts'
import { RuleEditorPage } from './rule-editor-page.tsx'

const body: RuleBody = {
  ...bodyOf('Large', ''),
  clauses: [
    { name: 'large', section: 'prior', text: 'RETURN Reject("Large") // ask\nWHEN @"totalAmount" > 1000' },
    {
      name: 'medium',
      section: 'prior',
      text: 'RETURN Review("Medium")\nWHEN @"totalAmount" > 500 AND @"country" == "DE"',
    },
    { name: 'any', section: 'prior', text: 'RETURN Approve()\nWHEN @"totalAmount" > 0 || @"country" == "AT"' },
  ],
}
let rule: Rule
let evaluation: Evaluation
let calls: RecordedCall[]
beforeEach(() => {
  rule = draftRule(body)
  evaluation = rejection
  calls = stubConsoleApi({
    'rules.get': () => rule,
    'rules.list': () => [],
    'rules.evaluate': () => evaluation,
    'rules.vocabulary': () => ({
      attributes: [
        { path: 'totalAmount', type: 'number', description: 'Total amount' },
        { path: 'country', type: 'string', description: 'Country' },
      ],
    }),
    'rules.settings': () => ({ payload: {} }),
    'rules.saveDraft': ({ body: saved }) => ({
      ...rule,
      draft: { ...(saved as object), baseVersion: 0, savedAt: '2026-01-01T00:00:00Z' },
    }),
  })
})

const page = () => rulePage(createElement(RuleEditorPage, { ruleId: idOf(11) }))
const grid = () => screen.getByRole('grid', { name: 'Decision table' })
const open = async (content = page()) => {
  renderPage(content)
  await pressButton('Table')
  return grid()
}
const press = (key: string, modifiers: object = {}) => {
  const focused = document.activeElement ?? document.body
  fireEvent.keyDown(focused, { key, ...modifiers })
}
const focusedCell = () => document.activeElement?.textContent
const savedClauses = () =>
  (
    calls.findLast(({ procedure }) => procedure === 'rules.saveDraft')?.input['body'] as RuleBody | undefined
  )?.clauses.map(({ name, text }) => [name, text])
const textOf = (name: string) => body.clauses.find(each => each.name === name)?.text
const startAt = (cell: string) =>
  act(() => within(grid()).getAllByText(cell)[0]?.closest<HTMLElement>('[data-cell]')?.focus())

it('shows clauses as rows and what they test as columns, with what no column can show in one cell', async () => {
  const table = await open()
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Clause', 'Total amount', 'Country', 'Other conditions', 'Decision', 'Reason'])
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(row => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['1large', '> 1000', '', '', 'Reject', 'Large'],
    ['2medium', '> 500', '== "DE"', '', 'Review', 'Medium'],
    ['3any', '', '', '@"totalAmount" > 0 || @"country" == "AT"', 'Approve', ''],
  ])
  await pressButton('Single clauses')
  await screen.findByRole('textbox', { name: 'Code of large' })
})

it('a cell is changed, taken back and changed again by keys; the rest of the text stays', async () => {
  await open()
  startAt('> 1000')
  press('F2')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Total amount of large' })
  expect(field.value).toBe('> 1000')
  fillField(field, '> 2000')
  fireEvent.keyDown(field, { key: 'Enter' })
  const changed = ['large', 'RETURN Reject("Large") // ask\nWHEN @"totalAmount" > 2000']
  await waitFor(() => expect(savedClauses()?.[0]).toEqual(changed))
  expect(focusedCell()).toBe('> 500')
  press('z', { ctrlKey: true })
  await waitFor(() => expect(savedClauses()?.[0]).toEqual(['large', textOf('large')]))
  press('y', { ctrlKey: true })
  await waitFor(() => expect(savedClauses()?.[0]).toEqual(changed))
})

it('typing replaces a cell, Escape leaves it as it was, Delete empties it', async () => {
  await open()
  startAt('== "DE"')
  press('F')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Country of medium' })
  expect(field.value).toBe('F')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(focusedCell()).toBe('== "DE"')
  press('Delete')
  await waitFor(() => expect(savedClauses()?.[1]?.[1]).toBe('RETURN Review("Medium")\nWHEN @"totalAmount" > 500'))
})

it('a text that a cell cannot have is refused there, with what it can have', async () => {
  await open()
  startAt('> 500')
  press('F2')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Total amount of medium' })
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  fillField(field, '> @"country"')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.getByRole('alert').textContent).toMatch(/^Compare the value of this column with a constant/)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  // The reason stands below the cell, which may be the last one in sight.
  expect(shown.mock.contexts).toEqual([field.parentElement])
  shown.mockRestore()
  expect(calls.some(({ procedure }) => procedure === 'rules.saveDraft')).toBe(false)
})

it('ranges are copied and pasted as a spreadsheet does, and filled down', async () => {
  const table = await open()
  startAt('> 500')
  press('ArrowRight', { shiftKey: true })
  const data = new Map<string, string>()
  const clipboardData = {
    setData: (type: string, text: string) => data.set(type, text),
    getData: () => data.get('text/plain'),
  }
  fireEvent.copy(document.activeElement ?? table, { clipboardData })
  expect(data.get('text/plain')).toBe('> 500\t"== ""DE"""')
  startAt('> 1000')
  fireEvent.paste(document.activeElement ?? table, { clipboardData })
  await waitFor(() =>
    expect(savedClauses()?.[0]?.[1]).toBe(
      'RETURN Reject("Large") // ask\nWHEN @"totalAmount" > 500\n  AND @"country" == "DE"',
    ),
  )
})

it('rows are inserted, duplicated, moved and deleted', async () => {
  await open()
  startAt('> 1000')
  press('ArrowDown', { altKey: true })
  await waitFor(() => expect(savedClauses()?.map(([name]) => name)).toEqual(['medium', 'large', 'any']))
  press('Insert', { altKey: true })
  await waitFor(() => expect(savedClauses()?.map(([name]) => name)).toEqual(['medium', 'large', 'Clause 4', 'any']))
  press('Delete', { altKey: true })
  await waitFor(() => expect(savedClauses()?.map(([name]) => name)).toEqual(['medium', 'large', 'any']))
  press('Insert')
  await waitFor(() => expect(savedClauses()).toHaveLength(4))
})

it('says which rows overlap, and what it did not check; a problem stands at its cell', async () => {
  evaluation = { ...rejection, problems: [finding({ part: 1, clause: 'medium', from: 31, to: 46 })] }
  await open()
  await screen.findByText('Row 2, medium, overlaps row 1, which decides the common events first and otherwise.')
  expect(screen.getByText('Not checked in full: row 3.')).toBeTruthy()
  await waitFor(() =>
    expect(within(grid()).getByText('> 500').closest<HTMLElement>('[data-cell]')?.getAttribute('aria-invalid')).toBe(
      'true',
    ),
  )
})

it('who may only read sees the table, and changes nothing', async () => {
  rule = publishedRule(body)
  const table = await open(withReadAccess(page()))
  expect(table.getAttribute('aria-readonly')).toBe('true')
  startAt('> 1000')
  for (const key of ['F2', 'Delete', 'x', 'Insert']) press(key)
  expect(within(table).queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add column' })).toBeNull()
  expect(calls.some(({ procedure }) => procedure === 'rules.saveDraft')).toBe(false)
})
