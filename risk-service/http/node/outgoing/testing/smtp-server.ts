import net from 'node:net'
import tls from 'node:tls'

/** A message as an SMTP server received it. */
interface ReceivedMail {
  from: string
  to: string
  /** Headers and body, as sent. */
  data: string
  /** User name and password of the session; null: none. */
  login: string | null
  /** Whether the session was encrypted. */
  encrypted: boolean
}

export interface SmtpTestServer {
  port: number
  received: ReceivedMail[]
  /** Answers to commands in place of the usual ones, such as `RCPT: '550 No such mailbox'`; null: none at all. */
  answers: Record<string, string | null>
  close: () => Promise<void>
}

/**
 * Opens an SMTP server on this machine. With a certificate it offers STARTTLS.
 * @param isSecure sessions begin with TLS instead
 */
export async function openSmtpServer(
  certificate?: { cert: string; key: string },
  isSecure = false,
): Promise<SmtpTestServer> {
  const received: ReceivedMail[] = []
  const answers: SmtpTestServer['answers'] = {}
  const sockets = new Set<net.Socket>()
  const onSession = (socket: net.Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const greeting = 'greeting' in answers ? answers['greeting'] : '220 mail.example ready'
    if (typeof greeting === 'string') socket.write(`${greeting}\r\n`)
    serve(socket, { received, answers, certificate, encrypted: isSecure })
  }
  const server = isSecure ? tls.createServer({ ...certificate }, onSession) : net.createServer(onSession)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    received,
    answers,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

interface Session {
  received: ReceivedMail[]
  answers: SmtpTestServer['answers']
  certificate: { cert: string; key: string } | undefined
  encrypted: boolean
}

function serve(socket: net.Socket, session: Session): void {
  const { received, answers, certificate, encrypted } = session
  let mail = { from: '', to: '' }
  let login: string | null = null
  let buffer = ''
  let isData = false
  const usual = (command: string, line: string): string => {
    switch (command) {
      case 'EHLO':
        return `250-mail.example\r\n${certificate !== undefined && !encrypted ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN`
      case 'AUTH':
        login = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')
          .slice(1)
          .join(':')
        return '235 Accepted'
      case 'MAIL':
        mail = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: '' }
        return '250 OK'
      case 'RCPT':
        mail.to = /<(.*?)>/.exec(line)?.[1] ?? ''
        return '250 OK'
      case 'DATA':
        return '354 Go on'
      case 'STARTTLS':
        return '220 Go on'
      case 'QUIT':
        return '221 Bye'
      default:
        return '500 Unknown'
    }
  }
  const onLine = (line: string): void => {
    const command = (line.split(' ')[0] ?? '').toUpperCase()
    const answer = command in answers ? answers[command] : usual(command, line)
    if (typeof answer !== 'string') return
    socket.write(`${answer}\r\n`)
    if (command === 'DATA' && answer.startsWith('354')) isData = true
    if (command === 'STARTTLS' && certificate !== undefined) {
      socket.removeAllListeners('data')
      const secured = new tls.TLSSocket(socket, { isServer: true, ...certificate })
      secured.on('error', () => socket.destroy())
      serve(secured, { ...session, encrypted: true })
    }
  }
  const onData = (chunk: Buffer): void => {
    buffer += chunk.toString('latin1')
    for (;;) {
      const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = buffer.slice(0, end)
      buffer = buffer.slice(end + (isData ? 5 : 2))
      if (!isData) onLine(part)
      else {
        isData = false
        const answer = 'message' in answers ? answers['message'] : '250 Queued'
        if (answer?.startsWith('250') === true) received.push({ ...mail, data: part, login, encrypted })
        if (typeof answer === 'string') socket.write(`${answer}\r\n`)
      }
    }
  }
  socket.on('data', onData)
}
