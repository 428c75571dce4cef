import fc from 'fast-check'
import { type ConsoleBench, now, openConsoleBench } from '../../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { refreshReports } from '../refresh/refresh-reports.ts'
import { randomRecord } from './random-records.ts'
import { storeRecords } from './store-records.ts'
import { isCovered, placeRecord } from './summary-recount.ts'

const records = fc.sample(randomRecord, { numRuns: 1000, seed: 40 }).map(placeRecord)
/** What reports cover on the day of the bench. */
export const covered = records.filter(isCovered)

/** Opens a service whose reports count the covered records. */
export async function openReportBench(): Promise<ConsoleBench> {
  const bench = await openConsoleBench()
  await storeRecords(bench.store.db, records)
  await refreshReports({ db: bench.store.db, clock: () => now, log: silentLog })
  return bench
}
