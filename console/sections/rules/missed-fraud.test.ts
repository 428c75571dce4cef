// @vitest-environment jsdom
import type { Rule } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { comparison, finding, hub, share } from '../../platform/contrast/testing/comparison.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { withCapabilities, withReadAccess } from '../../platform/testing/session.ts'
import { chooseOption, pressButton } from '../../platform/testing/user-input.ts'
import { RuleEditorPage } from './editor/rule-editor-page.tsx'
import { bodyOf, draftRule, idOf, publishedRule, rejection, rulePage } from './testing/rules.ts'

const velocity = bodyOf('Velocity', 'RETURN Review("Fast") WHEN @"totalAmount" > 5')
const country = finding({
  attribute: 'shippingCountry',
  value: { kind: 'equals', text: 'AE' },
  conditions: [{ column: 'shippingCountry', op: 'eq', value: 'AE' }],
  rule: { path: 'shippingAddress.country', type: 'string', scale: 1 },
  a: share(1, 12),
  b: share(50, 60),
  ratio: { value: 0.1, low: 0.05, high: 0.2 },
})

let rule: Rule
let calls: RecordedCall[]
let compare: (input: Record<string, unknown>) => unknown
let start: () => unknown
beforeEach(() => {
  rule = publishedRule(velocity)
  compare = () => comparison([finding(), country])
  start = () => ({})
  calls = stubConsoleApi({
    'rules.get': () => rule,
    'rules.list': () => [],
    'rules.evaluate': () => rejection,
    'rules.vocabulary': () => ({ attributes: [] }),
    'rules.settings': () => ({ payload: {} }),
    'rules.saveDraft': ({ body }) => ({
      ...rule,
      draft: { ...(body as object), baseVersion: 2, savedAt: '2026-01-01T00:00:00Z' },
    }),
    'rules.create': () => ({ id: 'new-rule' }),
    'backtests.list': () => [],
    'backtests.start': () => start(),
    'contrast.compare': input => compare(input),
    'contrast.counts': unanswered,
    'graph.hubs': () => ({ hubs: [{ index: 0, hub }], queryMs: 1 }),
    'search.fields': () => [],
  })
})
const inputs = (procedure: string) => calls.filter(each => each.procedure === procedure).map(({ input }) => input)
const editor = () => rulePage(createElement(RuleEditorPage, { ruleId: idOf(11) }))
const opened = `${pageAddress}&missed=90d`
const panel = async () => within(await screen.findByRole('dialog', { name: 'Missed fraud: Velocity' }))
const linkTo = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '')

it('compares the fraud that a rule missed with what it caught, for the period in the address', async () => {
  const router = renderFailingPage(editor())
  await pressButton('Missed fraud')
  const found = await panel()
  expect(await found.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
  expect(found.getByText('100% (10% to 90%): 12 of 12')).toBeTruthy()
  expect(await found.findByText(/Shared by 312 accounts/)).toBeTruthy()
  expect(inputs('contrast.compare')).toMatchObject([
    {
      environmentId,
      eventType: 'purchase',
      a: { kind: 'rule', ruleId: idOf(11), outcome: 'missed', filter: { period: '90d' } },
      b: { kind: 'rule', ruleId: idOf(11), outcome: 'caught', filter: { period: '90d' } },
    },
  ])
  await chooseOption(found.getByRole('combobox', { name: 'Period' }), 'Last 30 days')
  await chooseOption(found.getByRole('combobox', { name: 'Compared with (B)' }), 'All other events of the period')
  await waitFor(() =>
    expect(inputs('contrast.compare').at(-1)).toMatchObject({
      a: { outcome: 'missed', filter: { period: '30d' } },
      b: { kind: 'search', filter: { period: '30d' } },
    }),
  )
  const { search } = router.state.location
  expect([...new URLSearchParams(search)]).toEqual(
    expect.arrayContaining([
      ['missed', '30d'],
      ['with', 'others'],
    ]),
  )
  fireEvent.click(found.getByRole('button', { name: 'Close panel' }))
  await waitFor(() => expect(router.state.location.search).not.toContain('missed'))
})

it('leads to both sets in the search, and to the events with a value where it is more frequent', async () => {
  renderFailingPage(editor(), opened)
  const found = await panel()
  expect(linkTo(found.getByRole('link', { name: 'Missed fraud in search' }))).toContain(
    'period=90d&f=label:eq:Fraud&f=rule:neq:Velocity',
  )
  expect(linkTo(found.getByRole('link', { name: 'Caught fraud in search' }))).toContain('f=rule:eq:Velocity')
  expect(linkTo(await found.findByRole('link', { name: 'Open in search: Device ID D-1' }))).toContain(
    'f=rule:neq:Velocity&f=deviceId:eq:D-1',
  )
  expect(linkTo(found.getByRole('link', { name: /^Open in search: Shipping country/ }))).toContain(
    'f=rule:eq:Velocity&f=shippingCountry:eq:AE',
  )
})

it('adds a clause of a chosen value to the draft of the rule, which is begun, and back-tests it', async () => {
  const router = renderFailingPage(editor(), opened)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Device ID D-1' }))
  await screen.findByText(/Shared by 312 accounts/)
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  await pressButton('Draft a clause of 1 value')
  const dialog = within(await screen.findByRole('dialog', { name: 'Draft a clause' }))
  expect(dialog.getByRole('combobox', { name: 'Clause of' }).textContent).toBe('This rule: Velocity')
  expect(dialog.getByText(/Shared by 312 accounts/)).toBeTruthy()
  expect(dialog.queryByText(/runs only where its condition is met/)).toBeNull()
  await pressButton('Draft and back-test')
  const text = 'RETURN Review("Resembles missed fraud")\nWHEN @"deviceContext.externalDeviceId".ToLower() == "d-1"\n'
  await waitFor(() => expect(inputs('backtests.start')).toHaveLength(1))
  expect(inputs('rules.saveDraft').at(-1)).toMatchObject({
    ruleId: idOf(11),
    body: { clauses: [{ name: 'clause1' }, { name: 'Clause 2', section: 'prior', text }] },
  })
  expect(inputs('backtests.start')).toMatchObject([{ subject: { kind: 'draft', ruleId: idOf(11) } }])
  expect(inputs('rules.create')).toEqual([])
  await waitFor(() => expect(router.state.location.search).toContain('backtest=latest'))
  expect(router.state.location.search).not.toContain('missed')
  expect(await screen.findByRole('dialog', { name: 'Back-test: Velocity' })).toBeTruthy()
})

it('the draft is there when its back-test does not start, which is said', async () => {
  start = () => {
    throw new ORPCError('CONFLICT')
  }
  const router = renderFailingPage(editor(), opened)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Device ID D-1' }))
  await pressButton('Draft a clause of 1 value')
  await pressButton('Draft and back-test')
  expect(await screen.findByText('The rule is drafted. Its back-test did not start.')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).not.toContain('missed'))
  expect(router.state.location.search).not.toContain('backtest')
})

it('drafts a new rule where a clause would run only under the condition of this one', async () => {
  rule = publishedRule({ ...velocity, condition: '@"totalAmount" > 100' })
  renderFailingPage(editor(), opened)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Device ID D-1' }))
  await pressButton('Draft a clause of 1 value')
  expect(await screen.findByText(/^This rule runs only where its condition is met/)).toBeTruthy()
  await chooseOption(screen.getByRole('combobox', { name: 'Clause of' }), 'A new rule')
  expect(screen.queryByText(/^This rule runs only where its condition is met/)).toBeNull()
  await pressButton('Draft and back-test')
  await waitFor(() =>
    expect(inputs('rules.create')).toMatchObject([
      {
        body: {
          name: 'Missed fraud',
          description: 'Decides events by what the fraud has in common that the rule “Velocity” missed',
        },
      },
    ]),
  )
  expect(inputs('rules.saveDraft')).toEqual([])
})

it('drafts a new rule beside one of an environment above', async () => {
  rule = { ...publishedRule(velocity), environmentId: '0198a000-0000-7000-8000-000000000009' }
  renderFailingPage(editor(), opened)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Device ID D-1' }))
  await pressButton('Draft a rule of 1 value')
  await screen.findByRole('dialog', { name: 'Draft a rule' })
  expect(screen.queryByRole('combobox', { name: 'Clause of' })).toBeNull()
  await pressButton('Draft and back-test')
  await waitFor(() => expect(inputs('rules.create')).toMatchObject([{ environmentId }]))
})

it('says how many labels there are and how many it takes, and compares with all other events instead', async () => {
  const { a, b } = comparison([])
  compare = input =>
    (input.b as { kind: string }).kind === 'rule'
      ? comparison([], { b: { ...b, compared: 1 } })
      : comparison([finding()])
  renderFailingPage(editor(), opened)
  const found = await panel()
  expect(await found.findByText('Too few events labeled fraud')).toBeTruthy()
  expect(
    found.getByText(/^Needed: at least 3 missed and 3 caught\. In this period: 12 missed, 1 caught\./),
  ).toBeTruthy()
  fireEvent.click(found.getByRole('button', { name: 'All other events of the period' }))
  expect(await found.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
  compare = () => comparison([], { a: { ...a, compared: 2 } })
  await chooseOption(found.getByRole('combobox', { name: 'Period' }), 'Last 7 days')
  expect(await found.findByText(/^Needed: at least 3 missed\. In this period: 2 missed\./)).toBeTruthy()
  expect(found.queryByRole('button', { name: 'All other events of the period' })).toBeNull()
})

it('shows that it is comparing, that nothing tells them apart, and a failure that is repeated', async () => {
  compare = unanswered
  const router = renderFailingPage(editor(), opened)
  const found = await panel()
  await found.findByText(/^A is events labeled fraud/)
  expect(document.querySelector('[data-slot=loading-region][aria-busy=true]')).not.toBeNull()
  compare = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  await chooseOption(found.getByRole('combobox', { name: 'Period' }), 'Last 30 days')
  const retry = await found.findByRole('button', { name: /again/i })
  compare = () => comparison([])
  fireEvent.click(retry)
  expect(await found.findByText('Nothing tells them apart')).toBeTruthy()
  expect(router.state.location.search).toContain('missed=30d')
})

it('who may not search is refused without a comparison', async () => {
  renderFailingPage(
    withCapabilities(editor(), ({ search: _, ...others }) => others),
    opened,
  )
  const found = await panel()
  expect(found.getByText(/Search events/)).toBeTruthy()
  expect(inputs('contrast.compare')).toEqual([])
})

it('who may only read sees the findings, and drafts nothing', async () => {
  renderFailingPage(withReadAccess(editor()), opened)
  const found = await panel()
  expect(await found.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
  expect(found.queryByRole('checkbox')).toBeNull()
})

it('without the right to the graph no hub is looked for', async () => {
  renderFailingPage(
    withCapabilities(editor(), ({ graphexplorer: _, ...others }) => others),
    opened,
  )
  const found = await panel()
  expect(await found.findByText('Only in A: at least 14 times as frequent as in B.')).toBeTruthy()
  expect(inputs('graph.hubs')).toEqual([])
})

it('a rule that was never published, a routing rule and an action have missed nothing', async () => {
  rule = draftRule(velocity)
  renderFailingPage(editor(), opened)
  expect(await screen.findByRole('button', { name: 'Back-test' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Missed fraud' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
