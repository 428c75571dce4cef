import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { fcraTextVersion } from '../../../contract/fcra.ts'
import type { RoleId, RuleBody } from '../../../contract/index.ts'
import type { AssessmentInfo } from '../../../engine/assessments/assessment-info.ts'
import { countryProvider } from '../../../engine/enrich/index.ts'
import { readListUpload } from '../../../engine/lists/read-list-upload.ts'
import type { RuleEngine } from '../../../kernel/console-api/context.ts'
import { createLiveHub, type LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../../kernel/store/testing/test-store.ts'
import { type Principal, TokenError } from '../../../ports/index.ts'
import { type ConsoleApiDeps, createConsoleApi } from '../console-api.ts'

/** Two tenants: `root` with `eu` and `us` below and `box` as sandbox, and `foreign` of the other one. */
export const places = {
  tenant: '10000000-0000-4000-8000-000000000001',
  other: '10000000-0000-4000-8000-000000000002',
  root: '20000000-0000-4000-8000-000000000001',
  eu: '20000000-0000-4000-8000-000000000002',
  us: '20000000-0000-4000-8000-000000000003',
  box: '20000000-0000-4000-8000-000000000004',
  foreign: '20000000-0000-4000-8000-000000000005',
} as const

export const now = new Date('2025-11-20T12:34:56.000Z')

export interface ConsoleAnswer {
  status: number
  body: Record<string, never> & { code?: string }
  json: unknown
  headers: Headers
}
export interface ConsoleBench {
  store: Store
  app: Hono
  engine: RuleEngine & { reloaded: (string | undefined)[] }
  live: LiveHub
  /** Makes one REST call as this user; `null` sends no token. */
  call: (as: string | null, method: string, path: string, body?: unknown, init?: RequestInit) => Promise<ConsoleAnswer>
  person: (name: string) => Principal
  close: () => Promise<void>
}

const roleAssignments: Record<string, [RoleId, string | null][]> = {
  admin: [['ProductAdmin', null]],
  engineer: [['FraudEngineer', places.root]],
  colleague: [['FraudEngineer', places.root]],
  viewer: [['AllAreasViewer', places.root]],
  support: [['SupportAgent', places.root]],
  local: [['FraudEngineer', places.eu]],
  application: [['RiskApi', places.root]],
  nobody: [],
  outsider: [['ProductAdmin', null]],
}

/** What an installation has beside the store. */
type Installation = Pick<
  ConsoleApiDeps,
  'readCertificate' | 'names' | 'fingerprintingHosts' | 'uploadFiles' | 'retail' | 'boosterParticipants'
>

/** Opens the console API over a real store, with mocks of the engine and of the token check. */
export async function openConsoleBench(installation: Installation = {}): Promise<ConsoleBench> {
  const store = await createTestStore()
  await seedPlaces(store)
  const people = new Map(
    Object.entries(roleAssignments).map(([name, roles]): [string, Principal] => [
      name,
      {
        tenantId: name === 'outsider' ? places.other : places.tenant,
        id: randomUUID(),
        name: `Name of ${name}`,
        username: `${name}@example.com`,
        wids: [],
        assignments: roles.map(([role, environmentId]) => ({ role, environmentId })),
      },
    ]),
  )
  // Administrators of the tests have attested the permitted use.
  await store.db
    .insertInto('fcra_acceptance')
    .values(
      [...people.values()].map(({ id, tenantId }) => ({
        id: randomUUID(),
        tenant_id: tenantId,
        user_id: id,
        text_version: fcraTextVersion,
        at: now,
      })),
    )
    .execute()
  const engine = fakeEngine()
  const live = createLiveHub({ epoch: 'test' })
  const app = createConsoleApi({
    ports: { db: store.db, clock: () => now, newId: () => randomUUID(), log: silentLog },
    engine,
    live,
    version: '0.0.0',
    publicUrl: 'https://risk.example.com',
    ...installation,
    verifier: {
      user: token => {
        const found = people.get(token)
        return found ? Promise.resolve(found) : Promise.reject(new TokenError('JwtInvalid', 'unknown'))
      },
    },
  })
  return {
    store,
    app,
    engine,
    live,
    call: async (as, method, path, body, init = {}) => {
      const response = await app.request(`/api/console/v1${path}`, {
        method,
        ...init,
        headers: {
          ...(as === null ? {} : { authorization: `Bearer ${as}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(init.headers as Record<string, string> | undefined),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const json: unknown = text === '' ? null : JSON.parse(text)
      return { status: response.status, body: json as ConsoleAnswer['body'], json, headers: response.headers }
    },
    person: name => {
      const found = people.get(name)
      if (!found) throw new Error(`No person ${name}`)
      return found
    },
    close: () => store.close(),
  }
}

/** A built-in assessment with sections, and a wizard assessment with actions. */
const testAssessments: readonly AssessmentInfo[] = [
  {
    key: 'purchase',
    id: 'purchase',
    name: 'Purchase',
    kind: 'builtIn',
    sections: ['prior', 'postRisk'],
    actions: false,
    search: true,
    cases: true,
    reports: true,
    amounts: true,
    check: { attributes: new Map() },
    vocabulary: { attributes: [] },
    payload: { purchaseId: 'sample' },
  },
  ...(['accountcreation', 'accountlogin'] as const).map(
    (key): AssessmentInfo => ({
      key,
      id: key,
      name: key,
      kind: 'builtIn',
      sections: ['prior', 'postRisk'],
      actions: false,
      search: true,
      cases: true,
      reports: true,
      amounts: true,
      check: { attributes: new Map() },
      vocabulary: { attributes: [] },
      payload: {},
    }),
  ),
  {
    key: 'Signup',
    id: '5a000000-0000-4000-8000-000000000001',
    name: 'Sign-up',
    kind: 'wizard',
    sections: ['prior'],
    actions: true,
    search: true,
    cases: true,
    reports: true,
    amounts: true,
    check: { attributes: new Map() },
    vocabulary: { attributes: [] },
    payload: { metadata: { eventId: 'sample' } },
  },
]

const noResources: RuleEngine['resources'] = {
  reload: () => Promise.resolve(),
  check: () => ({}),
  checkWithFormerProperties: () => null,
  checkEnvironment: () => ({}),
  signature: () => '',
  velocitySets: () => [],
  velocitySources: () => [],
  defaultSets: () => [],
  velocityEvents: () => [],
  fineVelocities: () => [],
  texts: () => [],
}

/** Returns a mock of the engine: a rule set with a `BROKEN` clause has an error at the position of the word. */
function fakeEngine(): ConsoleBench['engine'] {
  const reloaded: (string | undefined)[] = []
  return {
    reloaded,
    reloadRules: environmentId => {
      reloaded.push(environmentId)
      return Promise.resolve()
    },
    ingestLabel: ({ body }) => Promise.resolve({ kind: 'accepted', event: { ...Object(body) }, id: '' }),
    ingestDataEvent: () => Promise.resolve({ kind: 'unknown' }),
    assessment: (_environmentId, eventType) => testAssessments.find(each => each.key === eventType) ?? null,
    assessments: () => testAssessments,
    tenantAssessments: () => [],
    checkAction: () => [],
    queues: () => ['General', 'Large orders'],
    purchaseView: (_environmentId, _eventType, request) => request,
    geo: countryProvider(() => null),
    counterfactuals: ({ rule, clause }) =>
      Promise.resolve({ state: 'noRules', rule, clause, changedSince: false, counterfactuals: [] }),
    replayListStatus: events => Promise.resolve(events.map(({ decision }) => ({ decision, read: false }))),
    routeStored: () => Promise.resolve([]),
    replayStored: () => Promise.resolve({ state: 'noRules', run: null }),
    rerunStored: () =>
      Promise.resolve({ replay: { state: 'noRules', run: null }, now: null, inputs: 'recorded', rules: [] }),
    caseOfStored: () => Promise.resolve(null),
    evaluateRouting: () => Promise.resolve({ problems: [], result: null }),
    checkVelocitySet: () => Promise.resolve([]),
    tryVelocitySet: () => Promise.resolve([]),
    readListUpload: ({ file, ...options }) => readListUpload(file, options),
    checkFunction: () => Promise.resolve([]),
    evaluateFunction: () => Promise.resolve({ problems: [], results: null }),
    resources: noResources,
    velocities: {
      find: () => null,
      read: (_environmentId, queries) => Promise.resolve(queries.map(() => null)),
      findSetOfVelocity: () => null,
      findSet: () => null,
      contributionsOfStored: () => Promise.resolve([]),
      figures: () => null,
      reload: () => Promise.resolve(),
    },
    checkRule: async (_environmentId, _eventType, body) =>
      body.clauses.flatMap((clause, index) => {
        const from = clause.text.indexOf('BROKEN')
        if (from < 0) return []
        const before = clause.text.slice(0, from).split('\n')
        return [
          {
            part: index,
            clause: clause.name,
            code: 'FQL1002',
            severity: 'error' as const,
            message: 'Unexpected word',
            params: {},
            from,
            to: from + 6,
            line: before.length,
            column: (before.at(-1)?.length ?? 0) + 1,
          },
        ]
      }),
    evaluate: () => Promise.resolve({ problems: [], result: null }),
    sampleResources: () => Promise.resolve(null),
    vocabulary: () => ({ attributes: [{ path: 'user.email', type: 'string', description: 'Address' }] }),
  }
}

async function seedPlaces(store: Store): Promise<void> {
  const { db } = store
  await db
    .insertInto('tenant')
    .values([
      { id: places.tenant, name: 'Harbor', role_family: 'standard', demo: true },
      { id: places.other, name: 'Other', role_family: 'standard' },
    ])
    .execute()
  await db
    .insertInto('search_switch')
    .values([places.tenant, places.other].map(tenant_id => ({ tenant_id, state: 'On' })))
    .execute()
  const environment = (
    id: string,
    tenant: string,
    parent: string | null,
    name: string,
    kind: 'production' | 'sandbox' = 'production',
  ) => ({
    id,
    tenant_id: tenant,
    parent_id: parent,
    name,
    friendly_name: name,
    api_id: name.replace(' ', '-'),
    kind,
    geography: 'Europe',
    status: 'Active',
  })
  await db
    .insertInto('environment')
    .values([
      environment(places.root, places.tenant, null, 'Harbor'),
      environment(places.foreign, places.other, null, 'Other'),
      environment(places.box, places.tenant, null, 'Harbor box', 'sandbox'),
    ])
    .execute()
  await db
    .insertInto('environment')
    .values([
      environment(places.eu, places.tenant, places.root, 'Harbor EU'),
      environment(places.us, places.tenant, places.root, 'Harbor US'),
    ])
    .execute()
}

/** Returns a valid rule with this name. */
export function ruleBody(name: string, change: Partial<RuleBody> = {}): RuleBody {
  return {
    name,
    description: 'For tests',
    condition: '',
    clauses: [{ name: 'clause1', section: 'postRisk', text: 'RETURN Reject("Score")\nWHEN @"riskScore" > 900' }],
    sample: { payload: { purchaseId: '1' }, riskScore: 500 },
    ...change,
  }
}
