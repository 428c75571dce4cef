import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VelocitySet } from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { queueRow } from '../../kernel/store/testing/queue-row.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { openResourceBench, type ResourceBench } from './testing/resource-bench.ts'

let bench: ResourceBench
beforeAll(async () => {
  bench = await openResourceBench()
})
afterAll(() => bench.close())

const gold = 'GetVariable("TIER").AsString() == "gold"'
async function publishSet(environment: string, name: string): Promise<void> {
  const body = {
    name: `Set ${name}`,
    description: '',
    condition: '',
    velocities: [{ text: `SELECT Count() AS ${name} FROM Purchase WHEN ${gold} GROUPBY @"user.userId"` }],
  }
  const { id } = await bench.request<VelocitySet>('POST', `${environment}/velocities`, { setId: randomUUID(), body })
  await bench.request('POST', `${environment}/velocities/${id}/publish`, { status: 'active', baseVersion: 0 })
}

it('a variable that a root rule sets reaches rules, routing and velocities below it, in the same event only', async () => {
  await bench.bench.store.db
    .insertInto('case_queue')
    .values([places.root, places.eu].map(id => queueRow(id, 'Gold')))
    .execute()
  await bench.engine.reloadRules()
  await bench.publishRule('Sets', { c: 'DO SetVariables(Tier = "gold") WHEN @"totalAmount" > 100' })
  await publishSet(places.root, 'goldAbove')
  await publishSet(places.eu, 'goldBelow')
  await bench.publishRule(
    'Reads',
    {
      often: 'RETURN Reject("often") WHEN Velocity.goldBelow(@"user.userId", 1d) >= 1',
      seen: `RETURN Review("seen") WHEN ${gold}`,
    },
    { environment: places.eu },
  )
  await bench.publishRule(
    'Routes',
    { c: `ROUTETO Queue("Gold") WHEN ${gold}` },
    { environment: places.eu, type: 'routing' },
  )
  const user = { userId: `u ${randomUUID()}` }
  expect(await bench.decide({ user, totalAmount: 10 }, places.eu)).toMatch(/^Approve/)
  expect(await bench.decide({ user, totalAmount: 200 }, places.eu)).toBe('Review seen')
  const rows = await bench.bench.store.db.selectFrom('event_body').select('explanation').execute()
  expect(rows.map(({ explanation }) => JSON.stringify(explanation).includes('"Gold"')).sort()).toEqual([false, true])
  // Both sets counted the second event, and not the first.
  expect(await bench.decide({ user, totalAmount: 10 }, places.eu)).toBe('Reject often')
  const read = (environment: string, velocity: string) =>
    bench.request<{ values: { value: number }[] }>('POST', `${environment}/velocities/read`, {
      reads: [{ velocity, key: user.userId, window: '1d' }],
    })
  expect([
    (await read(places.root, 'goldAbove')).values[0]?.value,
    (await read(places.eu, 'goldBelow')).values[0]?.value,
  ]).toEqual([1, 1])
})

it('the post-decision actions of a child read variables that a root rule set', async () => {
  await createAssessment(bench.bench.store.db, {
    id: randomUUID(),
    environmentId: places.root,
    kind: 'wizard',
    template: 'Custom',
    apiName: 'Kyc',
    friendlyName: 'Kyc',
    sample: {},
    author: { id: randomUUID(), name: 'Test' },
  })
  await bench.engine.reloadRules()
  await bench.publishRule(
    'Sets',
    { c: 'DO SetVariables(tier = "gold") WHEN @"metadata.eventId" == "vip"' },
    { eventType: 'Kyc' },
  )
  await bench.publishRule(
    'Tells',
    { c: 'DO SetResponse(tier = GetVariable("tier").AsString())' },
    { environment: places.eu, eventType: 'Kyc', type: 'postDecision' },
  )
  const answerOf = async (eventId: string) => {
    const now = new Date('2025-11-20T12:00:00Z')
    const result = await bench.engine.decide({
      environmentId: places.eu,
      eventType: 'Kyc',
      correlationId: null,
      receivedAt: now,
      backfill: false,
      diagnostics: false,
      body: {
        metadata: {
          eventId,
          timestamp: now.toISOString(),
          trackingId: randomUUID(),
          merchantTimeStamp: now.toISOString(),
        },
      },
    })
    if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
    return result.answer
  }
  expect(await answerOf('vip')).toContain('"tier":"gold"')
  expect(await answerOf('other')).not.toContain('gold')
})
