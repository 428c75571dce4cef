import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { boosterTermsVersion } from '../contract/index.ts'
import { countryProvider } from '../engine/enrich/index.ts'
import { cardPurchase } from '../features/booster/testing/card-purchase.ts'
import { storePurchase } from '../features/review/testing/stored-purchase.ts'
import { type ConsoleBench, openConsoleBench, places } from '../http/console-api/testing/console-bench.ts'
import type { BoosterParticipantSettings } from '../kernel/settings/booster-participants.ts'
import { noLeases } from '../kernel/store/leases/leases.ts'
import { silentLog } from '../kernel/store/testing/test-store.ts'
import type { OutgoingHttp } from '../ports/index.ts'
import { createShutdown } from './process/shutdown.ts'
import { startBooster } from './start-booster.ts'

let bench: ConsoleBench
let directory: string
beforeEach(async () => {
  bench = await openConsoleBench()
  directory = await mkdtemp(path.join(tmpdir(), 'booster-'))
  await bench.store.db
    .insertInto('booster_setting')
    .values({
      environment_id: places.root,
      version: 1,
      level: 'standard',
      hold_out: 0,
      hold_out_key: randomUUID(),
      terms: boosterTermsVersion,
      changed_at: new Date(Date.now() - 60_000),
      changed_by: places.tenant,
      changed_by_name: 'Maren',
      origin_id: places.root,
      origin_name: 'Harbor',
    })
    .execute()
})
afterEach(async () => {
  await bench.close()
  await rm(directory, { recursive: true })
})

const store = (externalId: string, bin: string) =>
  storePurchase(bench.store, {
    environmentId: places.root,
    externalId,
    at: new Date(Date.now() - 1000),
    request: { ...cardPurchase, purchaseId: externalId, paymentInstrumentList: [{ lastFourDigits: '4417', bin }] },
  })
const start = (boosterParticipants: BoosterParticipantSettings[], send: OutgoingHttp['send']) => {
  const shutdown = createShutdown()
  startBooster(
    {
      ports: { db: bench.store.db, clock: () => new Date(), newId: () => randomUUID(), log: silentLog },
      settings: { boosterParticipants },
      engine: { geo: countryProvider(() => null) },
      http: { send },
      leases: noLeases,
    },
    shutdown,
  )
  return shutdown
}
const arrived = async (eventId: string) => {
  const folder = path.join(directory, places.root, 'acceptance-booster')
  await vi.waitFor(
    async () =>
      expect(await readdir(folder, { recursive: true })).toContainEqual(expect.stringContaining(`${eventId}.json`)),
    {
      timeout: 10_000,
    },
  )
}

it('a purchase reaches the directory of its participant, until the service ends', async () => {
  const eventId = await store('ord-1', '400000')
  const shutdown = start([{ name: 'Visa', bins: [], networks: ['Visa'], directory }], () =>
    Promise.reject(new Error('not called')),
  )
  await arrived(eventId)
  await shutdown.run()
})

it('a participant that does not answer makes no message to others late', async () => {
  const unanswered = Promise.withResolvers<never>()
  const send = vi.fn(() => unanswered.promise)
  await store('silent', '453201')
  const shutdown = start(
    [
      {
        name: 'North Bank',
        bins: ['4532'],
        networks: [],
        url: 'https://bank.example/',
        secret: `whsec_${btoa('s'.repeat(24))}`,
      },
      { name: 'Visa', bins: [], networks: ['Visa'], directory },
    ],
    send,
  )
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1), { timeout: 10_000 })
  await arrived(await store('ord-1', '400000'))
  expect(send).toHaveBeenCalledTimes(1)
  unanswered.reject(new Error('no answer'))
  await shutdown.run()
})
