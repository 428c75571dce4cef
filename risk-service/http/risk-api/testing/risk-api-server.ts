import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createEngine } from '../../../engine/index.ts'
import { createAssessment, type NewAssessment } from '../../../features/assessments/create-assessment.ts'
import { createBrownOutGate } from '../../../kernel/identity/credentials/brown-out-gate.ts'
import { createCredentialCalls } from '../../../kernel/identity/credentials/credential-calls.ts'
import { demoClient, demoEnvironmentIds, harborId } from '../../../kernel/identity/demo-tenants.ts'
import { createIdentity } from '../../../kernel/identity/sign-in/identity.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../../kernel/store/testing/test-store.ts'
import { seedTenants } from '../../../tools/demo/seed/seed-tenants.ts'
import { createMetrics } from '../../health.ts'
import { addressReader, createHttpServer } from '../../node/server.ts'
import { createUnitLog } from '../metering/unit-log.ts'
import { createRiskApi, type RiskApiDeps } from '../risk-api.ts'
import { createRiskCallLimiter } from '../risk-call-limiter.ts'

/** The service behind a real socket: a token endpoint, its tokens, one port. */
export interface RiskApiServer {
  origin: string
  store: Store
  environmentId: string
  token: (version: 'v1' | 'v2', form: BodyInit, headers?: Record<string, string>) => Promise<Response>
  /** Credentials of the shop that is seeded. */
  credentials: { client_id: string; client_secret: string; grant_type: string }
  addAssessment: (apiName: string, more: Partial<NewAssessment>) => Promise<boolean>
  addRule: (eventType: string, clauses: readonly { name: string; text: string }[]) => Promise<void>
  reload: () => Promise<void>
  /** Writes the units that calls have used up. */
  flushUnits: () => Promise<void>
  close: () => Promise<void>
}

export const productionResource = 'https://api.dfp.dynamics.com'

/** Starts the risk API and the token endpoint on a local port, over a separate store. */
export async function startRiskApiServer(options: Pick<RiskApiDeps, 'bodyDeadline'> = {}): Promise<RiskApiServer> {
  const store = await createTestStore()
  await seedTenants(store.db)
  const ports = { db: store.db, clock: () => new Date(), newId: () => randomUUID(), log: silentLog }
  const writer = await createEventWriter({ connect: store.writer, log: silentLog })
  const engine = await createEngine({ ...ports, writer, countryOf: () => null })
  const credentials = { credentialCalls: createCredentialCalls(ports), brownOuts: createBrownOutGate() }
  const identity = await createIdentity({
    ...ports,
    ...credentials,
    publicUrl: null,
    trustedProxies: [],
    host: '127.0.0.1',
    demo: true,
    demoPublic: false,
    external: null,
    productionResource: null,
    sandboxResource: null,
    secretKey: 'x'.repeat(32),
    build: 'test',
    signInPage: () => ({ status: 200, headers: {}, body: '' }),
  })
  const underWay = createRiskCallLimiter()
  const units = createUnitLog(ports)
  const app = createRiskApi({
    ...ports,
    ...options,
    ...credentials,
    addressOf: addressReader({ trustedProxies: ['127.0.0.1'] }),
    underWay,
    units,
    engine,
    verifier: identity.verifier,
    rateLimit: { perSecond: 1e6, burst: 1e6 },
  })
  const server = createHttpServer({
    app,
    identity,
    metrics: createMetrics(),
    log: silentLog,
    underWay,
    appVersion: '1.0:0.1:638000000000000000',
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const environmentId = demoEnvironmentIds.harbor
  let position = 10
  return {
    origin,
    store,
    environmentId,
    reload: () => engine.reloadRules(),
    flushUnits: units.flush,
    credentials: { grant_type: 'client_credentials', client_id: demoClient.clientId, client_secret: demoClient.secret },
    token: (version, body, headers = {}) =>
      fetch(`${origin}/${harborId}/oauth2/${version === 'v1' ? '' : 'v2.0/'}token`, { method: 'POST', body, headers }),
    addAssessment: (apiName, more) =>
      createAssessment(store.db, {
        id: randomUUID(),
        environmentId,
        kind: 'wizard',
        template: 'Custom',
        apiName,
        friendlyName: apiName,
        hasLabel: true,
        observations: [],
        sample: {},
        author: { id: randomUUID(), name: 'Test' },
        ...more,
      }),
    async addRule(eventType, clauses) {
      position += 1
      const name = `Rule ${position}`
      await store.db
        .insertInto('rule')
        .values({
          id: randomUUID(),
          environment_id: environmentId,
          event_type: eventType,
          name,
          status: 'active',
          position,
          version: 1,
          published_by: randomUUID(),
          published_by_name: 'Test',
          body: JSON.stringify({
            name,
            description: '',
            condition: '',
            clauses: clauses.map(clause => ({ ...clause, section: 'prior' })),
            sample: { payload: {}, riskScore: 100 },
          }),
        })
        .execute()
    },
    async close() {
      identity.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await engine.close()
      await store.close()
    },
  }
}

/** How the serialisers of clients write JSON; a table of bodies is sent in each form. */
export const writers = {
  /** Members without a value are left out; everything but ASCII letters and digits is escaped. */
  dotNet: (body: unknown): string =>
    JSON.stringify(body, (_name, value: unknown) => (value === null ? undefined : value)).replace(
      /\\"|[\u0080-\uffff]|[+<>&'`]/g,
      found => `\\u${found.at(-1)?.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') ?? ''}`,
    ),
  /** Members without a value are present; slashes and other scripts are escaped. */
  php: (body: unknown): string =>
    JSON.stringify(body)
      .replaceAll('/', String.raw`\/`)
      .replace(/[\u0080-\uffff]/g, found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`),
  plain: (body: unknown): string => JSON.stringify(body),
} as const

/** The type into which a client reads a value. A name that ends in `!` is required. */
export type Shape =
  | 'text'
  | 'whole'
  | 'number'
  | 'truth'
  | 'moment'
  | 'anything'
  | readonly string[]
  | { list: Shape }
  | { each: Shape }
  | { [member: string]: Shape }

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?(?:Z|[+-]\d\d:\d\d)$/
const scalars: Record<string, (value: unknown) => boolean> = {
  text: value => typeof value === 'string',
  whole: value => Number.isInteger(value),
  number: value => typeof value === 'number',
  truth: value => typeof value === 'boolean',
  moment: value => typeof value === 'string' && moment.test(value),
  anything: () => true,
}
const nullable = (shape: Shape): boolean =>
  !['whole', 'number', 'truth', 'moment'].includes(shape as string) && !isNames(shape)
const isNames = (shape: Shape): shape is readonly string[] => Array.isArray(shape)

/** Returns the places where a typed client would fail; `exact` for clients that distinguish upper and lower case. */
export function unreadable(value: unknown, shape: Shape, exact = false, at = '$'): string[] {
  if (value === null || value === undefined)
    return value === null && nullable(shape) ? [] : [`${at} is ${String(value)}`]
  if (isNames(shape))
    return typeof value === 'string' && shape.includes(value) ? [] : [`${at} is ${JSON.stringify(value)}`]
  if (typeof shape === 'string')
    return scalars[shape]?.(value) === true ? [] : [`${at} is ${JSON.stringify(value)} and not ${shape}`]
  if ('list' in shape)
    return Array.isArray(value)
      ? value.flatMap((each, index) => unreadable(each, shape.list as Shape, exact, `${at}[${index}]`))
      : [`${at} is no list`]
  if (typeof value !== 'object' || Array.isArray(value)) return [`${at} is no object`]
  const members = Object.entries(value)
  if ('each' in shape)
    return members.flatMap(([name, each]) => unreadable(each, shape.each as Shape, exact, `${at}.${name}`))
  return Object.entries(shape).flatMap(([member, inner]) => {
    const name = member.replace(/!$/, '')
    const found = members.find(([each]) => (exact ? each === name : each.toLowerCase() === name.toLowerCase()))
    if (found === undefined) return member.endsWith('!') ? [`${at}.${name} is missing`] : []
    return unreadable(found[1], inner, exact, `${at}.${name}`)
  })
}
