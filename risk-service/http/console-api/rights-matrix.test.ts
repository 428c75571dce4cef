import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import table from '../../contract/access/roles.json' with { type: 'json' }
import { caseManagerRoles } from '../../contract/cases/case-definitions.ts'
import { fcraTextVersion } from '../../contract/fcra.ts'
import {
  type Capability,
  capabilityIds,
  consoleContract,
  directoryRoles,
  type RoleId,
  roleIds,
} from '../../contract/index.ts'
import { type ProcedureName, procedureRights } from '../../contract/procedure-rights.ts'
import type { EnvironmentRight } from '../../contract/rights/rights.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { type Principal, TokenError } from '../../ports/index.ts'
import { createConsoleApi } from './console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places } from './testing/console-bench.ts'
import { requestBodyOf, requests } from './testing/procedure-requests.ts'

/** Returns the level in the table of the specification, read without any code of the product. */
function levelOf(role: RoleId, capability: string): 'none' | 'read' | 'write' {
  const cells: Partial<Record<string, string>> = table.roles[role].capabilities
  return (cells[capability] ?? 'none') as 'none' | 'read' | 'write'
}
const applications: readonly RoleId[] = ['RiskApi', 'ProvisioningApi']
/** The id of no environment. */
const missing = '20000000-0000-4000-8000-0000000000ff'
const deep = '20000000-0000-4000-8000-0000000000d1'

let bench: ConsoleBench
let app: ConsoleBench['app']
const people = new Map<string, Principal>()
const hold = (
  name: string,
  assignments: Principal['assignments'],
  { wids = [], audienceKind }: { wids?: string[]; audienceKind?: 'production' | 'sandbox' } = {},
) =>
  people.set(name, {
    tenantId: places.tenant,
    id: randomUUID(),
    name,
    username: `${name}@example.com`,
    wids,
    assignments,
    ...(audienceKind ? { audienceKind } : {}),
  })

beforeAll(async () => {
  bench = await openConsoleBench()
  // The removal of a parent with children can be requested without being carried out.
  await bench.store.db
    .insertInto('environment')
    .values({
      id: deep,
      tenant_id: places.tenant,
      parent_id: places.eu,
      name: 'Deep',
      friendly_name: 'Deep',
      api_id: 'deep',
      kind: 'production',
      geography: 'Europe',
      status: 'Active',
    })
    .execute()
  for (const role of roleIds) hold(role, [{ role, environmentId: role === 'ProductAdmin' ? null : places.root }])
  hold('GlobalAdministrator', [], { wids: [directoryRoles.globalAdministrator] })
  hold('ApplicationAdministrator', [], {
    wids: [directoryRoles.applicationAdministrator, directoryRoles.cloudApplicationAdministrator],
  })
  for (const audienceKind of ['production', 'sandbox'] as const)
    hold(audienceKind, [{ role: 'ProductAdmin', environmentId: null }], { audienceKind })
  hold('engineer of a child', [{ role: 'FraudEngineer', environmentId: places.eu }])
  hold('viewer above, engineer below', [
    { role: 'AllAreasViewer', environmentId: places.root },
    { role: 'FraudEngineer', environmentId: places.eu },
  ])
  await bench.store.db
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
  app = createConsoleApi({
    ports: { db: bench.store.db, clock: () => now, newId: () => randomUUID(), log: silentLog },
    engine: bench.engine,
    version: '0.0.0',
    publicUrl: 'https://risk.example.com',
    verifier: {
      user: token => {
        const found = people.get(decodeURIComponent(token))
        return found ? Promise.resolve(found) : Promise.reject(new TokenError('JwtInvalid', 'unknown'))
      },
    },
  })
})
afterAll(() => bench.close())

interface Answer {
  status: number
  text: string
  data: { capability?: string; required?: string; problem?: string; reason?: string }
}
async function call(as: string | null, procedure: ProcedureName, environmentId: string | null): Promise<Answer> {
  const leave = new AbortController()
  const sent = requestBodyOf(requests[procedure](environmentId))
  const response = await app.request(`/api/console/rpc/${procedure.replace('.', '/')}`, {
    method: 'POST',
    signal: leave.signal,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${encodeURIComponent(as)}` }),
      ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body: sent,
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    leave.abort()
    await response.body?.cancel().catch(() => undefined)
    return { status: response.status, text: '', data: {} }
  }
  const text = await response.text()
  // The answer is a file.
  if (response.headers.get('content-type')?.startsWith('multipart/form-data'))
    return { status: response.status, text, data: {} }
  const json = JSON.parse(text === '' ? 'null' : text) as { json?: { data?: Answer['data'] } } | null
  return { status: response.status, text, data: json?.json?.data ?? {} }
}

/** Returns the outcome of a call in the terms of the table of roles. */
function outcome({ status, text, data }: Answer): string {
  if (status === 403 && data.reason === undefined) return `403 ${data.capability ?? '?'} ${data.required ?? '?'}`
  if (status === 404 && text.includes('This environment does not exist.')) return '404'
  // A request that is not well-formed is refused before the check of rights: it would prove nothing.
  if (status === 400 || status === 401 || status >= 500) return `${status} ${text}`
  // A result, or a refusal for a reason that only an authorised caller receives.
  return 'allowed'
}
const expectedOutcome = (level: 'none' | 'read' | 'write', capability: Capability, required: 'read' | 'write') =>
  level === 'write' || (level === 'read' && required === 'read') ? 'allowed' : `403 ${capability} ${required}`

const procedures = Object.keys(procedureRights) as ProcedureName[]
const contractProcedures = Object.entries(consoleContract).flatMap(([area, members]) =>
  Object.keys(members).map(name => `${area}.${name}`),
)

describe('the table of procedures', () => {
  it('the table of procedures names every procedure of the contract, and no other', () => {
    expect(procedures.toSorted()).toEqual(contractProcedures.toSorted())
    expect(Object.keys(requests).toSorted()).toEqual(contractProcedures.toSorted())
  })
  it('the table of procedures names capabilities that exist, and levels that some role gives', () => {
    for (const [procedure, right] of Object.entries(procedureRights)) {
      if (right.in === 'person') continue
      for (const capability of right.in === 'tree' ? [right.root, right.child] : [right.capability]) {
        expect(capabilityIds, procedure).toContain(capability)
        const enough = roleIds.some(
          role => expectedOutcome(levelOf(role, capability), capability, right.level) === 'allowed',
        )
        expect([procedure, capability, enough]).toEqual([procedure, capability, true])
      }
    }
  })
  it('the table of procedures knows 19 roles', () => {
    expect(roleIds).toHaveLength(19)
  })
})

/** Procedures that a capability alone does not give: who calls them has to be a manager of cases. */
const ofManagers: ReadonlySet<ProcedureName> = new Set(['caseRouting.plan', 'caseRouting.confirm'])

/** Procedures whose callers have to read something else as well. */
const alsoReads: ReadonlyMap<ProcedureName, Capability> = new Map([
  ['lossPrevention.clear', 'lossprevention'],
  ['lossPrevention.retry', 'lossprevention'],
])

/** Compares every call of one user with the table; returns the differences. */
async function differences(who: string, roles: readonly RoleId[], reach: 'tenant' | 'root'): Promise<string[]> {
  const found: string[] = []
  const visible = roles.some(role => !applications.includes(role))
  const level = (capability: Capability) =>
    roles.some(role => levelOf(role, capability) === 'write')
      ? 'write'
      : roles.some(role => levelOf(role, capability) === 'read')
        ? 'read'
        : 'none'
  const compare = async (procedure: ProcedureName, place: string | null, expected: string) => {
    const got = outcome(await call(who, procedure, place))
    if (got !== expected) found.push(`${procedure} in ${place ?? 'the tenant'}: ${got}, not ${expected}`)
  }
  const manages = roles.some(role => (caseManagerRoles as readonly string[]).includes(role))
  const environmentOutcome = (procedure: ProcedureName, right: EnvironmentRight) => {
    const outcomeByTable = tableOutcome(procedure, right)
    const second = alsoReads.get(procedure)
    return outcomeByTable === 'allowed' && second ? expectedOutcome(level(second), second, 'read') : outcomeByTable
  }
  const tableOutcome = (procedure: ProcedureName, right: EnvironmentRight) =>
    ofManagers.has(procedure) && !manages && level(right.capability) === 'write'
      ? `403 ${right.capability} ${right.level}`
      : expectedOutcome(level(right.capability), right.capability, right.level)
  for (const procedure of procedures) {
    const right = procedureRights[procedure]
    if (right.in === 'person') {
      const answer = await call(who, procedure, null)
      if (outcome(answer) !== 'allowed') found.push(`${procedure}: ${outcome(answer)}`)
      // No data of the other tenant, and none that this user may not see.
      if (answer.text.includes(places.foreign) || answer.text.includes(places.other))
        found.push(`${procedure} tells of the other tenant`)
      if (!visible && answer.text.includes(places.root)) found.push(`${procedure} tells of an environment`)
      continue
    }
    await compare(procedure, places.foreign, '404')
    await compare(procedure, missing, '404')
    const [own, box] =
      right.in === 'environment'
        ? [environmentOutcome(procedure, right), environmentOutcome(procedure, right)]
        : [
            expectedOutcome(level(right.child), right.child, right.level),
            expectedOutcome(
              level(procedure === 'environments.create' ? right.child : right.root),
              procedure === 'environments.create' ? right.child : right.root,
              right.level,
            ),
          ]
    await compare(procedure, places.eu, visible ? own : '404')
    // The sandbox is a tree of its own: only a tenant-wide role covers it.
    await compare(procedure, places.box, visible && reach === 'tenant' ? box : '404')
    if (right.in === 'tree')
      await compare(
        procedure,
        procedure === 'environments.create' ? null : places.root,
        visible
          ? expectedOutcome(level(right.root), right.root, right.level)
          : procedure === 'environments.create'
            ? `403 ${right.root} write`
            : '404',
      )
  }
  return found
}

describe('every role against every procedure, in its own environment, in another and in another tenant’s', () => {
  it.each(roleIds)('%s', async role => {
    expect(await differences(role, [role], role === 'ProductAdmin' ? 'tenant' : 'root')).toEqual([])
  })
  it('a Global Administrator without an assignment is as Product admin', async () => {
    expect(await differences('GlobalAdministrator', ['ProductAdmin'], 'tenant')).toEqual([])
  })
  it('the other directory roles give nothing', async () => {
    expect(await differences('ApplicationAdministrator', [], 'root')).toEqual([])
  })
  it('nobody without a token gets further than to its absence', async () => {
    const reached: string[] = []
    for (const procedure of procedures)
      for (const place of [places.eu, missing])
        if ((await call(null, procedure, place)).status !== 401) reached.push(procedure)
    expect(reached).toEqual([])
  })
  it('a role in one environment gives nothing in its sibling and its parent', async () => {
    const found: string[] = []
    for (const procedure of procedures)
      if (procedureRights[procedure].in !== 'person')
        for (const place of [places.us, places.root]) {
          const got = outcome(await call('engineer of a child', procedure, place))
          if (got !== '404') found.push(`${procedure}: ${got}`)
        }
    expect(found).toEqual([])
  })
  it.each([
    ['production', places.box],
    ['sandbox', places.eu],
  ])('a token for the kind %s opens no environment of the other kind', async (who, place) => {
    const found: string[] = []
    // A new environment is none yet.
    for (const procedure of procedures)
      if (procedureRights[procedure].in !== 'person' && procedure !== 'environments.create') {
        const { status, data } = await call(who, procedure, place)
        if (status !== 401 || data.problem !== 'TokenAudienceNotAllowed') found.push(`${procedure}: ${status}`)
      }
    expect(found).toEqual([])
    expect(outcome(await call(who, 'rules.list', who === 'sandbox' ? places.box : places.eu))).toBe('allowed')
  })
  it('a viewer above who is engineer below writes rules below only', async () => {
    expect(outcome(await call('viewer above, engineer below', 'rules.create', places.eu))).toBe('allowed')
    expect(outcome(await call('viewer above, engineer below', 'rules.create', places.root))).toBe('403 rules write')
    expect(outcome(await call('viewer above, engineer below', 'rules.list', places.root))).toBe('allowed')
  })
})
