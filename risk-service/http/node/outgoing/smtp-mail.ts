import net from 'node:net'
import { createTransport } from 'nodemailer'
import { defined } from '../../../contract/defined.ts'
import type { MailServer } from '../../../kernel/settings/environment-variables.ts'
import type { MailAnswer, MailMessage, OutgoingMail } from '../../../ports/index.ts'
import { type AddressOptions, createAddressGuard, UnreachableNameError } from './addresses.ts'

export interface SmtpOptions extends AddressOptions {
  server: MailServer
  /** Email address of the sender. */
  from: string
  /** Further certificate authorities, PEM. */
  ca?: string | undefined
}

/**
 * Creates the sender of email messages by an SMTP server. The server has to offer TLS, and be at a public address,
 * unless its host may be private; the connection uses exactly the checked addresses.
 */
export function createSmtpMail({ server, from, ca, ...addresses }: SmtpOptions): OutgoingMail {
  const { host, port, secure, credentials } = server
  const guard = createAddressGuard(addresses)
  const domain = from.slice(from.lastIndexOf('@') + 1)

  async function deliver(socket: net.Socket, message: MailMessage): Promise<MailAnswer> {
    const transport = createTransport({
      connection: socket,
      host,
      port,
      secure,
      // Neither the message nor the password is sent in clear over the internet.
      requireTLS: !secure && !guard.isAllowed(host, port),
      tls: defined({ ca }),
      ...(credentials === null ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
      // A message is text only: whatever it contains leads to no file and no address.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { id, to, subject, text, html, language } = message
    try {
      await transport.sendMail({
        from: { name: 'Assay', address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
      })
      return { kind: 'accepted' }
    } catch (error) {
      return answerOf(error)
    }
  }

  function send(message: MailMessage): Promise<MailAnswer> {
    if (guard.isPrivate(host, port)) return Promise.resolve({ kind: 'refused' })
    return new Promise(resolve => {
      const socket = net.connect({ host, port, lookup: guard.lookupFor(port) })
      const end = (answer: MailAnswer): void => {
        clearTimeout(timer)
        socket.destroy()
        resolve(answer)
      }
      const timer = setTimeout(() => end({ kind: 'timeout' }), message.timeoutMs)
      socket.on('error', error => end({ kind: error instanceof UnreachableNameError ? 'refused' : 'communication' }))
      socket.once('connect', () => void deliver(socket, message).then(end))
    })
  }

  return { send }
}

/** Returns why a message was not sent; no text of the server, which may contain addresses. */
function answerOf(error: unknown): MailAnswer {
  if (!(error instanceof Error)) return { kind: 'communication' }
  const status = 'responseCode' in error ? error.responseCode : undefined
  if (typeof status !== 'number' || status < 400) return { kind: 'communication' }
  return { kind: 'rejected', status, isFinal: status >= 500 && concernsMessage(error) }
}

/**
 * Whether the server rejected the content of a message or its recipient. A sender that it does not take, such as one
 * who has to sign in first, is a matter of the configuration: no message may be lost by it.
 */
const concernsMessage = (error: Error): boolean =>
  'code' in error &&
  (error.code === 'EMESSAGE' || (error.code === 'EENVELOPE' && 'command' in error && error.command === 'RCPT TO'))
