import { type AssessedRecord, assessRecords } from '../model/records/assessed-record.ts'
import { defaultSignalTypes } from '../model/records/fraud-status.ts'
import { type ReportRecord, reportRecordSchema } from '../model/records/report-record.ts'

const time = '2025-02-01T10:00:00Z'

/** Returns a record with fields as a file of worked examples has them. */
export const createReportRecord = (fields: object = {}): ReportRecord =>
  reportRecordSchema.parse({ id: 'a', time, ...fields })

/** Returns a transaction that a bank answered, or that a label says is no fraud; or one that a label says is fraud. */
export function createAssessed({ bank, isFraud = false }: { bank: string | null; isFraud?: boolean }): AssessedRecord {
  const labels = bank === null || isFraud ? [{ isFraud, time }] : []
  const answers = bank === null ? [] : [{ type: 'Auth', status: bank, time }]
  const [assessed] = assessRecords([createReportRecord({ labels, bank: answers })], {
    ...defaultSignalTypes,
    view: 'count',
  })
  if (assessed === undefined) throw new Error('A record was not assessed.')
  return assessed
}
