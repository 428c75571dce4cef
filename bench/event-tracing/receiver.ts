/**
 * Receiver of webhooks, a separate process so that its work is not the service's. It answers with the status that it is
 * told, and reports what arrived: by path the ids in the order of their arrival, and the delay of each.
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

interface Event {
  uniqueId?: string
  metadata: { timestamp: string }
}

let status = 204
let received: Record<string, Received> = {}
const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    const now = Date.now()
    if (status < 300) {
      const own = (received[request.url ?? ''] ??= { ids: [], delays: [] })
      for (const { uniqueId, metadata } of JSON.parse(text) as Event[]) {
        if (uniqueId === undefined) continue
        own.ids.push(uniqueId)
        own.delays.push(now - Date.parse(metadata.timestamp))
      }
    }
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
