import type { Kysely } from 'kysely'
import type { Engine } from '../engine/index.ts'
import type { Database } from '../store/schema.ts'
import { seedAssessments } from './assessments.ts'
import { generateDemo, type DemoLabel, type DemoOptions, type DemoPurchase } from './generate.ts'
import { seedRules } from './rules.ts'
import { demoTenants, harborId } from './tenants.ts'

/** Purchases of a first start. Two thousand decisions a second make it a matter of ten seconds. */
export const defaultDemoEvents = 20_000

export interface SeedOptions {
  db: Kysely<Database>
  engine: Pick<Engine, 'decide' | 'label' | 'reloadRules'>
  events?: number
  /** Length of the history; three months by default. */
  days?: number
  now?: Date
  seed?: number
  /** Told about twice a second: share done, 0 to 1. */
  onProgress?: (share: number) => void
  /** Stops between two events. */
  signal?: AbortSignal
}

const inFlight = 64

async function each<T>(items: readonly T[], signal: AbortSignal | undefined, work: (item: T) => Promise<void>, done: () => void): Promise<void> {
  let next = 0
  await Promise.all(Array.from({ length: inFlight }, async () => {
    for (let item = items[next++]; item !== undefined && !signal?.aborted; item = items[next++]) {
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
 * there. The history ends when the demo was set up and its ids are fixed, so that a start after an interruption makes the
 * same events again and counts none twice.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { db, engine, signal } = options
  if (await isSeeded(db)) return
  await seedRules(db)
  await seedAssessments(db)
  await engine.reloadRules()
  const { created_at: setUp } = await db.selectFrom('tenant').select('created_at').where('id', '=', harborId).executeTakeFirstOrThrow()
  await fillDemo(engine, { events: options.events ?? defaultDemoEvents, now: (options.now ?? setUp).getTime(), ...(options.days === undefined ? {} : { days: options.days }), ...(options.seed === undefined ? {} : { seed: options.seed }) }, options)
  if (signal?.aborted) return
  await db.updateTable('tenant').set({ seeded: true }).where('id', 'in', demoTenants.map(({ id }) => id)).execute()
}

/** Generates and decides one history. Events are offered in order of time. */
export async function fillDemo(engine: SeedOptions['engine'], demo: DemoOptions, { onProgress, signal }: Pick<SeedOptions, 'onProgress' | 'signal'> = {}): Promise<void> {
  const { purchases, labels } = generateDemo(demo)
  const total = purchases.length + labels.length
  let finished = 0
  let told = 0
  const done = () => {
    finished++
    if (Date.now() - told < 500) return
    told = Date.now()
    onProgress?.(finished / total)
  }
  // Each event is received when its turn comes: the time it took is shown beside it.
  const common = () => ({ correlationId: null, receivedAt: new Date() })
  await each<DemoPurchase>(purchases, signal, async ({ environmentId, body }) => {
    const result = await engine.decide({ ...common(), environmentId, eventType: 'purchase', body, backfill: true, diagnostics: false })
    if (result.kind === 'invalid') throw new Error(`The demo generator made an invalid purchase: ${result.messages.join('; ')}`)
  }, done)
  await each<DemoLabel>(labels, signal, async ({ environmentId, body }) => {
    const result = await engine.label({ ...common(), environmentId, body })
    if (result.kind === 'invalid') throw new Error(`The demo generator made an invalid label: ${result.messages.join('; ')}`)
  }, done)
  if (!signal?.aborted) onProgress?.(1)
}
