import { defined } from '../../../contract/defined.ts'
import type { Engine } from '../../../engine/index.ts'
import type { DeviceStore } from '../../../features/devices/device-store.ts'
import { demoTenants, harborId } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'
import { type DemoOptions, defaultDemoDays, defaultDemoEvents } from '../history/generate.ts'
import { seedAlerts } from './alerts/seed-alerts.ts'
import { authorOf, demoAccount, publishedAt } from './demo-authors.ts'
import { feedDemo } from './feed.ts'
import { seedAttacks } from './groups/seed-attacks.ts'
import { seedRings } from './groups/seed-rings.ts'
import { receiveLabels } from './receive-labels.ts'
import { seedLossPrevention } from './retail/seed-loss-prevention.ts'
import { seedAssessments } from './seed-assessments.ts'
import { seedBuildingBlocks } from './seed-building-blocks.ts'
import { seedDecidedCases, seedWaitingOrders } from './seed-cases.ts'
import { seedLists } from './seed-lists.ts'
import { seedMetering } from './seed-metering.ts'
import { seedNotes } from './seed-notes.ts'
import { seedOpenWork } from './seed-open-work.ts'
import { seedRules } from './seed-rules.ts'

export { defaultDemoEvents } from '../history/generate.ts'

export interface SeedOptions {
  db: Db
  engine: Pick<Engine, 'decide' | 'ingestLabel' | 'ingestDataEvent' | 'reloadRules' | 'assessment'>
  /** Absent: no device fingerprinting. */
  devices?: Pick<DeviceStore, 'takeOver'> | undefined
  events?: number
  /** Length of the history; three months by default. */
  days?: number
  now?: Date
  seed?: number
  /** Receives the completed share about twice a second, 0 to 1. */
  onProgress?: (share: number) => void
  /** Stops the work between two events. */
  signal?: AbortSignal
}

/** Whether every demo tenant has its history. */
export async function isSeeded(db: Db): Promise<boolean> {
  const open = await db.selectFrom('tenant').select('id').where('seeded', '=', false).limit(1).execute()
  return open.length === 0
}

/** Key of the parameters of the first history, from which a report generates it again. */
const startSetting = { scope: 'demo', key: 'start' } as const
export async function firstHistory(db: Db): Promise<DemoOptions | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', startSetting.scope)
    .where('key', '=', startSetting.key)
    .executeTakeFirst()
  return (row?.value as DemoOptions | undefined) ?? null
}

/**
 * Fills the demo tenants through the engine itself: the rules in force decide every event, and every figure results
 * from that. The history ends when the demo was set up and its ids are fixed, so that a start after an interruption
 * generates the same events again and counts none twice.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const { db, engine, signal } = options
  if (await isSeeded(db)) return
  const { created_at: setUp } = await db
    .selectFrom('tenant')
    .select('created_at')
    .where('id', '=', harborId)
    .executeTakeFirstOrThrow()
  await seedLists(db)
  await seedAssessments(db, setUp)
  await seedBuildingBlocks(db, setUp)
  // Last: every process compiles them as soon as they are there, with what they name.
  await seedRules(db, setUp)
  await engine.reloadRules()
  const demo: DemoOptions = {
    events: options.events ?? defaultDemoEvents,
    now: (options.now ?? setUp).getTime(),
    ...defined({ days: options.days, seed: options.seed }),
  }
  await db
    .insertInto('setting')
    .values({ ...startSetting, value: JSON.stringify(demo) })
    .onConflict(conflict => conflict.columns(['scope', 'key']).doUpdateSet({ value: JSON.stringify(demo) }))
    .execute()
  const from = new Date()
  await feedDemo(options, demo)
  if (signal?.aborted) return
  await seedDecidedCases(db)
  await seedWaitingOrders(db, engine, new Date(demo.now))
  await seedRings(db, engine, new Date(demo.now))
  await seedAttacks(db, new Date(demo.now), demo.days ?? defaultDemoDays)
  await seedOpenWork(db, engine, new Date(demo.now))
  await seedNotes(db, new Date(demo.now))
  const staff = {
    madeBy: (number: number) => ({ author: authorOf(0, number), at: publishedAt(setUp, number) }),
    manager: demoAccount(0, 'fraud-manager').name,
  }
  await seedAlerts(db, staff, new Date(demo.now))
  await seedLossPrevention(db, new Date(demo.now))
  await receiveLabels(db, { from, to: new Date() })
  await seedMetering(db, harborId, new Date(demo.now))
  await db
    .updateTable('tenant')
    .set({ seeded: true })
    .where(
      'id',
      'in',
      demoTenants.map(({ id }) => id),
    )
    .execute()
}
