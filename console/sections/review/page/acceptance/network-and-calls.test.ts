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
  ['a proxy of a kind without a word', { proxyType: 'unknown' }, 'yes, of unknown kind'],
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
  expect(factsOf(await cardOf('IP address'))['Internet provider']).toBe('known for fingerprinted devices only')
})

const read = (name: string, value: string, kind?: 'call') => ({ name, value, ...(kind === undefined ? {} : { kind }) })

it('names each call for the decision with its result, time and what rules read of it', async () => {
  const { row } = event
  show({
    supportMessage: 'Ask for the order number',
    row: { ...row, rule: 'High value', clause: 'Prepaid', reason: 'prepaid' },
    explanation: {
      contributions: [],
      runtimeErrors: [],
      rules: [
        {
          ruleId: '0198a000-0000-7000-8000-0000000000d1',
          rule: 'High value',
          environmentId,
          version: 1,
          position: 1,
          selected: true,
          clauses: [
            {
              clause: 'Prepaid',
              effect: 'decide',
              decision: 'Review',
              conditions: [
                {
                  text: 'External.Cards(@"bin").prepaid && External.CardsOld(@"bin").old',
                  result: true,
                  reads: [
                    read('External.Cards(@"bin").prepaid', 'true', 'call'),
                    read('External.CardsOld(@"bin").old', 'false', 'call'),
                    read('bin', '411111'),
                  ],
                },
              ],
              outputs: { tier: 'gold', limits: [1, 2] },
            },
          ],
        },
      ],
      calls: [
        { kind: 'external', name: 'Cards', status: 'Success', httpStatus: 200, latencyMs: 41.6, error: '' },
        {
          kind: 'assessment',
          name: 'Kyc',
          status: 'ResponseFailure',
          httpStatus: 503,
          latencyMs: 200,
          error: 'Service unavailable',
        },
      ],
    },
  })
  const section = (await screen.findByRole('heading', { name: 'Calls for this decision' })).closest('section')
  const [cards, kyc, ...more] = [...(section?.querySelectorAll(':scope > ul > li') ?? [])].map(item => item.textContent)
  expect(cards).toBe('CardsAnsweredExternal call, 42 msExternal.Cards(@"bin").prepaidtrue')
  expect(kyc).toBe('KycFailedExternal assessment, 200 msHTTP 503Service unavailable')
  expect(more).toEqual([])
  expect(screen.getByText('For support:', { exact: false }).textContent).toBe('For support: Ask for the order number')
  expect(screen.getByText('tier').closest('li')?.textContent).toBe('Output tiergold')
  expect(screen.getByText('limits').closest('li')?.textContent).toBe('Output limits[1,2]')
})

it('has no calls, support message or outputs where there were none', async () => {
  show({})
  await cardOf('IP address')
  expect(screen.queryByText('Calls for this decision')).toBeNull()
  expect(screen.queryByText('For support:', { exact: false })).toBeNull()
})
