import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SampleService {
  /** Address and port, as outgoing requests are allowed to it. */
  host: string
  close: () => Promise<void>
}

/** Scores end in the same digits for the same address, so that a test of the call has the same result each time. */
const scoreOf = (ip: string): number => [...ip].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 97, 7)

/**
 * Starts the service that the demo's external calls ask: the reputation of an IP address, made up, and challenges of
 * customers, which it does not send. It listens on this machine alone, at whatever port is free.
 */
export async function startSampleService(): Promise<SampleService> {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://sample')
    const ip = url.searchParams.get('ip') ?? ''
    const score = scoreOf(ip)
    const answer =
      request.method === 'GET' && url.pathname === '/reputation'
        ? { ip, score, proxy: score > 90 }
        : request.method === 'GET' && url.pathname === '/challenges'
          ? { sent: true }
          : null
    response
      .writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: 'Not found' }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // It keeps nothing running: the service ends when everything else has.
  server.unref()
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
