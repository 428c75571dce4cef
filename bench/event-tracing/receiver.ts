/**
 * Receiver of webhooks, a separate process so that its work is not the service's; it stands for another machine, and
 * does as little as it can on this one: it finds ids and times in the bytes. It answers with the status that it is told,
 * and reports what arrived: by path the ids in the order of their arrival, and the delay of each.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  /** Ids in the order of their arrival, repeats included. */
  ids: string[]
  /** Milliseconds from the request to the risk API until the arrival of its event. */
  delays: number[]
}
export type ReceiverOrder = { status: number } | 'report' | 'forget'
export type ReceiverMessage = { port: number } | Record<string, Received>

/** Between the time and the id of an event; its request and its answer have no such place. */
const afterTime = Buffer.from('"},"uniqueId":"')
const timeLength = '2026-01-01T00:00:00.000Z'.length
const quote = '"'.charCodeAt(0)

/** Adds ids and delays of the events of a message. */
function add(body: Buffer, now: number, { ids, delays }: Received): void {
  for (let at = body.indexOf(afterTime); at >= 0; at = body.indexOf(afterTime, at + 1)) {
    const time = Date.parse(body.toString('latin1', at - timeLength, at))
    if (Number.isNaN(time)) throw new Error('An event has another shape.')
    const start = at + afterTime.byteLength
    ids.push(body.toString('latin1', start, body.indexOf(quote, start)))
    delays.push(now - time)
  }
}

let status = 204
let received: Record<string, Received> = {}
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (status < 300) add(Buffer.concat(parts), Date.now(), (received[request.url ?? ''] ??= { ids: [], delays: [] }))
    response.statusCode = status
    response.end()
  })
})
const report = (message: ReceiverMessage): void => void process.send?.(message)
server.listen(0, '127.0.0.1', () => report({ port: (server.address() as AddressInfo).port }))
process.on('message', (order: ReceiverOrder) => {
  if (order === 'report') report(received)
  else if (order === 'forget') {
    received = {}
    report(received)
  } else {
    status = order.status
    report(received)
  }
})
process.once('disconnect', () => process.exit(0))
