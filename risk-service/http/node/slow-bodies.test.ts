import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minimalPurchase, purchasePath } from '../risk-api/testing/risk-api-bench.ts'
import { productionResource, type RiskApiServer, startRiskApiServer } from '../risk-api/testing/risk-api-server.ts'

const bodyDeadline = 3000
let server: RiskApiServer
let authorization: string
beforeAll(async () => {
  server = await startRiskApiServer({ bodyDeadline })
  const answer = await server.token(
    'v2',
    new URLSearchParams({ ...server.credentials, scope: `${productionResource}/.default` }),
  )
  authorization = `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
})
afterAll(() => server.close())

/** Opens a call that sends one byte of its body and no other; resolves to what it is told at its end. */
function sendSlowly(sockets: Socket[]): Promise<string> {
  const { hostname, port } = new URL(server.origin)
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.push(socket)
  socket.write(
    `POST ${purchasePath} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  )
  return new Promise(resolve => {
    let text = ''
    socket.on('data', chunk => (text += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
}

it('hundreds of calls whose bodies do not come take no place from others, and are ended', async () => {
  const sockets: Socket[] = []
  const slow = Array.from({ length: 320 }, () => sendSlowly(sockets))
  const statuses: number[] = []
  const started = performance.now()
  for (let call = 0; call < 20; call++) {
    const answer = await fetch(server.origin + purchasePath, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(minimalPurchase()),
    })
    statuses.push(answer.status)
    await answer.text()
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  // The slow ones were still there.
  if (performance.now() - started < bodyDeadline) expect(sockets.every(({ closed }) => !closed)).toBe(true)
  const ends = await Promise.all(slow)
  expect(new Set(ends.map(text => text.split('\r\n')[0]))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
  expect(ends[0]).toContain('The request body was not received in time')
})
