import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { RuleBody } from '../../../contract/index.ts'
import type { CallRegistry } from '../../../engine/calls/types.ts'
import { createEngine, type DeviceRegistry, type Engine } from '../../../engine/index.ts'
import type { VelocityStore } from '../../../engine/velocities/index.ts'
import { receiveMirroredEvents } from '../../../features/dual-runs/mirror/receive-events.ts'
import type { ConcurrencyLimiter } from '../../../kernel/limits/concurrency-limiter.ts'
import type { RateLimit } from '../../../kernel/limits/token-bucket-limiter.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../../kernel/store/testing/test-store.ts'
import { type ApiCaller, type EventWriter, type Ports, TokenError } from '../../../ports/index.ts'
import { createRiskApi } from '../risk-api.ts'
import { createRiskCallLimiter } from '../risk-call-limiter.ts'

/** Two tenants with a small tree each, an engine over a real store, and tokens that identify the caller. */
export interface RiskApiUnderTest {
  store: Store
  app: Hono
  engine: Engine
  writer: EventWriter
  ports: Ports
  ids: { tenant: string; root: string; child: string; sandbox: string; stopped: string; foreign: string }
  /** Calls under way. */
  underWay: ConcurrencyLimiter
  /** Callers by token. */
  callers: Map<string, ApiCaller | TokenError>
  /** Sends JSON, by default to the purchase path. */
  send: (body: unknown, options?: SendOptions) => Promise<RiskApiAnswer>
  /** Adds an active rule, by default for purchases. */
  addRule: (environmentId: string, body: RuleBody, eventType?: string) => Promise<string>
  close: () => Promise<void>
}
export interface SendOptions {
  path?: string
  method?: string
  token?: string | null
  headers?: Record<string, string>
  raw?: BodyInit
}
export interface RiskApiAnswer {
  status: number
  headers: Headers
  text: string
  json: Record<string, unknown>
}

export const purchasePath = '/v1.0/MerchantServices/events/Purchase'
export const labelPath = '/v1.0/MerchantServices/events/Label'

export async function startRiskApi(
  options: {
    rateLimit?: RateLimit
    maxWaiting?: number
    devices?: (ports: Ports) => Promise<DeviceRegistry>
    calls?: (ports: Ports) => CallRegistry
    velocities?: (ports: Ports) => Promise<VelocityStore>
    purchaseTimeoutMs?: number
  } = {},
): Promise<RiskApiUnderTest> {
  const store = await createTestStore()
  const [tenant, other, root, child, sandbox, stopped, foreign, principal] = Array.from({ length: 8 }, () =>
    randomUUID(),
  ) as [string, string, string, string, string, string, string, string]
  await store.db
    .insertInto('tenant')
    .values([
      { id: tenant, name: 'Ours', role_family: 'standard' },
      { id: other, name: 'Theirs', role_family: 'standard' },
    ])
    .execute()
  const row = (
    id: string,
    parent: string | null,
    name: string,
    more: { tenant_id?: string; kind?: 'sandbox'; status?: string } = {},
  ) => ({
    id,
    tenant_id: tenant,
    parent_id: parent,
    name,
    friendly_name: name,
    api_id: name,
    kind: 'production' as const,
    geography: 'Europe',
    status: 'Active',
    ...more,
  })
  for (const environment of [
    row(root, null, 'Primary'),
    row(child, root, 'XYZ'),
    row(stopped, root, 'Gone', { status: 'SoftDeleting' }),
    row(sandbox, null, 'Sand', { kind: 'sandbox' }),
    row(foreign, null, 'Primary', { tenant_id: other }),
  ])
    await store.db.insertInto('environment').values(environment).execute()

  const caller: ApiCaller = {
    tenantId: tenant,
    clientId: 'shop',
    principalId: principal,
    homeEnvironmentId: root,
    audienceKind: 'production',
    roles: ['Risk_API'],
  }
  const callers = new Map<string, ApiCaller | TokenError>([
    ['good', caller],
    ['child', { ...caller, homeEnvironmentId: child, principalId: randomUUID() }],
    ['norole', { ...caller, roles: ['Provisioning_API'] }],
    ['theirs', { ...caller, tenantId: other, homeEnvironmentId: foreign, principalId: randomUUID() }],
    ['expired', new TokenError('TokenExpired', 'The token has expired.')],
  ])
  const deps = { db: store.db, clock: () => new Date(), newId: () => randomUUID(), log: silentLog }
  const writer = await createEventWriter({
    connect: store.writer,
    log: silentLog,
    ...(options.maxWaiting === undefined ? {} : { maxWaiting: options.maxWaiting }),
  })
  const devices = await options.devices?.(deps)
  const velocities = await options.velocities?.(deps)
  const engine = await createEngine({
    ...deps,
    ...(velocities === undefined ? {} : { velocities }),
    ...(devices === undefined ? {} : { devices }),
    ...(options.calls === undefined ? {} : { calls: options.calls(deps) }),
    purchaseTimeoutMs: options.purchaseTimeoutMs,
    writer,
    countryOf: ip => (ip === '203.0.113.77' ? 'HR' : null),
  })
  const underWay = createRiskCallLimiter()
  const app = createRiskApi({
    ...deps,
    underWay,
    engine,
    rateLimit: options.rateLimit ?? { perSecond: 1e6, burst: 1e6 },
    receiveMirrored: (environmentId, body, receivedAt) =>
      receiveMirroredEvents({ db: store.db, engine, wake: () => undefined }, environmentId, body, receivedAt),
    verifier: {
      application: token => {
        const found = callers.get(token) ?? new TokenError('JwtInvalid', 'Unknown token.')
        return found instanceof TokenError ? Promise.reject(found) : Promise.resolve(found)
      },
    },
  })
  let position = 0
  return {
    store,
    app,
    underWay,
    engine,
    writer,
    callers,
    ports: deps,
    ids: { tenant, root, child, sandbox, stopped, foreign },
    async send(body, { path = purchasePath, method = 'POST', token = 'good', headers = {}, raw } = {}) {
      const response = await app.request(path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(method === 'GET' ? {} : { body: raw ?? JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      }
    },
    async addRule(environmentId, body, eventType = 'purchase') {
      const id = randomUUID()
      position += 1
      await store.db
        .insertInto('rule')
        .values({
          id,
          environment_id: environmentId,
          event_type: eventType,
          name: body.name,
          status: 'active',
          position,
          version: 1,
          body: JSON.stringify(body),
          published_by: randomUUID(),
          published_by_name: 'Test',
        })
        .execute()
      await engine.reloadRules(environmentId)
      return id
    },
    async close() {
      await engine.close()
      await store.close()
    },
  }
}

let next = 0
/** Returns the minimum of a purchase, with a unique id. */
export function minimalPurchase(more: Record<string, unknown> = {}): Record<string, unknown> {
  next += 1
  return {
    purchaseId: `p-${next}`,
    merchantLocalDate: new Date().toISOString(),
    _metadata: { trackingId: randomUUID() },
    ...more,
  }
}
