// @vitest-environment jsdom
import type { EventDetail } from '@assay/risk-service/contract'
import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../../platform/environments/last-environment.ts'
import { environmentId, stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { loadPreferences, storedPreferences } from '../../../../platform/testing/preferences.ts'
import { eventOf } from '../../testing/case-fixture.ts'
import { TransactionTab } from '../transaction-tab.tsx'

beforeEach(async () => {
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  stubConsoleApi({
    'supportEntries.get': () => [],
    'velocities.read': () => ({ values: [] }),
    'preferences.get': () => storedPreferences({}),
  })
  await loadPreferences()
})
afterEach(cleanup)

const event = eventOf('P-1') as unknown as EventDetail
const show = (change: Partial<EventDetail>) => {
  const detail = { ...event, ...change }
  renderFailingPage(createElement(TransactionTab, { detail, mapHref: '/map', rail: null }), '/')
}
const cardOf = async (name: string): Promise<HTMLElement> => {
  const card = (await screen.findByRole('heading', { level: 2, name })).closest('section')
  if (card === null) throw new Error(`There is no card ${name}.`)
  return card
}
const factsOf = (card: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    [...card.querySelectorAll('[data-slot=key-value]')].map(row => [
      row.querySelector('dt')?.textContent ?? '',
      row.querySelector('dd')?.textContent ?? '',
    ]),
  )

it('an address has the provider, connection and proxy that the fingerprint of the device brought', async () => {
  show({
    enrichment: {
      deviceAttributes: {
        organization: 'Example Telecom',
        deviceAsn: '64500',
        ipRoutingType: 'mobile gateway',
        proxy: 'true',
        proxyType: 'service',
        proxyLevel: 'anonymous',
      },
    },
  })
  expect(factsOf(await cardOf('IP address'))).toMatchObject({
    'Internet provider': 'Example Telecom',
    'Network (ASN)': '64500',
    Connection: 'mobile gateway',
    Proxy: 'VPN service',
    'Concealment by the proxy': 'anonymous',
  })
})

it.each([
  ['a proxy of a kind without a word as it was sent', { proxyType: 'vpn residential' }, 'vpn residential'],
  ['a proxy of unknown kind', { proxyType: 'unknown' }, 'yes, of unknown kind'],
  ['a proxy of which nothing else is known', { proxy: 'true' }, 'yes, of unknown kind'],
  ['both kinds of proxies', { proxyType: 'socks http' }, 'SOCKS and HTTP proxy'],
  ['no proxy', { proxy: 'false', deviceAsn: '64500' }, undefined],
])('names %s', async (_, deviceAttributes, proxy) => {
  show({ request: { purchaseId: 'P-1', deviceAttributes } })
  const facts = factsOf(await cardOf('IP address'))
  expect(facts.Proxy).toBe(proxy)
  expect(facts['Internet provider']).toBeUndefined()
})

it('says what would bring the provider of an address without a fingerprint', async () => {
  show({})
  expect(factsOf(await cardOf('IP address'))['Internet provider']).toMatch(/^Not sent: .* No other service is asked\.$/)
})

const read = (name: string, value: string, kind?: 'call') => ({ name, value, ...(kind === undefined ? {} : { kind }) })

type Explanation = EventDetail['explanation']
type Read = Explanation['rules'][number]['clauses'][number]['conditions'][number]['reads'][number]
type Call = NonNullable<Explanation['calls']>[number]

/** A rule that decided the event by a condition. */
const ruleReading = (
  text: string,
  reads: Read[],
  outputs: Record<string, unknown> = {},
): Explanation['rules'][number] => ({
  ruleId: '0198a000-0000-7000-8000-0000000000d1',
  rule: 'High value',
  environmentId,
  version: 1,
  position: 1,
  selected: true,
  clauses: [
    { clause: 'Prepaid', effect: 'decide', decision: 'Review', conditions: [{ text, result: true, reads }], outputs },
  ],
})
const call = (kind: Call['kind'], name: string, change: Partial<Call> = {}): Call => ({
  kind,
  name,
  status: 'Success',
  httpStatus: 200,
  latencyMs: 40,
  error: '',
  ...change,
})
const failure = { status: 'ResponseFailure', httpStatus: 503, latencyMs: 200, error: 'Service unavailable' } as const
/** Each call of the list as text, and what stands below the list. */
const callsShown = async () => {
  const section = (await screen.findByRole('heading', { name: 'Calls for this decision' })).closest('section')
  const [calls, below] = section?.querySelectorAll(':scope > ul') ?? []
  return { items: [...(calls?.children ?? [])].map(item => item.textContent), below: below?.textContent }
}

it('names each call for the decision with its result, time and what rules read of it', async () => {
  const { row } = event
  show({
    supportMessage: 'Ask for the order number',
    row: { ...row, rule: 'High value', clause: 'Prepaid', reason: 'prepaid' },
    explanation: {
      contributions: [],
      runtimeErrors: [],
      rules: [
        ruleReading(
          'External.Cards(@"bin").prepaid && External.CardsOld(@"bin").old',
          [
            read('External.Cards(@"bin").prepaid', 'true', 'call'),
            read('External.CardsOld(@"bin").old', 'false', 'call'),
            read('bin', '411111'),
          ],
          { tier: 'gold', limits: [1, 2] },
        ),
      ],
      calls: [call('external', 'Cards', { latencyMs: 41.6 }), call('assessment', 'Kyc', failure)],
    },
  })
  const [cards, kyc, ...more] = (await callsShown()).items
  expect(cards).toBe('CardsAnsweredExternal call, 42 msExternal.Cards(@"bin").prepaidtrue')
  expect(kyc).toBe('KycFailedExternal assessment, 200 msHTTP 503Service unavailable')
  expect(more).toEqual([])
  expect(screen.getByText('For support:', { exact: false }).textContent).toBe('For support: Ask for the order number')
  expect(screen.getByText('tier').closest('li')?.textContent).toBe('Output tiergold')
  expect(screen.getByText('limits').closest('li')?.textContent).toBe('Output limits[1,2]')
})

it('values of a call are not those of an assessment of its name', async () => {
  show({
    explanation: {
      contributions: [],
      runtimeErrors: [],
      rules: [ruleReading('External.Kyc(@"bin").ok', [read('External.Kyc(@"bin").ok', 'true', 'call')])],
      calls: [call('external', 'Kyc'), call('assessment', 'Kyc')],
    },
  })
  expect(await callsShown()).toEqual({
    items: ['KycAnsweredExternal call, 40 msExternal.Kyc(@"bin").oktrue', 'KycAnsweredExternal assessment, 40 ms'],
    below: undefined,
  })
})

it('values of a call that was made twice stand below both: one of them has failed', async () => {
  show({
    explanation: {
      contributions: [],
      runtimeErrors: [],
      rules: [ruleReading('External.Cards(@"bin").prepaid', [read('External.Cards(@"bin").prepaid', 'true', 'call')])],
      calls: [call('external', 'Cards'), call('external', 'Cards', failure)],
    },
  })
  expect(await callsShown()).toEqual({
    items: ['CardsAnsweredExternal call, 40 ms', 'CardsFailedExternal call, 200 msHTTP 503Service unavailable'],
    below: 'External.Cards(@"bin").prepaidtrue',
  })
})

it('has no calls, support message or outputs where there were none', async () => {
  show({})
  await cardOf('IP address')
  expect(screen.queryByText('Calls for this decision')).toBeNull()
  expect(screen.queryByText('For support:', { exact: false })).toBeNull()
})
