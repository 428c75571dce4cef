import { randomUUID } from 'node:crypto'
import { openVelocityStore, serialiseContributions } from '../../risk-service/engine/velocities/index.ts'
import { testScope, testSet } from '../../risk-service/engine/velocities/testing/velocity-sets.ts'
import { binaryArray } from '../../risk-service/kernel/store/connection/binary/binary-arrays.ts'
import { createEventWriter } from '../../risk-service/kernel/store/events/event-writer.ts'
import { newId } from '../../risk-service/kernel/store/new-id.ts'
import { startTail } from '../../risk-service/kernel/store/tail/tail.ts'
import { uploadedEvent } from '../../risk-service/kernel/store/testing/event-data.ts'
import { createTestStore, silentLog } from '../../risk-service/kernel/store/testing/test-store.ts'
import { median, type Row } from '../support/harness.ts'

const attempts = 200
const limit = 5
const rounds = 9

/**
 * How many of 200 attempts of one card within a second pass "at most 5 a minute": each process reads the velocity,
 * decides, and stores the attempt. What the others stored is visible after the next poll of the log.
 */
export async function measureOvershoot(processes: number): Promise<Row> {
  const store = await createTestStore()
  const clock = () => new Date()
  const members = await Promise.all(
    Array.from({ length: processes }, async () => {
      const velocities = await openVelocityStore(
        { db: store.db, clock, newId, log: silentLog },
        { encode: binaryArray },
      )
      return {
        velocities,
        writer: await createEventWriter({ connect: store.writer, log: silentLog }),
        tail: startTail({ connect: store.tail, log: silentLog, sources: [velocities.source] }),
      }
    }),
  )
  const environmentId = randomUUID()
  const set = testSet(environmentId)
  const info = set.infos.get('n')
  if (info === undefined) throw new Error('The set counts nothing.')
  const attempt = async (n: number, card: string): Promise<boolean> => {
    const { velocities, writer } = members[n % processes] ?? members[0]!
    const at = clock()
    const seen = await velocities.reader(at).read(info, card, { count: 1, unit: 'm' })
    const contributions = await velocities.contributions(
      [set],
      ['purchase'],
      testScope({ u: card, a: 1, x: 'p' }, at),
      at,
    )
    const event = uploadedEvent(environmentId, randomUUID(), at)
    const { transaction = 0 } = await writer.write({ ...event, velocities: serialiseContributions(contributions) })
    velocities.apply(environmentId, event.eventId, at, contributions, transaction)
    return seen < limit
  }
  const passes: number[] = []
  for (let round = 0; round < rounds; round++) {
    const card = `card ${round}`
    const under: Promise<boolean>[] = []
    const started = performance.now()
    for (let n = 0; n < attempts; n++) {
      const due = started + (n * 1000) / attempts - performance.now()
      if (due > 0) await new Promise(resolve => setTimeout(resolve, due))
      under.push(attempt(n, card))
    }
    passes.push((await Promise.all(under)).filter(Boolean).length)
  }
  for (const { velocities, writer, tail } of members) {
    await tail.stop()
    await writer.close()
    await velocities.close()
  }
  await store.close()
  return {
    name: `Attempts that pass "at most ${limit} a minute", ${processes} process${processes === 1 ? '' : 'es'}`,
    value: String(median(passes)),
    note: `${attempts} attempts of one card in a second; median of ${rounds}, most ${Math.max(...passes)}`,
  }
}
