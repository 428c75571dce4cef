import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BoosterFigures } from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())

/** Stores messages of one state with the answers of their banks, the latest last. */
async function store(state: 'sent' | 'failed' | 'heldOut' | 'waiting', count: number, ...answers: string[]) {
  const { db } = bench.store
  for (let index = 0; index < count; index += 1) {
    const externalId = randomUUID()
    const at = new Date(now.getTime() - 86_400_000)
    await db
      .insertInto('booster_message')
      .values({
        environment_id: index % 2 === 0 ? places.root : places.eu,
        event_id: randomUUID(),
        external_id: externalId,
        participant: 'North Bank',
        at,
        state,
      })
      .execute()
    for (const [order, status] of answers.entries())
      await db
        .insertInto('data_event')
        .values({
          environment_id: index % 2 === 0 ? places.root : places.eu,
          at: new Date(at.getTime() + order * 1000),
          data_id: randomUUID(),
          event_type: 'bankevent',
          event_key: randomUUID(),
          entity_id: randomUUID(),
          subject_type: 'purchase',
          subject_id: externalId,
          happened_at: new Date(at.getTime() + order * 1000),
          received_at: at,
          correlation_id: null,
          body: JSON.stringify({ status }),
        })
        .execute()
  }
}
async function figures(as = 'viewer', environment: string = places.root) {
  const answer = await bench.call(as, 'GET', `/environments/${environment}/acceptance-booster/figures`)
  return { status: answer.status, figures: answer.json as BoosterFigures }
}

it('compares what banks approve with and without a message, once there are enough answers', async () => {
  await store('sent', 27, 'Declined', 'Approved')
  await store('failed', 3, 'Declined')
  await store('heldOut', 20, 'Approved')
  await store('heldOut', 9, 'Approved', 'Declined', 'Unknown')
  await store('waiting', 2)
  expect((await figures()).figures).toMatchObject({
    days: 90,
    ...{ sent: 27, failed: 3, waiting: 2 },
    shared: { messages: 30, answered: 30, approval: { share: 0.9 } },
    control: { messages: 29, answered: 29, approval: null },
    difference: null,
  })
  await store('heldOut', 1, 'Approved')
  const { shared, control, difference } = (await figures()).figures
  // Score intervals of 27 of 30 and of 21 of 30, and their difference by Newcombe's method 10.
  expect(shared.approval).toMatchObject({ low: expect.closeTo(0.7438, 4), high: expect.closeTo(0.9654, 4) })
  expect(control.approval).toMatchObject({
    share: 0.7,
    low: expect.closeTo(0.5212, 4),
    high: expect.closeTo(0.8334, 4),
  })
  expect(difference).toMatchObject({
    share: expect.closeTo(0.2, 9),
    low: expect.closeTo(0.2 - Math.hypot(0.9 - 0.7438, 0.8334 - 0.7), 3),
    high: expect.closeTo(0.2 + Math.hypot(0.9654 - 0.9, 0.7 - 0.5212), 3),
  })
})

it('counts an environment with those below it, and is for who may see the settings', async () => {
  expect((await figures('viewer', places.eu)).figures.sent).toBe(13)
  expect((await figures('outsider', places.foreign)).figures).toMatchObject({ sent: 0, difference: null })
  expect((await figures('engineer')).status).toBe(403)
  expect((await figures('outsider')).status).toBe(404)
})
