import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AlertTarget, mailLanguages } from '../../contract/index.ts'
import { closedHttp } from '../../engine/calls/closed-http.ts'
import { createSmtpMail } from '../../http/node/outgoing/smtp-mail.ts'
import { openSmtpServer, type SmtpTestServer } from '../../http/node/outgoing/testing/smtp-server.ts'
import { createMessageTexts } from '../../kernel/messages/message-texts.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import type { MailMessage, MessageTexts, OutgoingMail } from '../../ports/index.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { deliverIncidents } from './delivery/deliver-incidents.ts'
import { type AlertBench, earlierEvent, openAlertBench } from './testing/alert-bench.ts'

let alerts: AlertBench
let server: SmtpTestServer
let mail: OutgoingMail
beforeAll(async () => {
  alerts = await openAlertBench()
  server = await openSmtpServer()
  mail = createSmtpMail({
    server: { host: '127.0.0.1', port: server.port, secure: false, credentials: null },
    from: 'alerts@assay.example',
    privateHosts: [`127.0.0.1:${server.port}`],
  })
})
afterAll(async () => {
  await server.close()
  await alerts.bench.close()
})
beforeEach(async () => {
  await alerts.reset()
  await alerts.add(earlierEvent)
  await alerts.db.deleteFrom('alert_target').execute()
  server.received.length = 0
  for (const command of Object.keys(server.answers)) delete server.answers[command]
})

const targetsPath = `${caseIds.root}/alerts/targets`
const catalogues = createMessageTexts(path.resolve(import.meta.dirname, '../../../locales'))
const at = (clock: string) => new Date(`2025-03-03T${clock}Z`)
/** Delivers what is due at a time; returns the number of attempts. */
async function attemptsAt(
  time: Date,
  using: OutgoingMail | null = mail,
  texts: MessageTexts = catalogues,
): Promise<number> {
  alerts.bench.at(time)
  const { attempts } = await deliverIncidents({
    ports: { db: alerts.db, clock: alerts.bench.now, log: silentLog },
    http: closedHttp,
    cipher: { decrypt: () => Promise.reject(new Error('Email has no secret.')) },
    mail: using,
    texts,
    publicUrl: 'https://risk.example',
  })
  return attempts
}
const addTarget = (language: string) =>
  alerts.bench.call<AlertTarget>('Pia', 'PUT', `${targetsPath}/${randomUUID()}`, {
    settings: { kind: 'email', name: 'Team', address: 'team@shop.example', language },
  })
const latest = async () => {
  const { json } = await alerts.bench.call<{ targets: AlertTarget[] }>('Pia', 'GET', targetsPath)
  return json.targets[0]?.latest
}
/** Delivers what is due at 9:06 and returns the messages. */
async function messagesOf(): Promise<MailMessage[]> {
  const messages: MailMessage[] = []
  await attemptsAt(at('09:06:00'), {
    send(message) {
      messages.push(message)
      return Promise.resolve({ kind: 'accepted' })
    },
  })
  return messages
}

describe('incidents by email', () => {
  it('are sent once, however long they last', async () => {
    await addTarget('en-US')
    await alerts.openOne()
    expect(await attemptsAt(at('09:06:00'))).toBe(1)
    await alerts.check('2025-03-03T09:07:00Z')
    expect(await attemptsAt(at('12:00:00'))).toBe(0)
    expect(server.received).toMatchObject([{ from: 'alerts@assay.example', to: 'team@shop.example' }])
    expect(server.received[0]?.data).toContain('Subject: Alert: Attack')
    expect(await latest()).toMatchObject({ state: 'delivered', failure: null })
  })

  it('say what the alert watches and its figures, with a link, and nothing else', async () => {
    await addTarget('en-US')
    const { id } = await alerts.openOne()
    const [message] = await messagesOf()
    const link = `https://risk.example/reports/alerts?env=${caseIds.root}&incident=${id}`
    expect(message?.subject).toBe('Alert: Attack')
    expect(message?.text.replaceAll('\u202f', ' ').split(/\n+/)).toEqual([
      'Alert: Attack',
      'Transactions: above 10, within 15 minutes',
      'Latest 13, usual –, Mar 3, 2025, 9:06 AM UTC.',
      `See the incident: ${link}`,
      expect.stringMatching(/^Incidents of the environment .+ are sent to this address\. /),
    ])
    expect(message?.html).toContain(`<a href="${link.replace('&', '&#38;')}">See the incident</a>`)
  })

  it.each(mailLanguages)('are written in the language of the target: %s', async language => {
    await addTarget(language)
    const name = '<b>Peak & "Co"</b>'
    await alerts.openOne({ name })
    const [message] = await messagesOf()
    const texts = await catalogues.in(language)
    expect(message).toMatchObject({
      language,
      subject: texts.format('Notifications.Event.IncidentOpened', { name }),
      html: expect.stringContaining(`<html lang="${language}" dir="${language === 'ar-AE' ? 'rtl' : 'ltr'}">`),
    })
    for (const id of ['Alerts.Metric.transactions', 'Alerts.Window.15m', 'Alerts.Mail.Open'])
      for (const part of [message?.text, message?.html]) expect(part).toContain(texts.format(id))
    expect(message?.html).not.toContain('<b>')
  })

  it('are tried again under the same id until the server takes them', async () => {
    await addTarget('en-US')
    await alerts.openOne()
    server.answers['RCPT'] = '451 Try later'
    expect(await attemptsAt(at('09:06:00'))).toBe(1)
    expect(await latest()).toMatchObject({ state: 'waiting', failure: '451' })
    delete server.answers['RCPT']
    expect(await attemptsAt(at('09:06:29'))).toBe(0)
    server.answers['message'] = '452 Full'
    expect(await attemptsAt(at('09:06:30'))).toBe(1)
    delete server.answers['message']
    expect(await attemptsAt(at('09:07:30'))).toBe(1)
    const { id } = await alerts.db.selectFrom('alert_delivery').select('id').executeTakeFirstOrThrow()
    expect(server.received.map(({ data }) => /^Message-ID: (.*)$/m.exec(data)?.[1]?.trim())).toEqual([
      `<${id}@assay.example>`,
    ])
  })

  it('that cannot be written are tried again, and not for ever', async () => {
    await addTarget('en-US')
    await alerts.openOne()
    const broken: MessageTexts = { in: () => Promise.reject(new Error('There is no such catalogue.')) }
    let attempts = await attemptsAt(at('09:06:00'), mail, broken)
    expect(await latest()).toMatchObject({ state: 'waiting', failure: 'message' })
    for (let hour = 1; hour < 100; hour += 7) {
      const time = new Date(at('09:06:00').getTime() + hour * 3_600_000)
      attempts += await attemptsAt(time, mail, broken)
    }
    expect(attempts).toBe(10)
    expect(await latest()).toMatchObject({ state: 'failed', failure: 'message' })
  })

  it('end when the server rejects the address for good', async () => {
    await addTarget('en-US')
    await alerts.openOne()
    server.answers['RCPT'] = '550 No such mailbox of team@shop.example'
    expect(await attemptsAt(at('09:06:00'))).toBe(1)
    expect(await latest()).toMatchObject({ state: 'failed', failure: '550' })
    expect(await attemptsAt(at('18:00:00'))).toBe(0)
  })

  it('wait where the installation has no SMTP server any more, and where the address of the server is private', async () => {
    await addTarget('en-US')
    await alerts.openOne()
    await attemptsAt(at('09:06:00'), null)
    expect(await latest()).toMatchObject({ state: 'waiting', failure: 'unconfigured' })
    const strict = createSmtpMail({
      server: { host: '127.0.0.1', port: server.port, secure: false, credentials: null },
      from: 'alerts@assay.example',
    })
    await attemptsAt(at('09:06:30'), strict)
    expect(await latest()).toMatchObject({ state: 'waiting', failure: 'refused' })
    expect(server.received).toEqual([])
    await attemptsAt(at('09:08:00'))
    expect(server.received).toHaveLength(1)
  })
})
