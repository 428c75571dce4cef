import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createMetrics } from '../health.ts'
import { createRiskCallLimiter } from '../risk-api/risk-call-limiter.ts'
import { addressReader, createHttpServer, httpsReader } from './server.ts'

const incoming = { socket: { remoteAddress: '10.0.0.1' } } as IncomingMessage
const addressOf = (forwarded: string, proxies: string[] = ['10.0.0.0/8']) =>
  addressReader({ trustedProxies: proxies })(
    { incoming },
    new Request('http://localhost/', { headers: { 'x-forwarded-for': forwarded } }),
  )

test('the address of a client is the last one that is no proxy of ours, with or without a port behind it', () => {
  expect(
    ['203.0.113.7', '203.0.113.7, 10.0.0.2', '203.0.113.7:51234, 10.0.0.2:443', '198.51.100.1, 203.0.113.7'].map(each =>
      addressOf(each),
    ),
  ).toEqual(Array.from({ length: 4 }, () => '203.0.113.7'))
  expect(['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:51234'].map(each => addressOf(each))).toEqual(
    Array.from({ length: 3 }, () => '2001:db8::1'),
  )
  expect(addressOf('203.0.113.7', [])).toBe('10.0.0.1')
  expect(addressOf('')).toBe('10.0.0.1')
})

test('every answer of a service behind HTTPS tells browsers to use nothing else', async () => {
  const server = createHttpServer({
    app: new Hono().get('*', context => context.text('')),
    identity: { handler: (request, response) => Promise.resolve(request.url === '/sign-in' && !!response.end()) },
    metrics: createMetrics(),
    log: { write: () => undefined },
    underWay: createRiskCallLimiter(),
    isHttps: httpsReader({ publicUrl: 'https://assay.example', trustedProxies: [] }),
    appVersion: '1',
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const path of ['/', '/v1.0/x', '/api/console/x', '/dist/x.js', '/sign-in'])
    expect((await fetch(origin + path)).headers.get('strict-transport-security'), path).toContain('max-age=31536000')
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

test('a request came by HTTPS where the public address or a trusted proxy says so, and by the word of nobody else', () => {
  const request = (scheme: string, remoteAddress = '10.0.0.1') =>
    ({ headers: { 'x-forwarded-proto': scheme }, socket: { remoteAddress } }) as unknown as IncomingMessage
  const behind = httpsReader({ publicUrl: null, trustedProxies: ['10.0.0.0/8'] })
  expect([behind(request('https')), behind(request('http')), behind(request('https', '203.0.113.7'))]).toEqual([
    true,
    false,
    false,
  ])
  expect(httpsReader({ publicUrl: null, trustedProxies: [] })(request('https'))).toBe(false)
  expect(httpsReader({ publicUrl: 'http://assay.example', trustedProxies: ['10.0.0.0/8'] })(request('https'))).toBe(
    false,
  )
})
