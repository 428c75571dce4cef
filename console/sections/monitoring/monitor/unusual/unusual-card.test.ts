// @vitest-environment jsdom
import type { DriftFinding, MonitorDrift } from '@assay/risk-service/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../../platform/testing/session.ts'
import { Component as MonitorPage } from '../assessment-monitor.tsx'
import { createDrift, createMonitor } from '../testing/monitor-samples.ts'

const ruleId = '50000000-0000-4000-8000-000000000001'
const shares = { recent: 0.041, usual: 0.012 }
const findings: DriftFinding[] = [
  { kind: 'volume', recent: 412, usual: 120 },
  { kind: 'decision', decision: 'Reject', ...shares },
  { kind: 'noScore', ...shares },
  { kind: 'score', score: 'risk', recent: 312.4, usual: 118, bucket: { index: 8, recent: 0.12, usual: 0.03 } },
  { kind: 'rule', ruleId, rule: 'Card testing', environmentId: ruleId, ...shares },
  { kind: 'field', field: 'user.email', recent: 0.2, usual: 0.99 },
  { kind: 'value', attribute: 'ipCountry', value: 'BR', ...shares },
  { kind: 'value', attribute: 'cardType', value: null, ...shares },
]

let calls: RecordedCall[]
let drift: () => MonitorDrift
beforeEach(() => {
  stubLayout()
  drift = () => createDrift(findings)
  calls = stubConsoleApi({
    'monitoring.transactions': () => createMonitor(3),
    'monitoring.drift': () => drift(),
    'search.fields': () => [],
    'contrast.compare': unanswered,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const address = pageAddress.replace('/page', '/fraud/purchase')
const render = (page: ReactNode = createElement(MonitorPage)) => renderFailingPage(page, address)
const lines = () => screen.queryAllByRole('listitem').filter(item => /usually/.test(item.textContent))
const lineOf = (text: string) =>
  waitFor(() => {
    const found = lines().find(item => item.textContent.includes(text))
    expect(found).toBeDefined()
    return found!
  })

it('what is unusual is said in words, the first lines at once and the others on demand', async () => {
  render()
  await waitFor(() => expect(lines()).toHaveLength(6))
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(lines().map(item => item.querySelector('p')?.textContent)).toEqual([
    '412 transactions, usually 120',
    'Reject: 4.10% of transactions, usually 1.20%',
    'No score: 4.10% of transactions, usually 1.20%',
    'Risk score: median about 310, usually about 120800–899: 12.00%, usually 3.00%',
    'Rule Card testing decides 4.10% of transactions, usually 1.20%',
    'user.email has a value in 20.00% of transactions, usually 99.00%',
    'IP country Brazil: 4.10%, usually 1.20%',
    'Card type Others: 4.10%, usually 1.20%',
  ])
  expect(screen.getByText('against the same hours of 4 weeks before')).toBeTruthy()
  expect(calls.find(({ procedure }) => procedure === 'monitoring.drift')?.input).toMatchObject({
    assessment: 'purchase',
    timescale: '48h',
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
})

it('each line leads on: to its chart, the rule, the field or the comparison', async () => {
  render()
  const button = within(await lineOf('Reject')).getByRole('button', { name: 'Chart' })
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  fireEvent.click(button)
  expect(scrolled).toHaveBeenCalledOnce()
  expect(document.activeElement?.id).toBe('monitor-decisions')
  const address = async (text: string) =>
    within(await lineOf(text))
      .getByRole('link')
      .getAttribute('href')
  expect(await address('Card testing')).toMatch(new RegExp(`^/fraud/purchase/rules\\?.*rule=${ruleId}`))
  expect(await address('user.email')).toMatch(/field=purchase(~|%7E)user\.email/)
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more' }))
  fireEvent.click(within(await lineOf('Brazil')).getByRole('button', { name: 'Compare' }))
  await waitFor(() =>
    expect(calls.find(({ procedure }) => procedure === 'contrast.compare')?.input).toMatchObject({
      eventType: 'purchase',
      a: { kind: 'time', from: '2026-11-19T15:00:00.000Z', to: '2026-11-21T14:04:00.000Z', weeksBefore: 0 },
      b: { kind: 'time', from: '2026-11-19T15:00:00.000Z', to: '2026-11-21T14:04:00.000Z', weeksBefore: 4 },
    }),
  )
  expect(screen.getByRole('heading', { name: 'What is different' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('heading', { name: 'What is different' })).toBeNull()
  expect((document.activeElement as HTMLElement).textContent).toContain('Unusual')
})

it('who may not open a page is not led there', async () => {
  const pages = withCapabilities(
    createElement(MonitorPage),
    ({ rules: _rules, ontology: _ontology, search: _search, ...others }) => others,
  )
  render(pages)
  expect(within(await lineOf('Card testing')).queryByRole('link')).toBeNull()
  expect(within(await lineOf('user.email')).queryByRole('link')).toBeNull()
  expect(within(await lineOf('Reject')).getByRole('button', { name: 'Chart' })).toBeTruthy()
})

it('nothing unusual is said, with the number of figures', async () => {
  drift = () => createDrift([])
  render()
  expect((await screen.findByText('Nothing unusual')).parentElement?.textContent).toContain('37 figures were compared.')
})

it('too few events are no comparison', async () => {
  drift = () => createDrift([], { transactions: 12, before: 40, tooFew: true })
  render()
  expect((await screen.findByText('Too few events to compare')).parentElement?.textContent).toContain(
    'The window has 12, the weeks before have 40. It takes 50 and, in at least 2 weeks, 100.',
  )
  expect(screen.queryByText('Nothing unusual')).toBeNull()
})

it('a comparison that fails is asked for again, and the charts stay', async () => {
  drift = () => {
    throw new Error('no')
  }
  render()
  const retry = await screen.findByRole('button', { name: /try again/i })
  drift = () => createDrift([])
  fireEvent.click(retry)
  expect(await screen.findByText('Nothing unusual')).toBeTruthy()
})
