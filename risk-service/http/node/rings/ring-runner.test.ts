import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRingCalls, four, ringValues } from '../../../features/graph/testing/ring-calls.ts'
import { firstIdAt } from '../../../kernel/event-ids.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../console-api/testing/console-bench.ts'
import { createRingRunner, type RingRunner } from './ring-runner.ts'

let bench: ConsoleBench
let runner: RingRunner
const askedFor = new Set<string>()
beforeAll(async () => {
  bench = await openConsoleBench()
  runner = createRingRunner(bench.store.target, {
    unsearchedTypes: environmentId => {
      askedFor.add(environmentId)
      return ['refund']
    },
    live: bench.live,
  })
})
afterAll(async () => {
  await runner.stop()
  await bench.close()
})

it('a thread finds rings among the events that may be searched', async () => {
  const { store } = createRingCalls(() => bench)
  // The clock of the thread is that of the machine.
  const time = Date.now() - 60_000
  const hoursAgo = (now.getTime() - time) / 3_600_000
  const eventId = (n: number): string => firstIdAt(new Date(time + n))
  for (const [n, user] of four.entries()) await store([user], { ...ringValues, hoursAgo, eventId: eventId(n) })
  for (const [n, user] of four.entries())
    await store([`R-${user}`], {
      device: 'D-2',
      payment: 'PI-2',
      eventType: 'refund',
      hoursAgo,
      eventId: eventId(10 + n),
    })
  while (await runner.run());
  const rings = await bench.store.db.selectFrom('ring').select(['name_display', 'users']).execute()
  expect(rings).toEqual([{ name_display: 'D-1', users: 4 }])
  expect([...askedFor]).toEqual([places.root])
})

it('a run that fails says so, and the next one begins anew', async () => {
  await bench.store.db.schema.alterTable('ring_member').renameTo('ring_member_away').execute()
  await expect(runner.run()).rejects.toThrow('Rings could not be brought up to date.')
  await bench.store.db.schema.alterTable('ring_member_away').renameTo('ring_member').execute()
  expect(await runner.run()).toBe(false)
})
