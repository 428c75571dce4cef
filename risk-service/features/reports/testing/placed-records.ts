import fc from 'fast-check'
import type { SummaryInput } from '../../../contract/index.ts'
import { now, places } from '../../../http/console-api/testing/console-bench.ts'
import { type RandomRecord, randomRecord } from './random-records.ts'
import type { PlacedRecord } from './store-records.ts'

const dayMs = 86_400_000
const later = (time: string, days: number): string => new Date(Date.parse(time) + days * dayMs).toISOString()
const environments = [places.root, places.eu, places.us, places.box, places.foreign]

/** Moves a record of February to autumn, in steps; events about it come in the order of their times. */
function place(record: RandomRecord, index: number): PlacedRecord {
  const days = 160 + (index % 130)
  const inOrder = <Event extends { time: string; received?: string | null }>(events: readonly Event[]): Event[] =>
    events
      .map(event => ({
        ...event,
        time: later(event.time, days),
        ...('received' in event ? { received: later(event.received ?? event.time, days) } : {}),
      }))
      .sort((a, b) => a.time.localeCompare(b.time) || (a.received ?? a.time).localeCompare(b.received ?? b.time))
  return {
    ...record,
    id: `p${index}`,
    environmentId: environments[index % environments.length] ?? places.root,
    time: later(record.time, days),
    finalTime: record.final === null ? null : later(record.finalTime ?? record.time, days),
    bank: inOrder(record.bank),
    chargebacks: inOrder(record.chargebacks),
    refunds: inOrder(record.refunds),
    labels: inOrder(record.labels),
  }
}
/** Records of all environments, in and out of what reports cover. */
export const records = fc.sample(randomRecord, { numRuns: 1000, seed: 40 }).map(place)
/** What reports cover on the day of the bench. */
export const covered = records.filter(({ time }) => time >= '2025-07-20' && time < now.toISOString())

/** Returns a day that reports cover on the day of the bench. @param number days after the first one */
export const day = (number: number): string =>
  new Date(Date.parse('2025-07-20T00:00:00Z') + number * dayMs).toISOString().slice(0, 10)

export type RandomInput = Pick<
  SummaryInput,
  'view' | 'grain' | 'from' | 'to' | 'scoreFrom' | 'scoreTo' | 'environmentIds'
> & {
  attributes: { country: string[] }
}

/** Any filter of a report of the root environment. */
export const randomInput = fc
  .record({
    view: fc.constantFrom('count', 'amount'),
    grain: fc.constantFrom('day', 'week', 'month'),
    days: fc.tuple(fc.nat(123), fc.nat(123)),
    scores: fc.oneof(
      fc.constant([0, 999]),
      fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999 })),
    ),
    country: fc.subarray(['DE', 'NL', '(blank)'], { minLength: 0 }),
    environmentIds: fc.subarray([places.root, places.eu, places.us] as string[]),
  })
  .map(
    ({ view, grain, days, scores, country, environmentIds }): RandomInput => ({
      view: view as RandomInput['view'],
      grain: grain as RandomInput['grain'],
      from: day(Math.min(...days)),
      to: day(Math.max(...days)),
      scoreFrom: Math.min(...scores),
      scoreTo: Math.max(...scores),
      attributes: { country },
      environmentIds,
    }),
  )
