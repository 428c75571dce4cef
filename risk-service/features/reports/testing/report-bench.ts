import fc from 'fast-check'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { refreshReports } from '../refresh/refresh-reports.ts'
import { type RandomRecord, randomRecord } from './random-records.ts'
import { type PlacedRecord, storeRecords } from './store-records.ts'

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
const records = fc.sample(randomRecord, { numRuns: 1000, seed: 40 }).map(place)
/** What reports cover on the day of the bench. */
export const covered = records.filter(({ time }) => time >= '2025-07-20' && time < now.toISOString())

/** Returns a day that reports cover. @param number 0 for the first one */
export const day = (number: number): string =>
  new Date(Date.parse('2025-07-20T00:00:00Z') + number * dayMs).toISOString().slice(0, 10)

/** Opens a service whose reports count the covered records. */
export async function openReportBench(): Promise<ConsoleBench> {
  const bench = await openConsoleBench()
  await storeRecords(bench.store.db, records)
  await refreshReports({ db: bench.store.db, clock: () => now, log: silentLog })
  return bench
}
