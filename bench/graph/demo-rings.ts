import { createRingMemory } from '../../risk-service/features/graph/rings/ring-memory.ts'
import { createUnsearchedTypes } from '../../risk-service/features/graph/rings/ring-scope.ts'
import { updateRings } from '../../risk-service/features/graph/rings/update-rings.ts'
import { createLiveHub } from '../../risk-service/kernel/live/live-hub.ts'
import { createLogger } from '../../risk-service/kernel/logger.ts'
import { readSettings } from '../../risk-service/kernel/settings/settings.ts'
import { newId } from '../../risk-service/kernel/store/new-id.ts'
import { openStore, type Store } from '../../risk-service/kernel/store/store.ts'
import { embeddedEnvironment } from '../../risk-service/kernel/store/testing/embedded-environment.ts'
import {
  type DemoOptions,
  defaultDemoEvents,
  defaultSeed,
  generateDemo,
  idsPerHistory,
} from '../../risk-service/tools/demo/history/generate.ts'
import { plantedMembers, thievesOf } from '../../risk-service/tools/demo/history/thieves.ts'
import { openDemoEngine } from '../../risk-service/tools/demo/open-demo-engine.ts'
import { growDemo } from '../../risk-service/tools/demo/seed/grow.ts'
import { firstHistory, seedDemo } from '../../risk-service/tools/demo/seed/seed.ts'
import { seedTenants } from '../../risk-service/tools/demo/seed/seed-tenants.ts'
import { limitedRow, makeDataDir, type Row } from '../support/harness.ts'

/** Events of one history, as those are that a service adds to the demo of its first start. */
const historySize = 5000
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

interface ListedRing {
  users: string[]
  environmentId: string
}

/**
 * How many members of the planted rings are found in demos of so many events, how many of the groups that look like rings,
 * and how many of the listed rings are some of chance: with fewer than two accounts of thieves.
 */
export async function measureDemoRings(sizes: readonly number[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of sizes) rows.push(...(await measureDemo(size)))
  return rows
}

async function measureDemo(size: number): Promise<Row[]> {
  const dataDir = makeDataDir()
  const log = createLogger({ to: { file: `${dataDir}.log` } })
  const store = await openStore(readSettings(embeddedEnvironment(dataDir)), log, { progress: () => undefined })
  const ports = { db: store.db, clock: () => new Date(), newId, log }
  await seedTenants(store.db)
  const demo = await openDemoEngine(store, ports)
  const histories = await fillDemo(store, demo, size)
  await store.maintenancePool.query('analyze')
  const services = {
    ports,
    unsearchedTypes: createUnsearchedTypes(demo.engine),
    live: createLiveHub({ epoch: 'bench' }),
  }
  const started = performance.now()
  process.stderr.write(`rings of ${size.toLocaleString('en-US')} events\n`)
  for (const memory = createRingMemory(); await updateRings(services, memory); );
  const took = performance.now() - started
  const rings = await readListed(store)
  await demo.engine.close()
  await store.close()
  return describe(size, rings, new Set(histories.flatMap(each => thievesOf(generateDemo(each)))), took)
}

/** Fills a demo as a service does, and returns its histories. */
async function fillDemo(
  store: Store,
  demo: Awaited<ReturnType<typeof openDemoEngine>>,
  size: number,
): Promise<DemoOptions[]> {
  await seedDemo({ db: store.db, ...demo, events: Math.min(size, defaultDemoEvents) })
  const first = await firstHistory(store.db)
  const histories = first === null ? [] : [first]
  let stored = size > defaultDemoEvents ? defaultDemoEvents : size
  while (stored < size) {
    const now = Date.now()
    // A store that holds so many events needs one history more.
    stored = await growDemo({
      db: store.maintenance,
      ...demo,
      events: Math.min(size, stored + historySize),
      historySize,
      clock: () => now,
    })
    const value = await store.db
      .selectFrom('setting')
      .select('value')
      .where('scope', '=', 'demo')
      .where('key', '=', 'history')
      .executeTakeFirstOrThrow()
    const { number, events } = value.value as { number: number; events: number }
    histories.push({ events, now, seed: defaultSeed + number, firstId: 7_000_000 + number * idsPerHistory })
    process.stderr.write(`demo ${stored.toLocaleString('en-US')} events\n`)
  }
  return histories
}

async function readListed({ db }: Store): Promise<ListedRing[]> {
  const rows = await db
    .selectFrom('ring')
    .innerJoin('ring_member', 'ring_member.ring_id', 'ring.id')
    .select(['ring.id', 'ring.environment_id', 'ring_member.value'])
    .where('ring.status', '=', 'open')
    .where('ring.evidence', 'is not', null)
    .where('ring_member.type', '=', 'user')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(members => ({
    environmentId: members[0]?.environment_id ?? '',
    users: members.map(({ value }) => value),
  }))
}

function describe(size: number, rings: readonly ListedRing[], thieves: ReadonlySet<string>, took: number): Row[] {
  const found = new Set(rings.flatMap(({ users }) => users))
  const [members, decoys] = [plantedMembers(true), plantedMembers(false)]
  const planted = new Set(members)
  const ofThieves = rings.map(
    ({ environmentId, users }) =>
      users.filter(user => planted.has(user) || thieves.has(`${environmentId} ${user}`)).length,
  )
  const users = rings.reduce((sum, ring) => sum + ring.users.length, 0)
  const note = `demo of ${size.toLocaleString('en-US')} events`
  return [
    limitedRow(
      'Members of planted rings that are found',
      members.filter(user => found.has(user)).length / members.length,
      percent,
      '>',
      0.95,
      `${note}, ${members.length} members; ${Math.round(took)} ms for all rings`,
    ),
    limitedRow(
      'Members of groups that look like rings and are none, in rings',
      decoys.filter(user => found.has(user)).length,
      String,
      '<',
      1,
      `${note}, ${decoys.length} members`,
    ),
    {
      name: 'Rings of chance that are listed, with fewer than two accounts of thieves',
      value: String(ofThieves.filter(count => count < 2).length),
      note: `${note}; of ${rings.length} rings with ${users} accounts, ${percent(users === 0 ? 0 : ofThieves.reduce((a, b) => a + b, 0) / users)} of them thieves`,
    },
  ]
}
