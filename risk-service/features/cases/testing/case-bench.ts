import { randomUUID } from 'node:crypto'
import type { QueueSettings } from '../../../contract/cases/queue-entities.ts'
import { fcraTextVersion } from '../../../contract/fcra.ts'
import type { Case, CaseRow, RoleId } from '../../../contract/index.ts'
import { createCallRegistry } from '../../../engine/calls/call-registry.ts'
import { createSecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { TracedCall } from '../../../engine/calls/types.ts'
import { createEngine, type Engine } from '../../../engine/index.ts'
import { openVelocityStore } from '../../../engine/velocities/index.ts'
import { createConsoleApi } from '../../../http/console-api/console-api.ts'
import { caseOptionsSetting } from '../../../kernel/case-options/case-options.ts'
import { createLiveHub, type LiveHub } from '../../../kernel/live/live-hub.ts'
import { binaryArray } from '../../../kernel/store/connection/binary/binary-arrays.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { queueRow } from '../../../kernel/store/testing/queue-row.ts'
import { createTestStore, silentLog } from '../../../kernel/store/testing/test-store.ts'
import {
  type EventSinks,
  type OpenScratchFile,
  type OutgoingHttp,
  type Principal,
  TokenError,
} from '../../../ports/index.ts'
import { closeDecidedElsewhere, createCaseClock } from '../clock/case-clock.ts'
import { deliverFollowUps } from '../clock/deliver-follow-ups.ts'
import { releaseLostLocks } from '../clock/release-lost-locks.ts'
import { createActionRunner } from '../clock/run-actions.ts'

/** A root environment with one below it, and one of another tenant. */
export const caseIds = {
  tenant: '10000000-0000-4000-8000-0000000000c1',
  other: '10000000-0000-4000-8000-0000000000c2',
  root: '20000000-0000-4000-8000-0000000000c1',
  eu: '20000000-0000-4000-8000-0000000000c2',
  foreign: '20000000-0000-4000-8000-0000000000c3',
} as const

/** Monday, 3 March 2025, 09:00:00 UTC. */
const start = new Date('2025-03-03T09:00:00.000Z')

const roles: Record<string, RoleId> = {
  Pia: 'ProductAdmin',
  Adi: 'AllAreasAdmin',
  Max: 'ManualReviewFraudManager',
  Sofia: 'ManualReviewSeniorAnalyst',
  Ana: 'ManualReviewAnalyst',
  Ben: 'ManualReviewAnalyst',
  Vera: 'AllAreasViewer',
  Sam: 'SupportAgent',
  Finn: 'FraudEngineer',
}

/** Operations on a case that read. */
const reads = new Set(['', '/history', '/saving', '/similar', '/summary'])

interface ReviewEvent {
  id: string
  amount?: number
  userId?: string
  instrument?: string
  device?: string
  email?: string
  /** Street of the shipping address. */
  street?: string
  product?: string
  language?: string
  category?: string
  review?: boolean
  environmentId?: string
  /** Other blocks of the request, and those in place of its own. */
  more?: Record<string, unknown>
}
interface CaseAnswer<T = Record<string, unknown>> {
  status: number
  json: T
  code: string | undefined
}
export interface CaseBench {
  store: Store
  engine: Engine
  live: LiveHub
  /** Ids of the people by name. */
  people: Readonly<Record<string, string>>
  /** Sets the time of the service, `HH:MM` or `HH:MM:SS` on the first day, or a date. */
  at: (time: string | Date) => void
  now: () => Date
  call: <T = Record<string, unknown>>(
    as: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<CaseAnswer<T>>
  /** Calls a procedure as the console does, and returns the response. */
  answerOf: (as: string, path: string, input: object) => Promise<Response>
  /** Calls a procedure as the console does, and returns its answer. */
  procedure: (as: string, path: string, input: object) => Promise<unknown>
  /** Calls a procedure whose answer is a file, and returns its text. */
  download: (as: string, path: string, body: unknown) => Promise<{ status: number; text: string }>
  /** Calls an operation by GET whose answer is a file, and returns its bytes. */
  bytes: (as: string, path: string) => Promise<{ status: number; bytes: Uint8Array }>
  /** Calls an operation by POST, and returns its answer as it is. */
  post: (as: string, path: string, body: unknown) => Promise<Response>
  /** Sends a purchase to the risk engine. */
  send: (event: ReviewEvent) => Promise<void>
  sendStatus: (purchaseId: string, statusType: string) => Promise<void>
  queue: (name: string, settings?: Partial<QueueSettings>, environmentId?: string) => Promise<string>
  route: (name: string, text: string) => Promise<void>
  /** Calls an operation on a case of the root environment. */
  onCase: <T = Case>(as: string, id: string, operation: string, body?: object, key?: string) => Promise<CaseAnswer<T>>
  list: (as: string, queueId: string, view?: string) => Promise<string[]>
  rows: (as: string, queueId: string, view?: string) => Promise<CaseRow[]>
  next: (as: string, queueId: string) => Promise<Case | null>
  /** What the service does by itself. */
  tick: () => Promise<void>
  deliver: () => Promise<number>
  /** Waits for the answers of targets outside that `tick` has called. */
  settle: () => Promise<void>
  releaseLost: () => Promise<number>
  /** Closes the cases that the merchant has decided. */
  closeDecided: () => Promise<number>
  option: (options: object) => Promise<void>
  close: () => Promise<void>
}

/**
 * @param send answers the requests of external calls; without it there are none
 * @param hasMailServer whether the installation has an SMTP server
 * @param hasVelocities whether rules can read velocities
 * @param onTrace receives external calls of events
 * @param sinks of event tracing; without them there are webhooks and pull
 * @param openScratchFile opens files of large answers; without it they are in memory
 */
export async function openCaseBench({
  send,
  hasMailServer = false,
  hasVelocities = false,
  onTrace,
  sinks,
  openScratchFile,
}: {
  send?: OutgoingHttp['send']
  hasMailServer?: boolean
  hasVelocities?: boolean
  onTrace?: (call: TracedCall) => void
  sinks?: EventSinks
  openScratchFile?: OpenScratchFile
} = {}): Promise<CaseBench> {
  const store = await createTestStore()
  const { db } = store
  let time = start
  const clock = () => time
  await seed(store)
  const people = Object.fromEntries(Object.keys(roles).map(name => [name, randomUUID() as string]))
  await db
    .insertInto('principal')
    .values(
      Object.entries(people).map(([name, id]) => ({
        tenant_id: caseIds.tenant,
        id,
        kind: 'user' as const,
        name,
        username: `${name.toLowerCase()}@contoso.example`,
      })),
    )
    .execute()
  await db
    .insertInto('role_assignment')
    .values(
      Object.entries(people).map(([name, id]) => ({
        tenant_id: caseIds.tenant,
        principal_id: id,
        role: roles[name] ?? '',
        environment_id: roles[name] === 'ProductAdmin' ? null : caseIds.root,
      })),
    )
    .execute()
  await db
    .insertInto('fcra_acceptance')
    .values(
      Object.values(people).map(id => ({
        id: randomUUID(),
        tenant_id: caseIds.tenant,
        user_id: id,
        text_version: fcraTextVersion,
        at: start,
      })),
    )
    .execute()
  const writer = await createEventWriter({ connect: store.writer, log: silentLog })
  const ports = { db, clock, newId, log: silentLog }
  const calls =
    send === undefined
      ? undefined
      : createCallRegistry({
          ...ports,
          http: { send, addressIssue: () => null, close: () => undefined },
          cipher: createSecretCipher('a key of an installation for tests'),
          ...(onTrace === undefined ? {} : { onTrace }),
        })
  const velocities = hasVelocities
    ? await openVelocityStore(ports, { foldIntervalMs: 1_000_000, encode: binaryArray, timeoutMs: 5000 })
    : undefined
  const engine = await createEngine({
    ...ports,
    writer,
    countryOf: () => null,
    calls,
    ...(velocities === undefined ? {} : { velocities }),
  })
  const live = createLiveHub({ epoch: 'test' })
  const services = { ports, engine, live }
  const user = async (name: string): Promise<Principal> => {
    const id = people[name]
    if (id === undefined && name !== 'Outsider') throw new TokenError('JwtInvalid', 'unknown')
    if (id === undefined)
      return {
        tenantId: caseIds.other,
        id: caseIds.other,
        name,
        username: 'outsider@other.example',
        wids: [],
        assignments: [{ role: 'AllAreasEditor', environmentId: caseIds.foreign }],
      }
    const assigned = await db.selectFrom('role_assignment').selectAll().where('principal_id', '=', id).execute()
    return {
      tenantId: caseIds.tenant,
      id,
      name,
      username: `${name.toLowerCase()}@contoso.example`,
      wids: [],
      assignments: assigned.map(row => ({ role: row.role as RoleId, environmentId: row.environment_id })),
    }
  }
  const app = createConsoleApi({
    ports,
    engine,
    ...(calls === undefined ? {} : { calls }),
    live,
    hasMailServer,
    ...(sinks === undefined ? {} : { sinks }),
    ...(openScratchFile === undefined ? {} : { openScratchFile }),
    version: '0.0.0',
    publicUrl: 'https://risk.example.com',
    verifier: { user },
  })
  const clockWork = createCaseClock(services)
  const actions = createActionRunner(services)

  const request = (as: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(`/api/console/v1/environments/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${as}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
  const answerOf: CaseBench['answerOf'] = async (as, path, input) =>
    app.request(`/api/console/rpc/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    })
  const call: CaseBench['call'] = async <T>(
    as: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await request(as, method, path, body, headers)
    const text = await response.text()
    const isFile = response.headers.get('content-type')?.startsWith('text/csv') === true
    const json = (text === '' ? null : isFile ? { text } : JSON.parse(text)) as T & { code?: string }
    return { status: response.status, json: json as T, code: json?.code }
  }
  const rows: CaseBench['rows'] = async (as, queueId, view = 'pending') => {
    const { json } = await call<{ rows: CaseRow[] }>(
      as,
      'POST',
      `${caseIds.root}/casemanagement/queues/${queueId}/cases`,
      { view },
    )
    return json.rows
  }
  let position = 0
  return {
    store,
    engine,
    live,
    people,
    at(next) {
      time = next instanceof Date ? next : new Date(`2025-03-03T${next.length === 5 ? `${next}:00` : next}.000Z`)
    },
    now: clock,
    call,
    answerOf,
    async procedure(as, path, input) {
      return ((await (await answerOf(as, path, input)).json()) as { json: unknown }).json
    },
    async download(as, path, body) {
      const response = await request(as, 'POST', path, body)
      return { status: response.status, text: await response.text() }
    },
    async bytes(as, path) {
      const response = await request(as, 'GET', path)
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
    },
    post: async (as, path, body) => request(as, 'POST', path, body),
    async send({ id, environmentId = caseIds.root, ...event }) {
      const result = await engine.decide({
        environmentId,
        eventType: 'purchase',
        body: purchaseOf({ id, ...event }, time),
        correlationId: randomUUID(),
        receivedAt: time,
        backfill: false,
        diagnostics: false,
      })
      if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
    },
    async sendStatus(purchaseId, statusType) {
      const result = await engine.ingestDataEvent({
        environmentId: caseIds.root,
        event: 'purchasestatus',
        correlationId: null,
        receivedAt: time,
        body: { purchaseId, statusType, statusDate: time.toISOString(), _metadata: {} },
      })
      if (result.kind !== 'accepted') throw new Error(JSON.stringify(result))
    },
    async queue(name, settings = {}, environmentId = caseIds.root) {
      const row = queueRow(environmentId, name, settings)
      await db.insertInto('case_queue').values(row).execute()
      await engine.reloadRules(environmentId)
      return row.id
    },
    async route(name, text) {
      position += 1
      await addRule(store, { name, text, type: 'routing', position })
      await engine.reloadRules(caseIds.root)
    },
    onCase: (as, id, operation, body, key) =>
      call(
        as,
        body === undefined ? (reads.has(operation) ? 'GET' : 'POST') : 'POST',
        `${caseIds.root}/casemanagement/cases/purchase/${id}${operation}`,
        body ?? (reads.has(operation) ? undefined : {}),
        key === undefined ? {} : { 'idempotency-key': key },
      ),
    rows,
    list: async (as, queueId, view) => (await rows(as, queueId, view)).map(row => row.externalId),
    async next(as, queueId) {
      const { json, status } = await call<{ case: Case } | null>(
        as,
        'POST',
        `${caseIds.root}/casemanagement/queues/${queueId}/next`,
        {},
      )
      if (status !== 200 && status !== 204) throw new Error(JSON.stringify(json))
      return json?.case ?? null
    },
    tick: async () => void (await clockWork.run()),
    settle: clockWork.settle,
    async deliver() {
      const sent = await deliverFollowUps(services)
      const started = await actions.start()
      await actions.settle()
      return sent + started
    },
    releaseLost: () => releaseLostLocks(services),
    closeDecided: () => closeDecidedElsewhere(services),
    async option(options) {
      const value = JSON.stringify(options)
      await db
        .insertInto('setting')
        .values({ scope: caseIds.tenant, key: caseOptionsSetting, value })
        .onConflict(conflict => conflict.columns(['scope', 'key']).doUpdateSet({ value }))
        .execute()
    },
    async close() {
      await clockWork.settle()
      await engine.close()
      await velocities?.close()
      await calls?.close()
      await store.close()
    },
  }
}

/** Empties cases, queues and rules, and sets the clock back; the decision rule sends marked events to review. */
export async function resetCaseBench(bench: CaseBench): Promise<void> {
  const { db } = bench.store
  for (const table of [
    'case_alert',
    'case_activity',
    'case_follow_up',
    'case_event',
    'case_summary_rating',
    'case_reroute',
    'review_case',
    'note',
    'rule',
    'setting',
    'audit_log',
  ] as const)
    await db.deleteFrom(table).execute()
  for (const table of [
    'event',
    'event_body',
    'event_entity',
    'event_key',
    'event_label',
    'data_event',
    'data_event_key',
  ] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('repeated_call').execute()
  await db.deleteFrom('notification').execute()
  await db.deleteFrom('reviewer_profile').execute()
  await db.deleteFrom('reviewer_group').execute()
  await db.deleteFrom('case_queue').where('kind', '=', 'User').execute()
  await addRule(bench.store, {
    name: 'Review',
    text: 'RETURN Review("score") WHEN @"customData.review" == "yes"',
    type: 'decision',
    position: 0,
  })
  await bench.engine.reloadRules()
  bench.at(start)
}

export async function addRule(
  store: Store,
  { name, text, type, position }: { name: string; text: string; type: 'decision' | 'routing'; position: number },
): Promise<void> {
  await store.db
    .insertInto('rule')
    .values({
      id: randomUUID(),
      environment_id: caseIds.root,
      event_type: 'purchase',
      type,
      name,
      status: 'active',
      position,
      version: 1,
      body: JSON.stringify({
        name,
        description: '',
        condition: '',
        clauses: [{ name: `${name} clause`, section: 'postRisk', text }],
        sample: { payload: {} },
      }),
      published_by: randomUUID(),
      published_by_name: 'Test',
    })
    .execute()
}

function purchaseOf(
  { id, amount = 50, review = true, product = 'Physical', more = {}, ...event }: ReviewEvent,
  at: Date,
) {
  return {
    purchaseId: id,
    merchantLocalDate: at.toISOString(),
    totalAmount: amount,
    currency: 'USD',
    user: {
      userId: event.userId ?? `user of ${id}`,
      ...(event.email === undefined ? {} : { email: event.email }),
      ...(event.language === undefined ? {} : { language: event.language }),
    },
    ...(event.device === undefined
      ? {}
      : { deviceContext: { deviceContextId: event.device, externalDeviceId: event.device } }),
    ...(event.instrument === undefined
      ? {}
      : { paymentInstrumentList: [{ merchantPaymentInstrumentId: event.instrument, type: 'CreditCard' }] }),
    ...(event.street === undefined
      ? {}
      : { shippingAddress: { street1: event.street, city: 'Reno', zipCode: '89501', country: 'US' } }),
    productList: [
      {
        productId: 'one',
        productName: 'One',
        type: product,
        purchasePrice: amount,
        quantity: 1,
        ...(event.category === undefined ? {} : { category: event.category }),
      },
    ],
    customData: { review: review ? 'yes' : 'no' },
    _metadata: { trackingId: randomUUID() },
    ...more,
  }
}

async function seed(store: Store): Promise<void> {
  const { db } = store
  await db
    .insertInto('tenant')
    .values([
      { id: caseIds.tenant, name: 'Contoso', role_family: 'standard', demo: true },
      { id: caseIds.other, name: 'Other', role_family: 'standard' },
    ])
    .execute()
  await db
    .insertInto('search_switch')
    .values([caseIds.tenant, caseIds.other].map(tenant_id => ({ tenant_id, state: 'On' })))
    .execute()
  const environment = (id: string, tenant_id: string, parent_id: string | null, name: string) => ({
    id,
    tenant_id,
    parent_id,
    name,
    friendly_name: name,
    api_id: name,
    kind: 'production' as const,
    geography: 'Europe',
    status: 'Active',
  })
  for (const row of [
    environment(caseIds.root, caseIds.tenant, null, 'contoso'),
    environment(caseIds.eu, caseIds.tenant, caseIds.root, 'contoso-eu'),
    environment(caseIds.foreign, caseIds.other, null, 'other'),
  ])
    await db.insertInto('environment').values(row).execute()
}
