import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEventHub } from '../event-tracing/azure/event-hub.ts'
import { createOutgoingHttp } from '../outgoing-http.ts'
import { createNameResolver } from './name-resolver.ts'
import { createSmtpMail } from './smtp-mail.ts'

/*
 * Every way in which the service reaches out. External calls, external assessments, access tokens for them, webhooks of
 * alerts and of event tracing, buckets, containers of Azure, lists in databases, map tiles, the retail connector, the
 * acceptance booster and the model of the assistant all use one client; mail and event hubs have connections of their own.
 */

/** Hosts as somebody writes them who wants to get inside. */
const insideHosts = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '127.0.1',
  '0xA9FEA9FE',
  '2852039166',
  '0251.0376.0251.0376',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
] as const
/** The form in which a parser of addresses leaves a host, which is how settings and connection strings have it. */
const plainHost = (host: string) => new URL(`https://${host}/`).hostname.replace(/^\[|\]$|\.$/g, '')

let trap: Server
let port: number
let reached = 0
beforeAll(async () => {
  trap = createServer(socket => {
    reached += 1
    socket.destroy()
  })
  await new Promise<void>(resolve => trap.listen(0, '127.0.0.1', resolve))
  port = (trap.address() as { port: number }).port
})
afterAll(() => new Promise(resolve => trap.close(resolve)))

const inside = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
type Lookup = NonNullable<NonNullable<Parameters<typeof createOutgoingHttp>[0]>['lookup']>
const timeoutMs = 300
const message = { id: 'a', to: 'a@shop.example', subject: '', text: '', html: '', language: 'en-US', timeoutMs }

/** Each sends to a host and says whether it refused or failed; none of them may reach the trap. */
const kinds: Record<string, (host: string, lookup: Lookup) => Promise<string>> = {
  async http(host, lookup) {
    const outgoing = createOutgoingHttp({ lookup })
    const answer = await outgoing.send({
      method: 'GET',
      url: `https://${host}:${port}/`,
      headers: {},
      body: null,
      timeoutMs,
    })
    outgoing.close()
    return answer.kind
  },
  async mail(host, lookup) {
    const server = { host: plainHost(host), port, secure: true, credentials: null }
    return (await createSmtpMail({ server, from: 'a@assay.example', lookup }).send(message)).kind
  },
  async 'event hub'(host, lookup) {
    const connection = `Endpoint=sb://${plainHost(host)}:${port}/;SharedAccessKeyName=a;SharedAccessKey=${Buffer.alloc(32).toString('base64')};EntityPath=hub`
    const hub = await openEventHub(connection, { lookup, timeoutMs })
    if (typeof hub === 'string') return hub
    const outcome = await hub.test()
    await hub.close()
    return outcome ?? 'reached'
  },
}

describe.each(Object.entries(kinds))('%s', (_kind, send) => {
  it('reaches no address inside, however it is written', async () => {
    reached = 0
    const outcomes = new Map<string, string>()
    for (const host of insideHosts) outcomes.set(host, await send(host, inside))
    for (const [host, outcome] of outcomes) expect([host, outcome]).not.toEqual([host, 'answer'])
    expect([...outcomes].filter(([, outcome]) => ['answer', 'accepted', 'reached'].includes(outcome))).toEqual([])
    expect(reached).toBe(0)
  })

  it('reaches no address inside by a name that stands for one, alone or among public ones', async () => {
    reached = 0
    const addresses = [
      ['127.0.0.1', 4],
      ['169.254.169.254', 4],
      ['::1', 6],
      ['::ffff:127.0.0.1', 6],
      ['fd00:ec2::254', 6],
    ] as const
    for (const [address, family] of addresses)
      for (const found of [
        [{ address, family }],
        [
          { address: '93.184.215.14', family: 4 },
          { address, family },
        ],
      ]) {
        const outcome = await send('rebound.example', () => Promise.resolve(found))
        expect([address, outcome]).not.toEqual([address, 'timeout'])
      }
    expect(reached).toBe(0)
  })

  it('asks for a name once, and connects to what was checked: a second answer of its name service changes nothing', async () => {
    reached = 0
    let asked = 0
    await send('rebound.example', () => {
      asked += 1
      return asked === 1 ? Promise.resolve([{ address: '192.0.2.1', family: 4 }]) : inside()
    })
    expect([asked, reached]).toEqual([1, 0])
  })
})

it('a name of which an address is inside is told to nobody', async () => {
  const missing = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
  for (const address of ['10.0.0.5', '169.254.169.254', '127.0.0.1']) {
    const resolve = createNameResolver({
      queries: { resolveCname: missing, resolve4: () => Promise.resolve([address]), resolve6: missing } as never,
    })
    expect(await resolve('fpt.shop.example')).toMatchObject({ reach: 'private' })
  }
})

describe('the code of the service', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  /** Modules and functions that open a connection. */
  const opensConnections =
    /from '(?:node:(?:http|https|http2|net|tls|dgram|dns)|undici|axios|ws|nodemailer|@azure\/[^']+)'|import\('(?:@azure\/|ws|nodemailer|undici)|(?<![.\w'])fetch\((?!\))/
  /** Where that is so, and why nothing of a tenant decides where it leads. */
  const known: Record<string, string> = {
    'http/node/outgoing-http.ts': 'the one client, with the checks of addresses',
    'http/node/outgoing/addresses.ts': 'the checks of addresses',
    'http/node/outgoing/name-resolver.ts': 'asks name servers alone',
    'http/node/outgoing/smtp-mail.ts': 'checked addresses',
    'http/node/event-tracing/azure/event-hub.ts': 'checked addresses',
    'http/node/event-tracing/azure/blob-storage.ts': 'sends by the one client',
    'http/node/event-tracing/bucket-target.ts': 'sends by the one client',
    'http/node/listen.ts': 'accepts connections',
    'http/node/server.ts': 'accepts connections',
    'http/device-intake/scripts.ts': 'text of a script for browsers',
    'kernel/identity/external-issuer.ts': 'the identity provider of the operator',
    'kernel/identity/origin.ts': 'lists of addresses',
    'kernel/identity/sign-in/request-form.ts': 'a request that came in',
    'kernel/loopback.ts': 'lists of addresses',
    'start/process/outgoing-authorities.ts': 'certificates of authorities',
    'kernel/store/connection/connection.ts': 'the database of the operator',
  }

  function* sources(folder: string): Generator<string> {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const name = path.join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!['node_modules', 'testing', 'tools', 'sample-data'].includes(entry.name)) yield* sources(name)
      } else if (/\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name)) yield name
    }
  }

  it('opens connections in the places that are known, and in no other', () => {
    const found = [...sources(root)]
      .filter(file => {
        const code = readFileSync(file, 'utf8')
          .replaceAll(/^import type .*$/gm, '')
          .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        return opensConnections.test(code)
      })
      .map(file => path.relative(root, file))
    expect(found.filter(file => !(file in known))).toEqual([])
  })
})
