import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { EventSubscription } from '../../risk-service/contract/index.ts'
import { root, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'
import type { Received, ReceiverMessage, ReceiverOrder } from './receiver.ts'

/** Paths of the receiver, one for each subscription. */
export const paths = ['/a', '/b', '/c']
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
/** The longest time that something is waited for. */
const patienceMs = 600_000

export interface Receiver {
  child: ChildProcess
  port: number
  tell: (order: ReceiverOrder) => Promise<Record<string, Received>>
}

export async function startReceiver(): Promise<Receiver> {
  const child = fork(path.join(root, 'bench/event-tracing/receiver.ts'))
  const answer = async () => ((await once(child, 'message')) as [ReceiverMessage])[0]
  const { port } = (await answer()) as { port: number }
  return {
    child,
    port,
    async tell(order) {
      const answered = answer()
      child.send(order)
      return (await answered) as Record<string, Received>
    },
  }
}

export type TracingApi = Awaited<ReturnType<typeof openTracingApi>>

export async function openTracingApi(service: Service, environmentId: string) {
  const token = await fetchUserToken(service)
  const base = `${service.url}/api/console/v1/environments/${environmentId}/event-subscriptions`
  const call = async <T>(method: string, at = '', body?: unknown): Promise<T> => {
    const answer = await fetch(`${base}${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200)
      throw new Error(`${method} ${at}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    return (await answer.json()) as T
  }
  const list = () => call<EventSubscription[]>('GET')
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + patienceMs
    while (!(await isTrue())) {
      if (performance.now() > end) throw new Error(`It took too long: ${JSON.stringify(await list())}`)
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  }
  return {
    list,
    until,
    /** Subscribes each path of a receiver. */
    async subscribeAll({ port }: Receiver): Promise<void> {
      for (const name of paths)
        await call('PUT', `/${randomUUID()}`, {
          settings: {
            name,
            sink: { kind: 'webhook', url: `http://127.0.0.1:${port}${name}`, batch: 100 },
            kinds: ['transactional'],
          },
          secret,
        })
    },
    /** Removes all subscriptions: nothing is traced any more, which it is for a week after a deactivation. */
    async removeAll(): Promise<void> {
      for (const { id, version } of await list()) await call('DELETE', `/${id}`, { baseVersion: version })
    },
    redeliver: (id: string) => call('POST', `/${id}/redeliver`, {}),
    drained: () => until(async () => (await list()).every(({ waiting }) => waiting === 0)),
  }
}
