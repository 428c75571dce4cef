import { Agent, createServer, request, type Server } from 'node:http'

/**
 * Balances calls over service processes as a load balancer with health checks does: a call that finds nobody at an
 * address goes to the next one; a call that is broken off is answered with 502, and its caller repeats it.
 */
export function startBalancer(port: number, targets: readonly number[]): Promise<Server> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  let next = 0
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const body = Buffer.concat(parts)
      const attempt = (left: number): void => {
        const target = targets[next++ % targets.length]
        const call = request(
          {
            agent,
            port: target,
            host: '127.0.0.1',
            method: incoming.method,
            path: incoming.url,
            headers: incoming.headers,
          },
          answer => {
            // One that starts, or has no room, is left out as by a health check.
            if (answer.statusCode === 503 && left > 1) {
              answer.resume()
              attempt(left - 1)
              return
            }
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(outgoing)
            answer.on('error', () => outgoing.destroy())
          },
        )
        call.on('error', (error: NodeJS.ErrnoException) => {
          if (outgoing.headersSent) outgoing.destroy()
          else if (error.code === 'ECONNREFUSED' && left > 1) attempt(left - 1)
          else outgoing.writeHead(502).end()
        })
        call.end(body)
      }
      attempt(targets.length)
    })
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject).listen(port, '127.0.0.1', () => resolve(server))
  })
}
