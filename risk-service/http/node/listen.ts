import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { StartError } from '../../kernel/errors/start-error.ts'
import { bareAnswerHeaders } from '../../kernel/security-headers.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface Listener {
  port: number
  /** Passes all further requests to the handler; until then clients are asked to retry. */
  serve: (handler: Handler) => void
  /** Accepts no new connections; running requests may end within the given time, then their connections are closed. */
  close: (graceMilliseconds: number) => Promise<void>
}

/** Binds the port first, so that a port in use is detected before any other work. */
export async function listen(host: string, port: number): Promise<Listener> {
  let handler: Handler = startingHandler
  const server = createServer(
    { requestTimeout: 120_000, headersTimeout: 80_000, keepAliveTimeout: 75_000 },
    (request, response) => {
      Promise.resolve(handler(request, response)).catch(() => {
        // The handler has answered already or the connection is closed: no details of an internal error are sent.
        if (response.headersSent) response.destroy()
        else response.writeHead(500).end()
      })
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)))
    // New connections of a burst wait here for an answer, even if it is a 503; the default of 511 drops them, and
    // clients retry for seconds.
    server.listen({ port, host, backlog: 4096 }, resolve)
  })
  server.on('error', () => undefined)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    serve: next => (handler = next),
    close: grace => close(server, grace),
  }
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(
      'port-taken',
      `Port ${port} on ${host} is taken. Stop what uses it, or choose another one, for example PORT=${port + 10} npm start.`,
    )
  if (error.code === 'EACCES')
    return new StartError(
      'port-taken',
      `Port ${port} needs more rights than this user has. Choose one above 1023, for example PORT=4300 npm start.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(
      'setting-invalid',
      `The setting HOST (${host}) is not an address of this machine. Use 127.0.0.1, 0.0.0.0 or one of its own addresses.`,
    )
  return error
}

const startingHandler: Handler = (request, response) => {
  const live = request.url === '/health/live'
  response.writeHead(live ? 200 : 503, {
    ...bareAnswerHeaders,
    'content-type': 'text/plain; charset=utf-8',
    ...(live ? {} : { 'retry-after': '1' }),
  })
  response.end(live ? 'ok' : 'Assay is starting.')
}

async function close(server: Server, grace: number): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), grace)
  await closed
  clearTimeout(timer)
}
