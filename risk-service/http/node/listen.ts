import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { StartError } from '../../kernel/errors/start-error.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface Listener {
  port: number
  /** From now on requests go here; until then they are asked to come again. */
  serve: (handler: Handler) => void
  /** No new connections; requests under way get the time given, then their connections are cut. */
  close: (graceMilliseconds: number) => Promise<void>
}

/** Takes the port at once, so that a taken port is known before anything else is touched. */
export async function listen(host: string, port: number): Promise<Listener> {
  let handler: Handler = startingHandler
  const server = createServer(
    { requestTimeout: 120_000, headersTimeout: 80_000, keepAliveTimeout: 75_000 },
    (request, response) => {
      Promise.resolve(handler(request, response)).catch(() => {
        // Whoever handles has answered already or the connection is gone: nothing of an inner error leaves the house.
        if (response.headersSent) response.destroy()
        else response.writeHead(500).end()
      })
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)))
    // New connections of a burst wait here to be answered, if only with a 503; the default of 511 drops them into
    // retries of seconds.
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
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
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
