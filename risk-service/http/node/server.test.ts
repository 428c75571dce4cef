import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressReader } from './server.ts'

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
