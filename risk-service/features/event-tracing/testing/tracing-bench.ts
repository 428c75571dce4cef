import { randomUUID } from 'node:crypto'
import type { EventKind, EventSubscription, SinkSettings } from '../../../contract/index.ts'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { TracedCall } from '../../../engine/calls/types.ts'
import { noEventSinks } from '../../../kernel/console-api/no-event-sinks.ts'
import { writeMaskingProfile } from '../../../kernel/personal-data/masking-store.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { EventSinks, OpenScratchFile, OutgoingAnswer, OutgoingRequest } from '../../../ports/index.ts'
import { caseIds, openCaseBench, resetCaseBench } from '../../cases/testing/case-bench.ts'
import { createEventDeliverer } from '../event-deliverer.ts'
import type { FileServices } from '../files/write-files.ts'

const accepted: OutgoingAnswer = { kind: 'answer', status: 204, text: '' }
/** An answer with a status. */
export const answered = (status: number, text = '', headers: Record<string, string> = {}): OutgoingAnswer => ({
  kind: 'answer',
  status,
  text,
  headers,
})

/** The settings of a webhook. */
export const webhook = (url = 'https://hooks.example/orders', batch = 1): SinkSettings => ({
  kind: 'webhook',
  url,
  batch,
})

const decoder = new TextDecoder()
export const tracingSecret = `whsec_${Buffer.from('a key of thirty-two bytes, 012345').toString('base64')}`

type Event = Record<string, unknown> & { name: string }
type ReceivedMessage = Omit<OutgoingRequest, 'body'> & { body: string | null }

/**
 * A bench of the console API with a receiver of webhooks that answers as a test says.
 * @param onTrace receives external calls of events
 * @param sinks where else events can be delivered; without them nowhere
 * @param fileLimits smaller files than those of the product, and fewer rows at a time
 * @param openScratchFile opens the files of exports; without it they are in memory
 */
export async function openTracingBench({
  sinks = noEventSinks,
  onTrace,
  fileLimits,
  openScratchFile,
}: {
  sinks?: EventSinks
  onTrace?: (call: TracedCall) => void
  fileLimits?: FileServices['fileLimits']
  openScratchFile?: OpenScratchFile
} = {}) {
  const received: ReceivedMessage[] = []
  let answer: (request: ReceivedMessage) => OutgoingAnswer | Promise<OutgoingAnswer> = () => accepted
  const send = async (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    const { body } = request
    const message = { ...request, body: body instanceof Uint8Array ? decoder.decode(body) : body }
    received.push(message)
    return answer(message)
  }
  const bench = await openCaseBench({
    send,
    sinks,
    ...(onTrace === undefined ? {} : { onTrace }),
    ...(openScratchFile === undefined ? {} : { openScratchFile }),
  })
  const { db } = bench.store
  const services = {
    ports: { db, clock: bench.now, newId, log: silentLog },
    live: bench.live,
    http: { send },
    cipher: createSecretCipher('a key of an installation for tests'),
    sinks,
    ...(fileLimits === undefined ? {} : { fileLimits }),
  }
  const createDeliverer = () => createEventDeliverer(services)
  const path = (id = '', environmentId: string = caseIds.root) =>
    `${environmentId}/event-subscriptions${id === '' ? '' : `/${id}`}`
  const settings = { name: 'Orders', sink: webhook(), kinds: ['transactional'] as EventKind[] }
  const calls = {
    bench,
    db,
    received,
    path,
    settings,
    createDeliverer,
    answerWith: (next: typeof answer) => {
      answer = next
    },
    /** Delivers what is due, as a process that begins anew does. */
    async deliver(): Promise<void> {
      const deliverer = createDeliverer()
      await deliverer.run()
      await deliverer.settle()
    },
    /** Creates a subscription with some settings, and a credential where its sink needs one. */
    create: (more: object = {}, as = 'Pia', id: string = randomUUID(), environmentId?: string) => {
      const { credential = null, ...changed } = more as { credential?: string | null; sink?: { kind: string } }
      return bench.call<EventSubscription & { details: { issues: { path: string[] }[] } }>(
        as,
        'PUT',
        path(id, environmentId),
        {
          settings: { ...settings, ...changed },
          secret: changed.sink?.kind === 'pull' ? null : tracingSecret,
          credential,
        },
      )
    },
    list: async (as = 'Pia', environmentId?: string) =>
      (await bench.call<EventSubscription[]>(as, 'GET', path('', environmentId))).json,
    root: caseIds.root,
    /** Hides e-mail addresses from a role. */
    maskEmailsFrom: (role: 'AllAreasViewer') =>
      writeMaskingProfile(db, caseIds.tenant, { version: 1, profile: { [role]: ['email'] } }),
    /** Events that were received, without those of tests. */
    events: (): Event[] =>
      received
        .filter(({ headers }) => 'x-dfp-subscription' in headers)
        .flatMap(({ body }) => JSON.parse(body ?? '[]') as Event[])
        .filter(({ name }) => name !== 'FraudProtection.Test'),
    async reset(): Promise<void> {
      await resetCaseBench(bench)
      for (const table of [
        'event_subscription',
        'traced_environment',
        'event_outbox',
        'traced_event',
        'monitoring_event',
      ] as const)
        await db.deleteFrom(table).execute()
      await writeMaskingProfile(db, caseIds.tenant, { version: 0, profile: {} })
      received.length = 0
      answer = () => accepted
    },
  }
  return calls
}
export type TracingBench = Awaited<ReturnType<typeof openTracingBench>>
