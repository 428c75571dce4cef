import type { DeadLetter, EventSubscription } from '../../../contract/index.ts'
import { openTracingBench } from './tracing-bench.ts'

/** A bench with the calls by which a subscription is made, watched and delivered again. */
export async function openSubscriptionBench(options: Parameters<typeof openTracingBench>[0] = {}) {
  const tracing = await openTracingBench(options)
  const { bench, db, path, received } = tracing
  return {
    ...tracing,
    /** Sends purchases with some ids. */
    async send(...ids: string[]): Promise<void> {
      for (const id of ids) await bench.send({ id, amount: 1 })
    },
    /** Subscribes, and forgets the test event. */
    async subscribe(more: object = {}): Promise<EventSubscription> {
      const { json, status } = await tracing.create(more)
      if (status !== 200) throw new Error(JSON.stringify(json))
      received.length = 0
      return json
    },
    /** Returns the first subscription. */
    async state(): Promise<EventSubscription> {
      const [found] = await tracing.list()
      if (found === undefined) throw new Error('There is no subscription.')
      return found
    },
    /** Ids of the events that arrived. */
    ids: () => tracing.events().map(({ uniqueId }) => uniqueId),
    /** Values of a header of the messages that arrived. */
    header: (name: string) => received.map(({ headers }) => headers[name]),
    letters: async (id: string, as = 'Pia') =>
      (await bench.call<{ total: number; deadLetters: DeadLetter[] }>(as, 'GET', `${path(id)}/dead-letters`)).json,
    redeliver: (id: string, deadLetterId: string | null = null, as = 'Pia') =>
      bench.call<{ queued: number }>(as, 'POST', `${path(id)}/redeliver`, { deadLetterId }),
    notices: async () => (await db.selectFrom('notification').select('event').execute()).map(({ event }) => event),
  }
}
export type SubscriptionBench = Awaited<ReturnType<typeof openSubscriptionBench>>
