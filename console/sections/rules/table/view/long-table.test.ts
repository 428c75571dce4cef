// @vitest-environment jsdom
import { AnnouncerProvider } from '@assay/design-system'
import type { RuleBody } from '@assay/risk-service/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../../platform/testing/lost-session.ts'
import { fillField } from '../../../../platform/testing/user-input.ts'
import { applyRuleEdit } from '../../rule-draft.ts'
import { bodyOf, rulePage } from '../../testing/rules.ts'
import { TableView } from './table-view.tsx'

const rowCount = 180
/** All rows test the amount; row 150 decides otherwise than row 1 does. */
const body: RuleBody = {
  ...bodyOf('Long', ''),
  clauses: Array.from({ length: rowCount }, (_, place) => ({
    name: `row${place + 1}`,
    section: 'prior',
    text:
      place === 149
        ? 'RETURN Reject("Late") // ask\nWHEN @"totalAmount" > 5 AND @"totalAmount" < 15'
        : `RETURN Review("Row ${place + 1}")\nWHEN @"totalAmount" > ${place * 10} AND @"totalAmount" < ${place * 10 + 10}`,
  })),
}
let clauses: RuleBody['clauses']
beforeEach(() => {
  clauses = body.clauses
  stubConsoleApi({
    'rules.vocabulary': () => ({
      attributes: [{ path: 'totalAmount', type: 'number', description: 'Total amount' }],
    }),
    'rules.settings': () => ({ payload: {} }),
  })
})

function EditedTable() {
  const [edited, setEdited] = useState(body)
  return createElement(TableView, {
    type: 'decision',
    body: edited,
    canEdit: true,
    problems: [],
    onClauses: () => undefined,
    edit: change => {
      const next = applyRuleEdit(edited, change)
      clauses = next.clauses
      setEdited(next)
    },
  })
}
const open = () => {
  renderPage(rulePage(createElement(AnnouncerProvider, null, createElement(EditedTable))))
  return screen.getByRole('grid', { name: 'Decision table' })
}
const cell = (row: number, column: number) => {
  const found = document.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)
  if (!found) throw new Error(`No cell ${row} ${column}`)
  return found
}
const press = (key: string, modifiers: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers })
const place = () => document.activeElement?.getAttribute('data-cell')
const announced = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(each => each.textContent)).toContain(text))

it('all rows are there for a screen reader, with their number; one cell is the tab stop', () => {
  const grid = open()
  expect(grid.getAttribute('aria-rowcount')).toBe(String(rowCount + 1))
  expect(
    within(grid)
      .getAllByRole('row')
      .map(row => Number(row.getAttribute('aria-rowindex'))),
  ).toEqual(Array.from({ length: rowCount + 1 }, (_, row) => row + 1))
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  act(() => cell(0, 1).focus())
  press('End', { ctrlKey: true })
  expect(place()).toBe(`${rowCount - 1} 4`)
  press('Home', { ctrlKey: true })
  expect(place()).toBe('0 0')
})

it('a finding leads to its row, wherever that is, and has the focus there', async () => {
  open()
  const finding = await screen.findByRole('button', { name: /^Row 150, row150, overlaps/ })
  finding.focus()
  fireEvent.click(finding)
  expect(place()).toBe('149 0')
  expect(cell(149, 0).getAttribute('aria-selected')).toBe('true')
})

it('a selection over many rows is announced by its size, and copied as a whole', async () => {
  const grid = open()
  act(() => cell(10, 1).focus())
  press('ArrowDown', { ctrlKey: true, shiftKey: true })
  await announced('170 rows by 1 column')
  const data = new Map<string, string>()
  fireEvent.copy(document.activeElement ?? grid, {
    clipboardData: { setData: (type: string, text: string) => data.set(type, text) },
  })
  expect(data.get('text/plain')?.split('\n')).toHaveLength(170)
  expect(data.get('text/plain')).toContain('> 5 AND < 15\n')
  await announced('170 cells copied')
})

it('a block of a spreadsheet goes over the last row, is selected, undone and pasted again', async () => {
  const grid = open()
  act(() => cell(170, 1).focus())
  const copied = Array.from({ length: 20 }, (_, row) => `> ${5000 + row}\t`).join('\r\n')
  fireEvent.paste(document.activeElement ?? grid, { clipboardData: { getData: () => copied } })
  expect(clauses).toHaveLength(190)
  expect(clauses[189]?.text).toContain('@"totalAmount" > 5019')
  expect(place()).toBe('170 1')
  expect(cell(189, 2).getAttribute('aria-selected')).toBe('true')
  expect(cell(189, 3).getAttribute('aria-selected')).toBe('false')
  await announced('20 rows pasted.')
  press('Home', { ctrlKey: true })
  press('z', { ctrlKey: true })
  expect(clauses).toEqual(body.clauses)
  // What was undone is in sight.
  expect(place()).toBe('170 1')
  press('Home', { ctrlKey: true })
  press('y', { ctrlKey: true })
  expect(clauses).toHaveLength(190)
  expect(place()).toBe('170 1')
})

it('an edit far down keeps the remarks of its clause', () => {
  open()
  act(() => cell(149, 1).focus())
  press('F2')
  const field = screen.getByRole('textbox', { name: /of row150$/ })
  fillField(field, '> 7')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(clauses[149]?.text).toBe('RETURN Reject("Late") // ask\nWHEN @"totalAmount" > 7')
  expect(place()).toBe('150 1')
})
