import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { demoIssue } from './options.ts'
import { isOwnOrigin, originOf } from './origin.ts'

const requestTo = (host: string) =>
  ({ headers: { host }, socket: { remoteAddress: '127.0.0.1' } }) as Pick<IncomingMessage, 'headers' | 'socket'>
/** The origin that a service on a listening address derives from a request to a host. */
const origin = (listening: string, host: string) =>
  originOf(requestTo(host), { publicUrl: null, trustedProxies: [], host: listening })

// Whatever address of this machine the service listens on, a page of another site must not get a sign-in through a name
// that it resolves to that address.
it.each(['localhost', '127.0.0.1', '127.0.0.2', '::1'])(
  'a service on %s serves names of this machine only',
  listening => {
    expect(origin(listening, 'localhost:4300')).toBe('http://localhost:4300')
    expect(origin(listening, '127.0.0.2:4300')).toBe('http://127.0.0.2:4300')
    expect(origin(listening, '[::1]:4300')).toBe('http://[::1]:4300')
    expect(origin(listening, 'evil.example:4300')).toBeNull()
    expect(origin(listening, '127.evil.example:4300')).toBeNull()
    expect(origin(listening, '127.0.0.1.evil.example:4300')).toBeNull()
  },
)

it('a service that others reach serves every name', () => {
  expect(origin('0.0.0.0', 'shop.example')).toBe('http://shop.example')
})

it('demo accounts are offered on every address of this machine and on no other', () => {
  const issue = (host: string) => demoIssue({ demo: true, demoPublic: false, external: null, host })
  expect(['localhost', '127.0.0.1', '127.0.0.2', '::1'].map(issue)).toEqual([null, null, null, null])
  expect(issue('0.0.0.0')).toContain('HOST is 0.0.0.0')
  expect(issue('127.evil.example')).toContain('HOST is 127.evil.example')
})

it.each([
  ['http://evil.example', { host: '127.0.0.1' }, false],
  ['http://localhost:4300', { host: '127.0.0.1' }, true],
  ['http://evil.example', { host: '0.0.0.0' }, true],
  ['http://assay.example', { host: '127.0.0.1', trustedProxies: ['10.0.0.1'] }, true],
  ['http://evil.example', { host: '0.0.0.0', publicUrl: 'https://assay.example' }, false],
  ['https://assay.example', { host: '0.0.0.0', publicUrl: 'https://assay.example' }, true],
])('tokens of the issuer %s at %o: %s', (origin, options, own) => {
  expect(isOwnOrigin(origin, { publicUrl: null, trustedProxies: [], ...options })).toBe(own)
})
