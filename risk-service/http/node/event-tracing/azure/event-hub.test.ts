import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { OutgoingOptions } from '../../outgoing-http.ts'
import type { AzureFailure } from './azure-failures.ts'
import { type EventHub, openEventHub } from './event-hub.ts'
import { type EventHubServer, openEventHubServer } from './testing/event-hub-server.ts'

const hub = 'fraud-events'
const keyName = 'assay'
const key = Buffer.alloc(32, 'k').toString('base64')
const host = 'harbor.servicebus.example'
let certificate: { cert: string; key: string }
/** Over WebSockets and TLS, as the service of Azure. */
let server: EventHubServer
const opened: EventHub[] = []

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-hub-'))
  const options = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${host}`
  execFileSync(
    'openssl',
    [...options.split(' '), '-keyout', 'key.pem', '-out', 'cert.pem', '-addext', `subjectAltName=DNS:${host}`],
    { cwd: folder, stdio: 'ignore' },
  )
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  certificate = { cert: read('cert.pem'), key: read('key.pem') }
  rmSync(folder, { recursive: true })
  server = await openEventHubServer({ hub, keyName, key, certificate, maxMessageSize: 20_000 })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()))
  Object.assign(server, { refusal: null, isSilent: false })
  server.received.length = 0
})
afterAll(() => server.close())

const connection = ({ port = server.port, at = host, entity = hub, secret = key, more = '' } = {}) =>
  `Endpoint=sb://${at}:${port}/;SharedAccessKeyName=${keyName};SharedAccessKey=${secret};EntityPath=${entity}${more}`
const loopback: NonNullable<OutgoingOptions['lookup']> = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
async function open(
  text = connection(),
  own: Parameters<typeof openEventHub>[1] = {},
): Promise<EventHub | AzureFailure> {
  const found = await openEventHub(text, { privateHosts: [host], lookup: loopback, ca: certificate.cert, ...own })
  if (typeof found !== 'string') opened.push(found)
  return found
}
/** Opens the hub and does something with it. */
async function withHub<T>(
  work: (found: EventHub) => Promise<T>,
  ...input: Parameters<typeof open>
): Promise<T | AzureFailure> {
  const found = await open(...input)
  return typeof found === 'string' ? found : work(found)
}
const test = (...input: Parameters<typeof open>) => withHub(found => found.test(), ...input)
const messageOf = (body: string) => ({ body, properties: { 'X-DFP-Event': 'FraudProtection.Audit' } })
const send = (...bodies: string[]) => withHub(found => found.send(bodies.map(messageOf), 'subscription-1'))

it('messages arrive in their order, with one key, as what they are', async () => {
  expect(await send('[{"n":1}]', '[{"n":2}]', '[{"n":"ü"}]')).toBeNull()
  expect(server.received).toEqual(
    ['[{"n":1}]', '[{"n":2}]', '[{"n":"ü"}]'].map(body => ({
      body,
      properties: { 'X-DFP-Event': 'FraudProtection.Audit' },
      contentType: 'application/json',
      key: 'subscription-1',
    })),
  )
})

it('more than one batch takes is sent in several, in order; one that is too large for any is refused', async () => {
  const bodies = Array.from({ length: 9 }, (_, n) => `["${String(n).repeat(5000)}"]`)
  expect(await send(...bodies)).toBeNull()
  expect(server.received.map(({ body }) => body)).toEqual(bodies)
  expect(await send(`["${'x'.repeat(30_000)}"]`)).toBe('size')
})

it('a connection serves many messages, and another one follows where it breaks', async () => {
  const before = server.connections
  const found = (await open(connection(), { timeoutMs: 300 })) as EventHub
  expect(await found.send([messageOf('[1]')], 'a')).toBeNull()
  expect(await found.send([messageOf('[2]')], 'a')).toBeNull()
  expect(server.connections).toBe(before + 1)
  server.breakOff()
  // What is sent before the client noticed it gets no answer.
  await expect.poll(() => found.send([messageOf('[3]')], 'a'), { timeout: 5000 }).toBeNull()
  expect(server.received.map(({ body }) => body)).toEqual(['[1]', '[2]', '[3]'])
  expect(server.connections).toBe(before + 2)
})

it('a test reads the properties of the hub', async () => {
  expect(await test()).toBeNull()
  expect(server.received).toEqual([])
})

it.each([
  ['a wrong key', { secret: Buffer.alloc(32, 'x').toString('base64') }, 'credential'],
  ['a hub that is not there', { entity: 'no-such-hub' }, 'missing'],
])('%s is named', async (_, own, failure) => {
  expect(await test(connection(own))).toBe(failure)
  expect(await withHub(found => found.send([messageOf('[1]')], 'a'), connection(own))).toBe(failure)
  expect(server.received).toEqual([])
})

it.each([
  '',
  'Endpoint=sb://harbor.servicebus.example/',
  `Endpoint=sb://${host}/;SharedAccessKeyName=a;SharedAccessKey=b`,
])('no connection string of a hub: %j', async text => {
  expect(await open(text)).toBe('credential')
})

it.each([
  ['com.microsoft:server-busy', 'throttled'],
  ['amqp:resource-limit-exceeded', 'throttled'],
  ['amqp:link:message-size-exceeded', 'size'],
  ['amqp:internal-error', 'communication'],
])('a refusal with %s is %s, and the same message is accepted later', async (refusal, failure) => {
  server.refusal = refusal
  expect(await send('[1]')).toBe(failure)
  server.refusal = null
  expect(await send('[1]')).toBeNull()
  expect(server.received).toHaveLength(1)
})

it('nobody there, an untrusted certificate and an unknown name are failures of the communication', async () => {
  const gone = await openEventHubServer({ hub, keyName, key, certificate })
  await gone.close()
  expect(await test(connection({ port: gone.port }))).toBe('communication')
  expect(await test(connection(), { ca: undefined })).toBe('communication')
  expect(await test(connection(), { lookup: () => Promise.reject(new Error('ENOTFOUND')) })).toBe('communication')
})

it('private addresses are not called, neither as such nor by name', async () => {
  const before = server.connections
  expect(await open(connection({ at: '127.0.0.1' }), { privateHosts: [] })).toBe('refused')
  expect(await open(connection({ at: 'localhost' }), { privateHosts: [] })).toBe('refused')
  expect(await test(connection(), { privateHosts: [] })).toBe('communication')
  expect(server.connections).toBe(before)
})

it('an emulator, which has no TLS, is called where the operator lists it', async () => {
  const emulator = await openEventHubServer({ hub, keyName, key })
  const text = connection({ at: '127.0.0.1', port: emulator.port, more: ';UseDevelopmentEmulator=true' })
  expect(await open(text, { privateHosts: [] })).toBe('refused')
  const listed = { privateHosts: [`127.0.0.1:${emulator.port}`] }
  expect(await test(text, listed)).toBeNull()
  expect(await withHub(found => found.send([messageOf('[1]')], 'a'), text, listed)).toBeNull()
  expect(emulator.received).toMatchObject([{ body: '[1]' }])
  await Promise.all(opened.splice(0).map(each => each.close()))
  await emulator.close()
})

it('a hub that does not answer is left after the time-out, and what is broken off ends at once', async () => {
  server.isSilent = true
  expect(await withHub(found => found.send([messageOf('[1]')], 'a'), connection(), { timeoutMs: 100 })).toBe('timeout')
  const ended = new AbortController()
  const found = (await open()) as EventHub
  const sending = found.send([messageOf('[1]')], 'a', ended.signal)
  ended.abort()
  expect(await sending).toBe('communication')
})
