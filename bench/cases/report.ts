import { limitedRow, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { callAs, repeat } from './cases.ts'

const day = 86_400_000
const tabs = ['overview', 'queues', 'reviewers', 'quality', 'value', 'ageing'] as const
/** Milliseconds in which a tab of the report answers. */
const limit = 1000

/** Time of each tab of the case report. @param days length of its range, up to today */
export async function benchReport(
  service: Service,
  environmentId: string,
  { cases, days }: { cases: number; days: number },
): Promise<Row[]> {
  const call = await callAs(service, 'fraud-manager', environmentId)
  const dayBefore = (count: number): string => new Date(Date.now() - count * day).toISOString().slice(0, 10)
  const input = { from: dayBefore(days - 1), to: dayBefore(0), bucket: 'weekly' }
  const rows: Row[] = []
  for (const tab of tabs) {
    const times = await repeat(10, () => call('POST', `report/${tab}`, input))
    const note = `${cases.toLocaleString('en-US')} decided cases in ${days} days`
    rows.push(limitedRow(`Case report, ${tab}, p95`, quantile(times, 0.95), ms, '<', limit, note))
  }
  return rows
}
