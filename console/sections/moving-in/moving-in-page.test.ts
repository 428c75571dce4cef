// @vitest-environment jsdom
import type { MovedObject, MoveNote, MovingInReport } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { stubTableLayout } from '../../platform/testing/table-rows.ts'
import { chooseOption, fillField, pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './moving-in-page.tsx'

const moved = (key: string, more: Partial<MovedObject>): MovedObject => ({
  key,
  kind: 'rule',
  name: key.split('/').at(-1) ?? key,
  area: 'purchase',
  state: 'same',
  action: 'create',
  notes: [],
  text: null,
  ...more,
})
const objects = [
  moved('lists/custom/Risky', {
    kind: 'customList',
    area: '',
    state: 'needsYou',
    action: 'none',
    notes: [{ code: 'noRight', params: {}, diagnostic: null }],
  }),
  moved('rules/purchase/Large', { text: { before: '', after: 'RETURN Review()' } }),
  moved('rules/purchase/Broken', {
    state: 'failed',
    action: 'none',
    notes: [
      {
        code: 'language',
        params: {},
        diagnostic: { code: 'XYZ', message: 'A value is missing.', params: {}, line: 3, column: 7 },
      },
    ],
  }),
]
const refusal = (reason: string): MoveNote => ({
  code: 'refused',
  params: { reason, detail: 'A sentence of the service.' },
  diagnostic: null,
})
let report: MovingInReport
let calls: RecordedCall[]
const preview = vi.fn<() => unknown>()
const apply = vi.fn<() => unknown>()

beforeEach(() => {
  stubTableLayout()
  report = { objects, refusal: null, applied: false }
  preview.mockReset().mockImplementation(() => report)
  apply.mockReset().mockImplementation(() => ({ ...report, applied: true }))
  calls = stubConsoleApi({
    'assessments.list': () => [
      { eventType: 'purchase', name: 'Purchase' },
      { eventType: 'payout', name: 'Payout' },
    ],
    'movingIn.preview': preview,
    'movingIn.apply': apply,
  })
})

const sent = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
async function check(text = 'RETURN Review()'): Promise<void> {
  fillField(await screen.findByRole('textbox', { name: 'Text from the clipboard' }), text)
  await pressButton('Check')
  await screen.findByRole('grid', { name: 'Objects' })
}

it('nothing is sent before something is chosen', async () => {
  renderPage(createElement(Component))
  await pressButton('Check')
  expect(await screen.findByText('Choose files, or paste a text.')).toBeTruthy()
  expect(sent('movingIn.preview')).toEqual([])
})

it('files and pasted text are checked for the chosen assessment', async () => {
  renderPage(createElement(Component))
  await chooseOption(await screen.findByRole('combobox', { name: 'Assessment of rules without a folder' }), 'Payout')
  const input = document.querySelector<HTMLInputElement>('input[type="file"][multiple]')
  if (input === null) throw new Error('no field for files')
  fireEvent.change(input, { target: { files: [new File(['SKU\nA-1\n'], 'Risky.csv', { type: 'text/csv' })] } })
  expect(await screen.findByText('1 file, 1 kB')).toBeTruthy()
  await check()
  expect(sent('movingIn.preview')).toMatchObject([
    { files: [{ path: 'Risky.csv', text: 'SKU\nA-1\n' }], pasted: 'RETURN Review()', assessment: 'payout' },
  ])
})

it('files that are no text are named, and the others are added', async () => {
  renderPage(createElement(Component))
  await screen.findByRole('button', { name: 'Check' })
  const input = document.querySelector<HTMLInputElement>('input[type="file"][multiple]')
  if (input === null) throw new Error('no field for files')
  const files = [
    new File([new Uint8Array([0xff, 0xfe, 0x41])], 'Rule.txt'),
    new File(['PK\u0003\u0004\0\0'], 'export.json'),
    new File(['SKU\nA-1\n'], 'Risky.csv'),
  ]
  fireEvent.change(input, { target: { files } })
  expect(
    await screen.findByText(
      'Not text in UTF-8, and not added: Rule.txt and export.json. Unpack archives and choose what is in them.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('1 file, 1 kB')).toBeTruthy()
})

it('the preview shows states with what to do next, filtered by the address, and moves in once', async () => {
  const { readSearch } = renderPage(createElement(Component))
  await check()
  const table = screen.getByRole('grid', { name: 'Objects' })
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(each => each.textContent),
  ).toEqual(['Risky', 'Large', 'Broken'])
  expect(within(table).getByText('A value is missing. Correct the text, then check again.')).toBeTruthy()
  expect(within(table).getByText(/try it with a back-test, then activate it/)).toBeTruthy()
  await chooseOption(screen.getByRole('combobox', { name: 'State' }), 'Failed (1)')
  await waitFor(() =>
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(each => each.textContent),
    ).toEqual(['Broken']),
  )
  expect(readSearch()).toContain('state=failed')
  await pressButton('Move in 1 object')
  expect(await screen.findByText(/New rules are inactive: try each with a back-test/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back-test rules of purchase' }).getAttribute('href')).toContain(
    '/fraud/purchase/rules',
  )
  expect(screen.queryByRole('button', { name: /^Move in/ })).toBeNull()
  expect(apply).toHaveBeenCalledTimes(1)
})

it('an object opens beside the table with its place and its page', async () => {
  renderPage(createElement(Component), `${pageAddress}&object=rules%2Fpurchase%2FBroken`)
  await check()
  const panel = await screen.findByRole('complementary', { name: 'Broken' })
  expect(within(panel).getByText('3:7')).toBeTruthy()
  expect(within(panel).getByRole('link', { name: 'Open its page' }).getAttribute('href')).toContain(
    '/fraud/purchase/rules',
  )
})

it('a refusal is shown, and nothing can be moved in', async () => {
  report = { objects, refusal: refusal('functions.limit'), applied: false }
  renderPage(createElement(Component))
  await check()
  expect(screen.getByText('This environment has as many functions as it can. Delete one first.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Move in/ })).toBeNull()
})

it('a refused application shows that nothing was stored, and is repeated after another check', async () => {
  const none = objects.map((object): MovedObject => ({ ...object, action: 'none' }))
  apply.mockReturnValueOnce({ objects: none, refusal: refusal('resources.changed'), applied: true })
  renderPage(createElement(Component))
  await check()
  await pressButton('Move in 1 object')
  expect(await screen.findByText('What it names has changed since then.')).toBeTruthy()
  expect(screen.queryByText(/^Moved in/)).toBeNull()
  expect(within(screen.getByRole('grid', { name: 'Objects' })).getAllByText('Unchanged')).toHaveLength(3)
  expect(document.querySelector('[aria-current="step"]')?.textContent).toContain('Move in')
  await pressButton('Check')
  await pressButton('Move in 1 object')
  expect(await screen.findByText(/New rules are inactive/)).toBeTruthy()
  expect(sent('movingIn.apply')).toHaveLength(2)
  expect(sent('movingIn.preview')).toHaveLength(2)
})

it('a failed check can be repeated, and keeps what was pasted', async () => {
  preview.mockImplementationOnce(() => {
    throw new Error('lost')
  })
  renderPage(createElement(Component))
  fillField(await screen.findByRole('textbox', { name: 'Text from the clipboard' }), 'RETURN Review()')
  await pressButton('Check')
  await pressButton('Try again')
  expect(await screen.findByRole('grid', { name: 'Objects' })).toBeTruthy()
})

it('pasted text outlives a lost session', async () => {
  const { loseSession } = renderPage(createElement(Component))
  fillField(await screen.findByRole('textbox', { name: 'Text from the clipboard' }), 'RETURN Review()')
  loseSession()
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text from the clipboard' })).value).toBe(
    'RETURN Review()',
  )
})

it('who may only read rules sees why nothing can be moved in', async () => {
  renderPage(withReadAccess(createElement(Component)))
  expect(await screen.findByText('You have read-only access.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Check' })).toBeNull()
})
