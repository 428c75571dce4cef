import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutgoingHttp } from '../../ports/index.ts'
import { isPublicAddress } from './outgoing/addresses.ts'
import { createOutgoingHttp } from './outgoing-http.ts'

/** Certificates: an authority, a server and a client of it, and a self-signed server. */
const folder = mkdtempSync(path.join(tmpdir(), 'assay-certificates-'))
const file = (name: string): string => path.join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
let server: http.Server
let secure: https.Server
let selfSigned: https.Server
let seen: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string; port: number }[] = []

const portOf = (of: http.Server | https.Server): number => (of.address() as AddressInfo).port
const open = (of: http.Server | https.Server): Promise<void> =>
  new Promise(resolve => of.listen(0, '127.0.0.1', resolve))

const answer: http.RequestListener = (request, response) => {
  let body = ''
  request.on('data', part => {
    body += String(part)
  })
  request.on('end', () => {
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
      port: request.socket.remotePort ?? 0,
    })
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    switch (new URL(request.url ?? '', 'http://x').pathname) {
      case '/ok':
        json({ ok: true })
        break
      case '/redirect':
        response.writeHead(302, { location: `http://169.254.169.254/latest/` }).end()
        break
      case '/huge':
        response.writeHead(200).end('x'.repeat(1024 * 1024 + 1))
        break
      case '/endless': {
        response.writeHead(200)
        const more = (): void => {
          if (!response.destroyed && response.write('y'.repeat(65_536))) setImmediate(more)
        }
        response.on('drain', more)
        more()
        break
      }
      case '/drip':
        response.writeHead(200).write('{')
        break
      case '/break':
        response.writeHead(200, { 'content-length': '100' }).write('{')
        request.socket.destroy()
        break
      case '/who':
        json({ subject: (request.socket as TLSSocket).getPeerCertificate().subject?.CN ?? null })
        break
      // Any other path never answers.
    }
  })
}

beforeAll(async () => {
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Test authority')
  writeFileSync(file('server.ext'), 'subjectAltName=DNS:target.example,IP:127.0.0.1\n')
  for (const [name, extra] of [
    ['server', ['-extfile', 'server.ext']],
    ['client', []],
  ] as const) {
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.crt',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-out',
      `${name}.crt`,
      ...extra,
    )
  }
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'self.key',
    '-out',
    'self.crt',
    '-subj',
    '/CN=target.example',
    '-addext',
    'subjectAltName=DNS:target.example',
  )
  server = http.createServer(answer)
  secure = https.createServer(
    {
      cert: readFileSync(file('server.crt')),
      key: readFileSync(file('server.key')),
      ca: readFileSync(file('ca.crt')),
      requestCert: true,
      rejectUnauthorized: false,
    },
    answer,
  )
  selfSigned = https.createServer({ cert: readFileSync(file('self.crt')), key: readFileSync(file('self.key')) }, answer)
  await Promise.all([open(server), open(secure), open(selfSigned)])
})
afterAll(() => {
  for (const each of [server, secure, selfSigned]) {
    each.closeAllConnections()
    each.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

const loopback = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
async function using<T>(
  options: Parameters<typeof createOutgoingHttp>[0],
  work: (http: OutgoingHttp) => Promise<T>,
): Promise<T> {
  const outgoing = createOutgoingHttp(options)
  try {
    return await work(outgoing)
  } finally {
    outgoing.close()
  }
}
const get = (url: string, timeoutMs = 3000, certificate?: string) => ({
  method: 'GET' as const,
  url,
  headers: {},
  body: null,
  timeoutMs,
  certificate,
})
const plain = (path: string) => `http://127.0.0.1:${portOf(server)}${path}`

describe('calls to the outside', () => {
  it('the client of outgoing calls sends method, headers and body, and reads the answer', () =>
    using({ privateHosts: true }, async outgoing => {
      seen = []
      expect(
        await outgoing.send({
          method: 'POST',
          url: plain('/ok?a=1'),
          headers: { 'x-one': '1' },
          body: '{"ü":1}',
          timeoutMs: 3000,
        }),
      ).toEqual({
        kind: 'answer',
        status: 200,
        text: '{"ok":true}',
        headers: expect.objectContaining({ connection: 'keep-alive' }) as unknown,
      })
      expect(seen[0]).toMatchObject({
        method: 'POST',
        url: '/ok?a=1',
        body: '{"ü":1}',
        headers: { 'x-one': '1', 'content-length': '8' },
      })
    }))

  it('the client of outgoing calls uses connections again', () =>
    using({ privateHosts: true }, async outgoing => {
      seen = []
      for (let round = 0; round < 3; round++) await outgoing.send(get(plain('/ok')))
      expect(new Set(seen.map(({ port }) => port)).size).toBe(1)
    }))

  it('the client of outgoing calls bounds the whole request by the time-out, also while the answer drips in', () =>
    using({ privateHosts: true }, async outgoing => {
      for (const path of ['/never', '/drip']) {
        const started = performance.now()
        expect(await outgoing.send(get(plain(path), 150))).toEqual({ kind: 'timeout', message: 'Timeout' })
        expect(performance.now() - started).toBeLessThan(1000)
      }
    }))

  it('the client of outgoing calls reads no more than a megabyte', () =>
    using({ privateHosts: true }, async outgoing => {
      for (const path of ['/huge', '/endless'])
        expect(await outgoing.send(get(plain(path)))).toEqual({
          kind: 'response',
          message: 'The response is larger than 1 MB.',
        })
    }))

  it('the client of outgoing calls follows no redirect', () =>
    using({ privateHosts: true }, async outgoing => {
      seen = []
      expect(await outgoing.send(get(plain('/redirect')))).toMatchObject({ kind: 'answer', status: 302 })
      expect(seen).toHaveLength(1)
    }))

  it('the client of outgoing calls tells of a target that is down or breaks off, without its address', () =>
    using({ privateHosts: true }, async outgoing => {
      expect(await outgoing.send(get('http://127.0.0.1:1/ok'))).toEqual({
        kind: 'communication',
        message: 'Communication failure (ECONNREFUSED)',
      })
      expect(await outgoing.send(get(plain('/break')))).toMatchObject({ kind: 'communication' })
    }))

  it('the client of outgoing calls takes https only, and no address that is private or carries a password', () =>
    using({}, async outgoing => {
      seen = []
      for (const url of [
        plain('/ok'),
        `https://127.0.0.1:${portOf(secure)}/ok`,
        'https://localhost/',
        'https://[::1]/',
        'https://[::ffff:10.0.0.1]/',
        'https://2130706433/',
        'https://0x7f.1/',
        'https://0177.0.0.1/',
        'https://0x7f000001/',
        'https://127.1/',
        'https://127.0.0.1./',
        'https://１２７.0.0.1/',
        'https://①②⑦.0.0.1/',
        'https://[::127.0.0.1]/',
        'https://[0:0:0:0:0:ffff:7f00:1]/',
        'https://[64:ff9b::7f00:1]/',
        'https://[2002:7f00:1::]/',
        'https://[fe80::1]/',
        'https://[fd00:ec2::254]/latest/meta-data',
        'https://100.100.100.200/latest/meta-data',
        'https://192.0.0.192/latest',
        'https://0.0.0.0/',
        'https://LOCALHOST/',
        'https://localhost./',
        'https://a.localhost/',
        'https://user@127.0.0.1/',
        'file:///etc/passwd',
        'gopher://127.0.0.1/',
        'https://user:pw@target.example/',
        'https://169.254.169.254/latest/meta-data',
        `https://{b@127.0.0.1:${portOf(secure)}/}.example.com/`,
        'https://168.63.129.16/',
        'ftp://target.example/',
        'nonsense',
      ]) {
        expect(outgoing.addressIssue(url), url).not.toBeNull()
        expect(await outgoing.send(get(url)), url).toMatchObject({ kind: 'refused' })
      }
      expect(seen).toEqual([])
      expect(outgoing.addressIssue('https://{configuration.host}/x')).toBeNull()
    }))

  it('the client of outgoing calls refuses a name that stands for a private address when it connects', () =>
    using({ lookup: loopback }, async outgoing => {
      seen = []
      expect(outgoing.addressIssue(`https://target.example:${portOf(secure)}/ok`)).toBeNull()
      expect(await outgoing.send(get(`https://target.example:${portOf(secure)}/ok`))).toEqual({
        kind: 'communication',
        message: 'The name is unknown, or stands for an address that may not be called.',
      })
      expect(seen).toEqual([])
    }))

  it('the client of outgoing calls answers alike for an unknown name and for one inside', async () => {
    const unknown = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
    const nowhere = () => Promise.resolve([])
    const answers: unknown[] = []
    for (const lookup of [loopback, unknown, nowhere])
      await using({ lookup }, async outgoing => {
        answers.push(await outgoing.send(get('https://payroll.target.example/')))
      })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it('the client of outgoing calls refuses a name of which one address only is private', () =>
    using(
      {
        lookup: () =>
          Promise.resolve([
            { address: '93.184.215.14', family: 4 },
            { address: 'fd00::1', family: 6 },
          ]),
      },
      async outgoing => {
        expect(await outgoing.send(get('https://target.example/ok'))).toMatchObject({
          kind: 'communication',
          message: expect.stringContaining('may not be called'),
        })
      },
    ))

  it('the client of outgoing calls lets hosts pass that the installation names, and no others', () =>
    using(
      { lookup: loopback, privateHosts: ['target.example'], ca: readFileSync(file('ca.crt'), 'utf8') },
      async outgoing => {
        expect(await outgoing.send(get(`https://target.example:${portOf(secure)}/ok`))).toMatchObject({
          kind: 'answer',
          status: 200,
        })
        expect(await outgoing.send(get(`https://other.example:${portOf(secure)}/ok`))).toMatchObject({
          kind: 'communication',
        })
      },
    ))

  it('the client of outgoing calls trusts no certificate that nobody vouches for', () =>
    using({ lookup: loopback, privateHosts: true, ca: readFileSync(file('ca.crt'), 'utf8') }, async outgoing => {
      expect(await outgoing.send(get(`https://target.example:${portOf(selfSigned)}/ok`))).toMatchObject({
        kind: 'communication',
      })
      expect(await outgoing.send(get(`https://other.example:${portOf(secure)}/ok`))).toMatchObject({
        kind: 'communication',
      })
    }))

  it('the client of outgoing calls shows a certificate of its own where one is wanted', () =>
    using({ lookup: loopback, privateHosts: true, ca: readFileSync(file('ca.crt'), 'utf8') }, async outgoing => {
      const certificate = `${readFileSync(file('client.crt'), 'utf8')}\n${readFileSync(file('client.key'), 'utf8')}`
      expect(await outgoing.send(get(`https://target.example:${portOf(secure)}/who`, 3000, certificate))).toMatchObject(
        { text: '{"subject":"client"}' },
      )
      expect(await outgoing.send(get(`https://target.example:${portOf(secure)}/who`))).toMatchObject({
        text: '{"subject":null}',
      })
      expect(
        await outgoing.send(get(`https://target.example:${portOf(secure)}/who`, 3000, 'no certificate')),
      ).toMatchObject({ kind: 'communication' })
    }))
})

describe('addresses of the internet', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '168.63.129.16',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:4136:e378::',
    '2001:db8::1',
    'name',
  ])('%s is none', address => expect(isPublicAddress(address)).toBe(false))
  it.each([
    '93.184.215.14',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::8a',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b::8.8.8.8',
  ])('%s is one', address => expect(isPublicAddress(address)).toBe(true))
})
