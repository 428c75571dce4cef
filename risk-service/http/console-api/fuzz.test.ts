import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fcraTextVersion } from '../../contract/fcra.ts'
import type { ProcedureName } from '../../contract/procedure-rights.ts'
import { seededRandom } from '../../engine/lib/testing/seeded-random.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { createConsoleApi } from './console-api.ts'
import { type ConsoleBench, now, openConsoleBench, places } from './testing/console-bench.ts'
import { hostileValues, insideText, leavesOf, withValueAt } from './testing/hostile-values.ts'
import { requestBodyOf, requests } from './testing/procedure-requests.ts'

/** Calls of a run; `FUZZ_CALLS` makes it longer, and `FUZZ_SEED` another. */
const count = Number(process.env['FUZZ_CALLS'] ?? 800)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
/** Users with the same role: the evaluations of one are limited. */
const users = Array.from({ length: 60 }, () => randomUUID())
let bench: ConsoleBench
let app: Hono
beforeAll(async () => {
  bench = await openConsoleBench()
  await bench.store.db
    .insertInto('fcra_acceptance')
    .values(
      users.map(id => ({
        id: randomUUID(),
        tenant_id: places.tenant,
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
      user: token =>
        Promise.resolve({
          tenantId: places.tenant,
          id: token,
          name: 'User',
          username: 'user@example.com',
          wids: [],
          assignments: [{ role: 'ProductAdmin', environmentId: null }],
        }),
    },
  })
})
afterAll(() => bench.close())

it('no value that a client can send is an internal error, and no answer tells of the inside', async () => {
  const random = seededRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const targets = (Object.keys(requests) as ProcedureName[])
    // A stream, and what would end the environment of all others.
    .filter(name => name !== 'live.events' && name !== 'environments.remove')
    .flatMap(procedure => leavesOf(requests[procedure](places.eu)).map(path => ({ procedure, path })))
  const findings: string[] = []
  const statuses = new Map<number, number>()
  for (let call = 0; call < count; call++) {
    const { procedure, path } = pick(targets)
    const value = pick(hostileValues)
    const leave = new AbortController()
    const sent = requestBodyOf(withValueAt(requests[procedure](places.eu), path, value))
    const answer = await app.request(`/api/console/rpc/${procedure.replace('.', '/')}`, {
      method: 'POST',
      signal: leave.signal,
      headers: {
        authorization: `Bearer ${pick(users)}`,
        ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      body: sent,
    })
    const text = await answer.text()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const what = `${procedure} ${path.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`
    if (answer.status >= 500) findings.push(`${answer.status} ${what}`)
    // What the client sent itself is no secret.
    if (answer.status >= 400 && insideText.test(text.replaceAll(JSON.stringify(value), '')))
      findings.push(`${answer.status} ${what}: ${text.slice(0, 200)}`)
  }
  expect(findings).toEqual([])
  // The calls got past the first check: refused by field, for what is missing, and answered.
  for (const status of [200, 404, 422]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(count / 100)
})
