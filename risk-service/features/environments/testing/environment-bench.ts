import { randomUUID } from 'node:crypto'
import { fcraTextVersion } from '../../../contract/fcra.ts'
import type { RoleId } from '../../../contract/index.ts'
import { createConsoleApi } from '../../../http/console-api/console-api.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import type { EnvironmentChange } from '../../../kernel/environments/environment-events.ts'
import { type LogLevel, type Principal, TokenError } from '../../../ports/index.ts'
import { advanceEnvironments, type ProvisioningContext } from '../provisioning.ts'

export interface EnvironmentBenchAnswer {
  status: number
  body: Record<string, unknown>
  list: Record<string, unknown>[]
}
export interface EnvironmentBench {
  bench: ConsoleBench
  /** Makes a REST call as a user. */
  call: (as: string, method: string, path: string, body?: unknown) => Promise<EnvironmentBenchAnswer>
  /** Announced changes as `name: from > to`. */
  notified: string[]
  changes: EnvironmentChange[]
  woken: number
  logged: { level: LogLevel; event: string; about: unknown }[]
  clock: Date
  pass: (milliseconds: number) => void
  /** Runs the job once. */
  advance: (change?: Partial<ProvisioningContext>) => Promise<{ again: number | null }>
  statusOf: (id: string) => Promise<string>
  /** Creates a child of `root`, Active, through the interface. */
  child: (name: string, more?: Record<string, unknown>) => Promise<string>
}

const roles: Record<string, [RoleId, string | null][]> = {
  admin: [['ProductAdmin', null]],
  area: [['AllAreasAdmin', places.root]],
  both: [
    ['AllAreasAdmin', places.root],
    ['AllAreasAdmin', places.box],
  ],
  editor: [['AllAreasEditor', places.root]],
  viewer: [['AllAreasViewer', places.root]],
  local: [['AllAreasAdmin', places.eu]],
  nobody: [],
  outsider: [['ProductAdmin', null]],
}

/** Opens the console API and the job over one store, with a manual clock. */
export async function openEnvironmentBench(): Promise<EnvironmentBench> {
  const bench = await openConsoleBench()
  const { store } = bench
  // The sandbox is the counterpart of the root; names follow the product.
  await store.db
    .updateTable('environment')
    .set({ name: 'Harbor-sandbox', api_id: 'harbor-sandbox', counterpart_id: places.root })
    .where('id', '=', places.box)
    .execute()
  await store.db.updateTable('environment').set({ counterpart_id: places.box }).where('id', '=', places.root).execute()
  const people = new Map(
    Object.entries(roles).map(([name, assigned]): [string, Principal] => [
      name,
      {
        tenantId: name === 'outsider' ? places.other : places.tenant,
        id: randomUUID(),
        name,
        username: `${name}@example.com`,
        wids: [],
        assignments: assigned.map(([role, environmentId]) => ({ role, environmentId })),
      },
    ]),
  )
  await store.db
    .insertInto('fcra_acceptance')
    .values(
      [...people.values()].map(({ id, tenantId }) => ({
        id: randomUUID(),
        tenant_id: tenantId,
        user_id: id,
        text_version: fcraTextVersion,
        at: new Date(),
      })),
    )
    .execute()
  const state: EnvironmentBench = {
    bench,
    notified: [],
    changes: [],
    woken: 0,
    logged: [],
    clock: new Date(),
    async call(as, method, path, body) {
      const response = await app.request(`/api/console/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${as}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const json: unknown = await response.json()
      return {
        status: response.status,
        body: json as EnvironmentBenchAnswer['body'],
        list: json as EnvironmentBenchAnswer['list'],
      }
    },
    pass: milliseconds => {
      state.clock = new Date(state.clock.getTime() + milliseconds)
    },
    advance: change => advanceEnvironments({ ...ports, environments, reloadRules: () => Promise.resolve(), ...change }),
    statusOf: async id =>
      (await store.db.selectFrom('environment').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
    async child(name, more = {}) {
      const created = await state.call('admin', 'POST', '/environments', { parentId: places.root, name, ...more })
      if (created.status !== 201) throw new Error(`${created.status} ${JSON.stringify(created.body)}`)
      await state.advance()
      return String(created.body['id'])
    },
  }
  const ports = {
    db: store.db,
    clock: () => state.clock,
    newId: () => randomUUID(),
    log: {
      write: (level: LogLevel, event: string, fields?: Record<string, unknown>) =>
        void state.logged.push({ level, event, about: fields?.['environmentId'] }),
    },
  }
  const environments = {
    onEnvironmentChange: (change: EnvironmentChange) => {
      state.changes.push(change)
      state.notified.push(`${change.name}: ${change.from ?? 'none'} > ${change.to}`)
    },
    wake: () => {
      state.woken += 1
    },
  }
  const app = createConsoleApi({
    ports,
    engine: bench.engine,
    environments,
    live: bench.live,
    version: '0.0.0',
    publicUrl: 'https://risk.example.com',
    verifier: {
      user: token => {
        const found = people.get(token)
        return found ? Promise.resolve(found) : Promise.reject(new TokenError('JwtInvalid', 'unknown'))
      },
    },
  })
  return state
}
