import type { Kysely } from 'kysely'
import type { Engine } from '../engine/index.ts'
import type { Database } from '../store/schema.ts'
import { generateDemo, type DemoLabel, type DemoPurchase } from './generate.ts'
import { demoTenants } from './tenants.ts'

/** Purchases of a first start. Two thousand decisions a second make it a matter of ten seconds. */
export const defaultDemoEvents = 20_000

export interface SeedOptions {
  db: Kysely<Database>
  engine: Pick<Engine, 'decide' | 'label'>
  events?: number
  now?: Date
  seed?: number
  /** Told about twice a second: share done, 0 to 1. */
  onProgress?: (share: number) => void
}

const inFlight = 64

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>, done: () => void): Promise<void> {
  const queue = items[Symbol.iterator]()
  await Promise.all(Array.from({ length: inFlight }, async () => {
    for (const item of queue) {
      await work(item)
      done()
    }
  }))
}

/** True when every demo tenant has its history. */
export async function isSeeded(db: Kysely<Database>): Promise<boolean> {
  const open = await db.selectFrom('tenant').select('id').where('seeded', '=', false).limit(1).execute()
  return open.length === 0
}

/**
 * Fills the demo tenants through the engine itself: every event is decided by the rules in force, every figure comes from
 * there. Ids are fixed, so that a start after an interruption goes over the same events again without counting one twice.
 */
export async function seedDemo({ db, engine, events = defaultDemoEvents, now = new Date(), seed, onProgress }: SeedOptions): Promise<void> {
  if (await isSeeded(db)) return
  await fillDemo({ db, engine, events, now, ...(seed === undefined ? {} : { seed }), ...(onProgress ? { onProgress } : {}) })
  await db.updateTable('tenant').set({ seeded: true }).where('id', 'in', demoTenants.map(({ id }) => id)).execute()
}

/** Generates and decides a demo history; `seedDemo` without the guard, for larger demos on request. */
export async function fillDemo({ engine, events = defaultDemoEvents, now = new Date(), seed, onProgress }: SeedOptions): Promise<void> {
  const { purchases, labels } = generateDemo({ events, now: now.getTime(), ...(seed === undefined ? {} : { seed }) })
  const total = purchases.length + labels.length
  let finished = 0
  let told = 0
  const done = () => {
    finished++
    if (Date.now() - told < 500) return
    told = Date.now()
    onProgress?.(finished / total)
  }
  const common = { correlationId: null, receivedAt: now }
  await each<DemoPurchase>(purchases, async ({ environmentId, body }) => {
    const result = await engine.decide({ ...common, environmentId, eventType: 'purchase', body, backfill: true, diagnostics: false })
    if (result.kind === 'invalid') throw new Error(`The demo generator made an invalid purchase: ${result.messages.join('; ')}`)
  }, done)
  await each<DemoLabel>(labels, async ({ environmentId, body }) => {
    const result = await engine.label({ ...common, environmentId, body })
    if (result.kind === 'invalid') throw new Error(`The demo generator made an invalid label: ${result.messages.join('; ')}`)
  }, done)
  onProgress?.(1)
}
