import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import table from '../../contract/access/roles.json' with { type: 'json' }
import { caseManagerRoles } from '../../contract/cases/case-definitions.ts'
import { fcraTextVersion } from '../../contract/fcra.ts'
import { type Capability, type RoleId, roleIds } from '../../contract/index.ts'
import { type ProcedureName, procedureRights } from '../../contract/procedure-rights.ts'
import { decideAccess } from '../../kernel/access/access-decision.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import type { SecurityEvent } from '../../kernel/security-log.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import type { Principal } from '../../ports/index.ts'
import { createConsoleApi } from './console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places } from './testing/console-bench.ts'
import { requestBodyOf, requests } from './testing/procedure-requests.ts'

/*
 * Every procedure, every role that is assigned in one environment, and that environment, its sibling, its parent and an
 * environment of another tenant. The whole matrix is calculated by the decision that guards the service and compared with
 * the table of the specification. Over HTTP every procedure is called in each of the places, by another role each time, so
 * that the calls prove that the service asks this decision.
 */

const where = { own: places.eu, sibling: places.us, parent: places.root, foreign: places.foreign } as const
type Place = keyof typeof where
const placeNames = Object.keys(where) as Place[]

let bench: ConsoleBench
let app: ConsoleBench['app']
const people = new Map<string, Principal>()
const logged: { event: SecurityEvent; principalId: string | null | undefined; reason: string | undefined }[] = []
beforeAll(async () => {
  bench = await openConsoleBench()
  // The removal of a parent with children is permitted and not carried out: the places remain for the calls after it.
  await bench.store.db
    .insertInto('environment')
    .values({
      id: randomUUID(),
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
  for (const role of roleIds)
    people.set(role, {
      tenantId: places.tenant,
      id: randomUUID(),
      name: role,
      username: `${role}@example.com`,
      wids: [],
      assignments: [{ role, environmentId: role === 'ProductAdmin' ? null : places.eu }],
    })
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
    security: { write: (event, { principalId, reason }) => logged.push({ event, principalId, reason }) },
    verifier: { user: token => Promise.resolve(people.get(token) as Principal) },
  })
})
afterAll(() => bench.close())

type Expected = 'allowed' | 'forbidden' | 'notFound'
interface Guarded {
  procedure: ProcedureName
  /** The right in an environment; that of a procedure that changes an environment is for another one below it. */
  capabilityIn: (place: Place) => Capability
  level: 'read' | 'write'
}

/** Procedures about one environment; the others answer about the caller alone. */
const guarded: readonly Guarded[] = Object.entries(procedureRights).flatMap(([name, right]): Guarded[] =>
  right.in === 'person'
    ? []
    : [
        {
          procedure: name as ProcedureName,
          capabilityIn: place =>
            right.in === 'environment'
              ? right.capability
              : place === 'parent' && name !== 'environments.create'
                ? right.root
                : right.child,
          level: right.level,
        },
      ],
)

/** The answer by the table of the specification alone. */
function expected(role: RoleId, place: Place, { capabilityIn, level }: Guarded): Expected {
  if (place === 'foreign' || role === 'RiskApi' || role === 'ProvisioningApi') return 'notFound'
  if (place !== 'own' && role !== 'ProductAdmin') return 'notFound'
  const cells: Partial<Record<string, string>> = table.roles[role].capabilities
  const given = cells[capabilityIn(place)] ?? 'none'
  return given === 'write' || given === level ? 'allowed' : 'forbidden'
}

it('the decision leaks nothing: every procedure, every role, own, sibling, parent and foreign environment', async () => {
  const tree = await loadEnvironmentTree(bench.store.db, places.tenant)
  const leaks: string[] = []
  const wrong: string[] = []
  const counts = { allowed: 0, forbidden: 0, notFound: 0 }
  for (const each of guarded)
    for (const role of roleIds)
      for (const place of placeNames) {
        const question = { environmentId: where[place], capability: each.capabilityIn(place), required: each.level }
        const { outcome } = decideAccess(people.get(role) as Principal, question, tree)
        const right = expected(role, place, each)
        counts[outcome] += 1
        if (outcome === 'allowed' && right !== 'allowed') leaks.push(`${each.procedure} ${role} ${place}`)
        if (outcome !== right) wrong.push(`${each.procedure} ${role} ${place}: ${outcome}, not ${right}`)
      }
  const total = guarded.length * roleIds.length * placeNames.length
  console.log(
    `Tenant matrix: ${guarded.length} procedures x ${roleIds.length} roles x ${placeNames.length} places = ${total} decisions; ` +
      `${counts.allowed} allowed, ${counts.forbidden} forbidden, ${counts.notFound} not found; ${leaks.length} leaks.`,
  )
  expect([leaks, wrong]).toEqual([[], []])
  expect(counts.allowed + counts.forbidden + counts.notFound).toBe(total)
  expect(guarded.length).toBeGreaterThan(400)
})

/** Procedures for which a capability alone is not enough; the rights matrix has what they need beside it. */
const needsMore: Partial<Record<ProcedureName, (role: RoleId) => Expected>> = {
  'caseRouting.plan': role => managing(role),
  'caseRouting.confirm': role => managing(role),
  'lossPrevention.clear': role => reading(role, 'lossprevention'),
  'lossPrevention.retry': role => reading(role, 'lossprevention'),
}
const managing = (role: RoleId): Expected =>
  (caseManagerRoles as readonly string[]).includes(role) ? 'allowed' : 'forbidden'
const reading = (role: RoleId, capability: string): Expected =>
  ((table.roles[role].capabilities as Partial<Record<string, string>>)[capability] ?? 'none') === 'none'
    ? 'forbidden'
    : 'allowed'

it('the service answers as the decision in each place, tells nothing of what it refuses, and logs each refusal', async () => {
  const wrong: string[] = []
  const counts = { allowed: 0, forbidden: 0, notFound: 0 }
  let calls = 0
  const call = async (role: RoleId, place: Place, each: Guarded) => {
    calls += 1
    logged.length = 0
    const sent = requestBodyOf(requests[each.procedure](where[place]))
    const leave = new AbortController()
    const response = await app.request(`/api/console/rpc/${each.procedure.replace('.', '/')}`, {
      method: 'POST',
      signal: leave.signal,
      headers: {
        authorization: `Bearer ${role}`,
        ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      body: sent,
    })
    const stream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const text = stream ? '' : await response.text()
    leave.abort()
    if (stream) await response.body?.cancel().catch(() => undefined)
    const byTable = expected(role, place, each)
    const right = byTable === 'allowed' ? (needsMore[each.procedure]?.(role) ?? byTable) : byTable
    const noEnvironment = response.status === 404 && text.includes('This environment does not exist.')
    const noRight = response.status === 403 && text.includes('"capability"')
    const outcome: Expected = noEnvironment ? 'notFound' : noRight ? 'forbidden' : 'allowed'
    counts[outcome] += 1
    const at = `${each.procedure} by ${role} in ${place}`
    if (outcome !== right) wrong.push(`${at}: ${response.status} ${outcome}, not ${right}`)
    if ([400, 401].includes(response.status) || response.status >= 500)
      wrong.push(`${at}: ${response.status} ${text.slice(0, 200)}`)
    if (outcome === 'allowed') return
    // Not even the name of what the caller may not see.
    if (/Harbor|Other/.test(text)) wrong.push(`${at}: ${text}`)
    const event = outcome === 'notFound' ? 'environment-refused' : 'right-refused'
    const entries = logged.filter(entry => entry.event === event && entry.principalId === people.get(role)?.id)
    if (entries.length !== 1) wrong.push(`${at}: ${entries.length} refusals in the log`)
    if (outcome === 'forbidden' && !text.includes(`"${entries[0]?.reason}"`))
      wrong.push(`${at}: another reason in the log`)
  }
  for (const [number, each] of guarded.entries())
    for (const [offset, place] of placeNames.entries()) {
      // Another role each time. Product admin reaches every environment of its tenant: it calls the foreign one only.
      const others = roleIds.filter(role => role !== 'ProductAdmin')
      await call(others[(number * placeNames.length + offset) % others.length] as RoleId, place, each)
      if (place === 'foreign') await call('ProductAdmin', place, each)
    }
  console.log(
    `Tenant matrix over HTTP: ${guarded.length} procedures in ${placeNames.length} places = ${calls} calls; ` +
      `${counts.allowed} allowed, ${counts.forbidden} forbidden, ${counts.notFound} not found; each refusal in the log.`,
  )
  expect(wrong).toEqual([])
  expect(calls).toBe(guarded.length * (placeNames.length + 1))
}, 120_000)
