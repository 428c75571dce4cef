import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpMail, type SmtpOptions } from './smtp-mail.ts'
import { openSmtpServer, type SmtpTestServer } from './testing/smtp-server.ts'

let certificate: { cert: string; key: string }
let plain: SmtpTestServer
/** It offers STARTTLS. */
let secured: SmtpTestServer

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-smtp-'))
  const options = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=mail.example'
  execFileSync(
    'openssl',
    [...options.split(' '), '-keyout', 'key.pem', '-out', 'cert.pem', '-addext', 'subjectAltName=DNS:mail.example'],
    { cwd: folder, stdio: 'ignore' },
  )
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  certificate = { cert: read('cert.pem'), key: read('key.pem') }
  rmSync(folder, { recursive: true })
  plain = await openSmtpServer()
  secured = await openSmtpServer(certificate)
})
afterAll(() => Promise.all([plain.close(), secured.close()]))
afterEach(() => {
  for (const server of [plain, secured]) {
    server.received.length = 0
    for (const command of Object.keys(server.answers)) delete server.answers[command]
  }
})

const loopback = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
const message = {
  id: 'delivery-1',
  to: 'team@shop.example',
  subject: 'Alert: Spike',
  text: 'Text of the message',
  html: '<p>Text of the message</p>',
  language: 'de-DE',
  timeoutMs: 5000,
}
/** Sends the message; the server is `mail.example` on this machine, which may be called unless said otherwise. */
const send = (
  { port }: SmtpTestServer,
  own: Partial<Omit<SmtpOptions, 'server'>> & Partial<SmtpOptions['server']> = {},
  timeoutMs = message.timeoutMs,
) => {
  const { host = 'mail.example', secure = false, credentials = null, ...options } = own
  return createSmtpMail({
    server: { host, port, secure, credentials },
    from: 'alerts@assay.example',
    privateHosts: ['mail.example'],
    lookup: loopback,
    ...options,
  }).send({ ...message, timeoutMs })
}

describe('email by SMTP', () => {
  it('a message has both parts, its language and an id of its own', async () => {
    expect(await send(plain)).toEqual({ kind: 'accepted' })
    const [mail] = plain.received
    expect(mail).toMatchObject({ from: 'alerts@assay.example', to: 'team@shop.example', login: null })
    for (const part of [
      'From: Assay <alerts@assay.example>',
      'To: team@shop.example',
      'Subject: Alert: Spike',
      'Message-ID: <delivery-1@assay.example>',
      'Content-Language: de-DE',
      'Auto-Submitted: auto-generated',
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Content-Type: text/html',
    ])
      expect(mail?.data).toContain(part)
  })

  it('messages and passwords go encrypted to a server that is not listed as private', async () => {
    const credentials = { user: 'assay', password: 'secret' }
    expect(await send(secured, { credentials, ca: certificate.cert })).toEqual({ kind: 'accepted' })
    expect(secured.received).toMatchObject([{ encrypted: true, login: 'assay:secret' }])
  })

  it('a server can have TLS from the beginning', async () => {
    const server = await openSmtpServer(certificate, true)
    expect(await send(server, { secure: true, ca: certificate.cert })).toEqual({ kind: 'accepted' })
    expect(server.received).toMatchObject([{ encrypted: true }])
    await server.close()
  })

  it('a certificate of nobody known is not accepted', async () => {
    expect(await send(secured)).toEqual({ kind: 'communication' })
    expect(secured.received).toEqual([])
  })

  it('private addresses are not called, neither as such nor by name', async () => {
    for (const own of [{ privateHosts: [] }, { privateHosts: [], host: '127.0.0.1' }, { privateHosts: false }])
      expect(await send(plain, own)).toEqual({ kind: 'refused' })
    expect(plain.received).toEqual([])
  })

  it('a line feed in a subject, an address or an id begins no header and no recipient', async () => {
    const hostile = {
      ...message,
      id: 'a>\r\nBcc: evil@evil.example\r\nX: <a',
      subject: 'Alert\r\nBcc: evil@evil.example\r\n\r\nforged',
      to: 'team@shop.example>\r\nRCPT TO:<evil@evil.example',
      language: 'de\r\nBcc: evil@evil.example',
    }
    const options = { server: { host: 'mail.example', port: plain.port, secure: false, credentials: null } }
    const mail = createSmtpMail({
      ...options,
      from: 'alerts@assay.example',
      privateHosts: ['mail.example'],
      lookup: loopback,
    })
    await mail.send(hostile)
    await mail.send({ ...hostile, to: message.to })
    expect(plain.received.length).toBeGreaterThan(0)
    for (const { to, data } of plain.received) {
      expect(to).not.toContain('evil@')
      const [headers = ''] = data.split('\r\n\r\n')
      expect(headers).not.toMatch(/^(?:bcc|x):/im)
    }
  })

  it('one port of a name can be allowed', async () => {
    expect(await send(plain, { privateHosts: [`mail.example:${plain.port}`] })).toEqual({ kind: 'accepted' })
    expect(await send(plain, { privateHosts: [`mail.example:${plain.port + 1}`] })).toEqual({ kind: 'refused' })
  })

  it('one port of a host can be allowed', async () => {
    const host = '127.0.0.1'
    expect(await send(plain, { host, privateHosts: [`${host}:${plain.port}`] })).toEqual({ kind: 'accepted' })
  })

  it.each([
    ['RCPT', '550 No such mailbox', { status: 550, isFinal: true }],
    ['message', '554 Looks like spam', { status: 554, isFinal: true }],
    ['RCPT', '451 Try later', { status: 451, isFinal: false }],
    // The operator can correct sender and password.
    ['MAIL', '530 Authentication required', { status: 530, isFinal: false }],
    ['MAIL', '550 Sender not allowed', { status: 550, isFinal: false }],
    ['AUTH', '535 Wrong password', { status: 535, isFinal: false }],
    ['greeting', '421 Busy', { status: 421, isFinal: false }],
  ])('a refusal is told by its status, whether it is final or not: %s, %s', async (command, answer, rejected) => {
    plain.answers[command] = answer
    const credentials = { user: 'assay', password: 'secret' }
    expect(await send(plain, { credentials })).toEqual({ kind: 'rejected', ...rejected })
    expect(plain.received).toEqual([])
  })

  it.each(['greeting', 'EHLO', 'message'])(
    'a server that does not answer is left after the time-out: %s',
    async step => {
      plain.answers[step] = null
      expect(await send(plain, {}, 150)).toEqual({ kind: 'timeout' })
    },
  )

  it('a server that cannot be reached is a failure of communication', async () => {
    const gone = await openSmtpServer()
    await gone.close()
    expect(await send(gone)).toEqual({ kind: 'communication' })
  })
})
