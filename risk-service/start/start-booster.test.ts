import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { boosterTermsVersion } from '../contract/index.ts'
import { countryProvider } from '../engine/enrich/index.ts'
import { cardPurchase } from '../features/booster/testing/card-purchase.ts'
import { storePurchase } from '../features/review/testing/stored-purchase.ts'
import { openConsoleBench, places } from '../http/console-api/testing/console-bench.ts'
import { silentLog } from '../kernel/store/testing/test-store.ts'
import { createShutdown } from './shutdown.ts'
import { startBooster } from './start-booster.ts'

it('a purchase reaches the directory of its participant, until the service ends', async () => {
  const bench = await openConsoleBench()
  const directory = await mkdtemp(path.join(tmpdir(), 'booster-'))
  const { db } = bench.store
  const now = new Date()
  await db
    .insertInto('booster_setting')
    .values({
      environment_id: places.root,
      version: 1,
      level: 'standard',
      hold_out: 0,
      hold_out_key: randomUUID(),
      terms: boosterTermsVersion,
      changed_at: new Date(now.getTime() - 60_000),
      changed_by: places.tenant,
      changed_by_name: 'Maren',
      origin_id: places.root,
      origin_name: 'Harbor',
    })
    .execute()
  const eventId = await storePurchase(bench.store, {
    environmentId: places.root,
    externalId: 'ord-1',
    at: new Date(now.getTime() - 1000),
    request: cardPurchase,
  })
  const shutdown = createShutdown()
  startBooster(
    {
      ports: { db, clock: () => new Date(), newId: () => randomUUID(), log: silentLog },
      settings: { boosterParticipants: [{ name: 'Visa', bins: [], networks: ['Visa'], directory }] },
      engine: { geo: countryProvider(() => null) },
      http: { send: () => Promise.reject(new Error('not called')) },
    },
    shutdown,
  )
  const folder = path.join(directory, places.root, 'acceptance-booster', now.toISOString().slice(0, 10))
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([`${eventId}.json`]), { timeout: 10_000 })
  await shutdown.run()
  await bench.close()
  await rm(directory, { recursive: true })
})
