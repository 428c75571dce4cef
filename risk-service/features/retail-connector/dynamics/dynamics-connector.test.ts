import { describe, expect, it } from 'vitest'
import type { OutgoingAnswer, OutgoingRequest } from '../../../ports/index.ts'
import { createDynamicsConnector } from './dynamics-connector.ts'

const address = 'https://shop.operations.example'
const tenant = 'f2b7c9d0-3a41-4c52-8f0e-6f1d2b3c4d5e'

/** A connector whose requests are answered in turn, after that for a token. */
function connectorOf(...answers: OutgoingAnswer[]) {
  const sent: OutgoingRequest[] = []
  const connector = createDynamicsConnector({
    clock: () => new Date('2026-01-01T00:00:00Z'),
    newId: () => 'id',
    http: {
      addressIssue: url => (url.includes('10.0.0.1') ? 'private' : null),
      send: request => {
        sent.push(request)
        const isToken = request.method === 'POST'
        const token = { kind: 'answer' as const, status: 200, text: `{"access_token":"t${sent.length}"}` }
        return Promise.resolve(isToken ? token : (answers.shift() ?? { kind: 'timeout', message: 'Timeout' }))
      },
    },
    application: {
      tokenUrl: 'https://login.example/token',
      clientId: 'client',
      clientSecret: 's3cret',
      hosts: [
        { host: '*.operations.example', tenantId: tenant },
        { host: 'shop.example:8443', tenantId: null },
      ],
    },
  })
  return { connector, sent }
}
const json = (value: unknown): OutgoingAnswer => ({ kind: 'answer', status: 200, text: JSON.stringify(value) })
const start = { since: null, next: null }

describe('the connector of Dynamics 365 Commerce', () => {
  it.each([
    ['https://shop.operations.example', tenant, true],
    ['https://a.b.operations.example', tenant, true],
    ['https://operations.example', tenant, false],
    ['https://evil-operations.example', tenant, false],
    ['https://shop.operations.example.evil.example', tenant, false],
    ['https://shop.operations.example', 'another tenant', false],
    ['https://shop.example:8443', 'another tenant', true],
    ['https://shop.example', tenant, false],
  ])('%s of tenant %s: %s', (url, tenantId, expected) => {
    expect(connectorOf().connector.mayConnect(tenantId, url)).toBe(expected)
  })
  it('requests a token for the address, and sends it there', async () => {
    const { connector, sent } = connectorOf(json({ value: [] }))
    expect(await connector.test(address)).toBeNull()
    expect(new URLSearchParams(String(sent[0]?.body)).get('scope')).toBe(`${address}/.default`)
    expect(sent[1]).toMatchObject({
      method: 'GET',
      url: `${address}/data/RetailTransactions?$top=1&$select=TransactionNumber,Terminal,OperatingUnitNumber`,
      headers: { authorization: 'Bearer t1' },
    })
  })
  it('a refused token is requested anew, once', async () => {
    const refused: OutgoingAnswer = { kind: 'answer', status: 401, text: '' }
    const { connector, sent } = connectorOf(refused, json({ value: [] }), refused, refused)
    expect(await connector.test(address)).toBeNull()
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET'])
    expect(await connector.test(address)).toEqual({ failure: 'unauthorized', status: 401 })
  })
  it('names columns as files do, and follows a relative link', async () => {
    const page = {
      '@odata.nextLink': 'RetailTransactions?$skiptoken=2',
      value: [{ '@odata.etag': 'x', Terminal: 'T1', NetAmount: 2 }],
    }
    const { connector } = connectorOf(json(page))
    expect(await connector.listChanges(address, 'Transactions', start)).toEqual({
      rows: [{ TERMINAL: 'T1', NETAMOUNT: 2 }],
      next: `${address}/data/RetailTransactions?$skiptoken=2`,
    })
  })
  it.each([
    'https://evil.example/data/x',
    'http://shop.operations.example/data/x',
    '/other/x',
    '//evil.example/data/x',
    7,
  ])('follows no link to %s', async link => {
    const { connector } = connectorOf(json({ value: [], '@odata.nextLink': link }))
    expect(await connector.listChanges(address, 'Sales', start)).toEqual({ failure: 'answer', status: 200 })
  })
  it('follows no stored link to another address', async () => {
    const { connector, sent } = connectorOf()
    const position = { since: null, next: 'https://evil.example/data/x' }
    expect(await connector.listChanges(address, 'Sales', position)).toEqual({ failure: 'answer', status: null })
    expect(sent).toEqual([])
  })
  it.each<[OutgoingAnswer, string]>([
    [{ kind: 'timeout', message: 'Timeout' }, 'timeout'],
    [{ kind: 'communication', message: 'Communication failure (ECONNREFUSED)' }, 'unreachable'],
    [{ kind: 'communication', message: 'Communication failure (DEPTH_ZERO_SELF_SIGNED_CERT)' }, 'certificate'],
    [{ kind: 'communication', message: 'Communication failure (ERR_TLS_CERT_ALTNAME_INVALID)' }, 'certificate'],
    [{ kind: 'communication', message: 'Communication failure (CERT_HAS_EXPIRED)' }, 'certificate'],
    [{ kind: 'refused', message: 'private' }, 'address'],
    [{ kind: 'response', message: 'too large' }, 'answer'],
  ])('%j is %s', async (answer, failure) => {
    expect(await connectorOf(answer).connector.test(address)).toEqual({ failure, status: null })
  })
})
