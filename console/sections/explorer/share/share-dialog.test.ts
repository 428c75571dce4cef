// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { comparison, finding, hub, share } from '../../../platform/contrast/testing/comparison.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { ShareDialog } from './share-dialog.tsx'

const device = finding({
  same: [
    {
      attribute: 'bin',
      value: { kind: 'equals', text: '400012' },
      conditions: null,
      rule: { path: 'paymentInstrumentList.bin', type: 'string', scale: 1 },
      opposite: false,
    },
    { attribute: 'weekday', value: { kind: 'equals', text: '1' }, conditions: null, rule: null, opposite: false },
  ],
})
/** Rarer among the events: a rule of it would decide the others. */
const currency = finding({
  attribute: 'currency',
  value: { kind: 'equals', text: 'EUR' },
  rule: { path: 'currency', type: 'string', scale: 1 },
  a: share(1, 12),
  b: share(50, 60),
  ratio: { value: 0.1, low: 0.05, high: 0.2 },
})
const masked = finding({
  attribute: 'email',
  value: { kind: 'equals', text: 'k***@x.example' },
  conditions: null,
  rule: null,
  ratio: { value: 3, low: 2, high: 5 },
})
const output = comparison([device, currency, masked])

const counts = (window: unknown) => ({
  a: 12,
  b: 60,
  steps: [
    { count: 1, a: share(12, 12), b: share(30, 60) },
    { count: 4, a: share(9, 12), b: share(0, 60) },
  ],
  proposed: window === '1h' ? null : 4,
  queryMs: 1,
})

let calls: RecordedCall[] = []
let compare: () => unknown
beforeEach(() => {
  compare = () => output
  calls = stubConsoleApi({
    'contrast.compare': () => compare(),
    'graph.hubs': () => ({ hubs: [{ index: 1, hub }], queryMs: 1 }),
    'contrast.counts': ({ window }) => counts(window),
    'search.fields': () => [],
    'search.eventTypes': () => ['purchase', 'accountlogin'].map(key => ({ key, name: key, search: true })),
    'rules.settings': () => ({ payload: { purchaseId: 'P' } }),
    'rules.create': () => ({ id: 'new-rule' }),
    'backtests.start': () => ({}),
  })
})
const inputs = (procedure: string) => calls.filter(each => each.procedure === procedure).map(({ input }) => input)

const onClose = () => undefined
const nodes = createElement(ShareDialog, {
  environmentId,
  set: { kind: 'nodes' as const, nodes: ['n-1', 'n-2'] },
  eventType: 'purchase',
  onClose,
})

it('compares the events of nodes with all others, and warns of a value that many share', async () => {
  renderFailingPage(nodes)
  const dialog = within(await screen.findByRole('dialog', { name: 'What do these share' }))
  expect(await dialog.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
  expect(inputs('contrast.compare')).toMatchObject([
    {
      eventType: 'purchase',
      a: { kind: 'nodes', nodes: ['n-1', 'n-2'] },
      b: { kind: 'search', filter: { period: '90d' } },
    },
  ])
  // Masked values are looked up nowhere.
  expect(inputs('graph.hubs')).toMatchObject([
    {
      values: [
        { key: 'device', value: 'D-1' },
        { key: 'bin', value: '400012' },
      ],
    },
  ])
  expect(await dialog.findByText(/Shared by 312 accounts\. Fraud 0\.3%, overall 0\.3%/)).toBeTruthy()
  expect(dialog.getAllByRole('checkbox').map(box => box.getAttribute('aria-label'))).toEqual([
    'Choose Device ID D-1',
    'Choose BIN 400012',
  ])
  expect(dialog.getByRole('button', { name: 'Draft a rule' })).toHaveProperty('disabled', true)
})

it('drafts a rule of chosen values, shows its text and back-tests it', async () => {
  renderFailingPage(nodes)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Device ID D-1' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose BIN 400012' }))
  await screen.findByText(/Shared by 312 accounts/)
  await pressButton('Draft a rule of 2 values')
  const dialog = within(await screen.findByRole('dialog', { name: 'Draft a rule' }))
  expect(dialog.getByText(/Shared by 312 accounts/)).toBeTruthy()
  await chooseOption(dialog.getByRole('combobox', { name: 'Events that have' }), 'Any of the chosen values')
  await chooseOption(dialog.getByRole('combobox', { name: 'Decision' }), 'Reject')
  const text =
    'RETURN Reject("Shared values")\nWHEN @"deviceContext.externalDeviceId".ToLower() == "d-1"\n  || @"paymentInstrumentList.bin".ToLower() == "400012"\n'
  expect(dialog.getByRole('region', { name: 'Text of the rule' }).querySelector('pre')?.textContent).toBe(text)
  await pressButton('Draft and back-test')
  await waitFor(() => expect(inputs('backtests.start')).toHaveLength(1))
  expect(inputs('rules.create')).toMatchObject([
    { eventType: 'purchase', branch: 'production', type: 'decision', body: { clauses: [{ section: 'prior', text }] } },
  ])
  expect(inputs('backtests.start')).toMatchObject([{ subject: { kind: 'draft', ruleId: 'new-rule' } }])
})

it('drafts a rule of how often an entity came before, with the number that the events propose', async () => {
  renderFailingPage(nodes)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Device ID D-1' }))
  await pressButton('Draft a rule of 1 value')
  const kind = await screen.findByRole('combobox', { name: 'The rule recognizes' })
  expect(inputs('contrast.counts')).toEqual([])
  await chooseOption(kind, 'How often an entity came before')
  expect(await screen.findByText('75% of A and 0% of B reach it.')).toBeTruthy()
  expect(inputs('contrast.counts')).toMatchObject([
    { a: { kind: 'nodes', nodes: ['n-1', 'n-2'] }, entity: 'device', window: '1d' },
  ])
  const text = () => screen.getByRole('region', { name: 'Text of the rule' }).querySelector('pre')?.textContent
  const velocity = (window: string, least: number) =>
    `RETURN Review("Shared values")\nWHEN Velocity.deviceAttempts(@"deviceContext.externalDeviceId", ${window}) >= ${least}\n`
  expect(text()).toBe(velocity('1d', 4))
  // Where nothing is proposed, nothing is drafted before a number is entered.
  await chooseOption(screen.getByRole('combobox', { name: 'Within' }), '1 hour')
  expect(await screen.findByText(/^No number tells A from B/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Draft and back-test' }).getAttribute('aria-disabled')).toBe('true')
  const number = screen.getByRole('spinbutton', { name: /Earlier events, at least/ })
  fillField(number, '2')
  fireEvent.blur(number)
  await waitFor(() => expect(text()).toBe(velocity('1h', 2)))
  await pressButton('Draft and back-test')
  await waitFor(() =>
    expect(inputs('rules.create')).toMatchObject([{ body: { clauses: [{ text: velocity('1h', 2) }] } }]),
  )
})

it('goes back from the draft to the values, which are still chosen', async () => {
  renderFailingPage(nodes)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Device ID D-1' }))
  await pressButton('Draft a rule of 1 value')
  await pressButton('Back to the values')
  expect(await screen.findByRole('checkbox', { name: 'Choose Device ID D-1', checked: true })).toBeTruthy()
  expect(inputs('contrast.compare')).toHaveLength(1)
})

it('who writes no rules sees the values, and drafts none', async () => {
  renderFailingPage(withReadAccess(nodes))
  expect(await screen.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Draft/ })).toBeNull()
})

it('a ring is compared, of another assessment when it is chosen', async () => {
  const set = { kind: 'ring' as const, ringId: 'ring-1', name: 'Locker 114' }
  renderFailingPage(createElement(ShareDialog, { environmentId, set, onClose }))
  await screen.findByRole('dialog', { name: 'What does this ring share' })
  await chooseOption(await screen.findByRole('combobox', { name: 'Assessment' }), 'Account login')
  await waitFor(() => expect(inputs('contrast.compare')).toHaveLength(2))
  expect(inputs('contrast.compare')).toMatchObject([
    { eventType: 'purchase', a: { kind: 'ring', ringId: 'ring-1' } },
    { eventType: 'accountlogin', a: { kind: 'ring', ringId: 'ring-1' } },
  ])
})

it('says that nothing tells them apart, which nodes have no events, and that only the newest were read', async () => {
  compare = () => ({ ...output, a: { ...output.a, complete: false, missing: 2 }, findings: [] })
  renderFailingPage(nodes)
  expect(await screen.findByText('Nothing tells them apart')).toBeTruthy()
  expect(screen.getByText('900 values were compared. All differences can be chance.')).toBeTruthy()
  expect(screen.getByText('2 nodes have no events of this assessment in these days.')).toBeTruthy()
  expect(screen.getByText('Only the newest events of the selection are included.')).toBeTruthy()
})

it('a comparison that failed is repeated', async () => {
  compare = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  renderFailingPage(nodes)
  const retry = await screen.findByRole('button', { name: /again/i })
  compare = () => output
  fireEvent.click(retry)
  expect(await screen.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
})

it('a comparison that takes longer than a second is stopped, and compared later', async () => {
  let answer: (value: unknown) => void = () => undefined
  compare = () => new Promise(resolve => (answer = resolve))
  renderFailingPage(nodes)
  await screen.findByRole('dialog', { name: 'What do these share' })
  await waitFor(() => expect(inputs('contrast.compare')).toHaveLength(1))
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }, { timeout: 5000 }))
  expect(await screen.findByText('The comparison was stopped.')).toBeTruthy()
  answer(output)
  expect(screen.queryByText('Only in A: at least 14 times as frequent as in B.')).toBeNull()
  compare = () => output
  await pressButton('Compare')
  expect(await screen.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
})
