import {
  type LossEntityKind,
  type LossTable,
  lossEntityKinds,
  lossLimits,
  lossReasons,
} from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import { writeRows } from '../../../kernel/flat-rows.ts'
import { inSnapshot } from '../../../kernel/store/connection/snapshot.ts'
import { auditOf } from '../report/loss-audit.ts'
import { type LossCall, readReport, readTableRows, type ScoreFilter } from './report-reads.ts'
import { summarizeKind } from './summarize-kind.ts'

type ExportInput = ScoreFilter & { table: LossTable }
const { exportRows: limit } = lossLimits

const readEntities = ({ db, environmentId }: LossCall, table: 'staff' | 'terminals', filter: ScoreFilter) =>
  inSnapshot(db, async trx => {
    const report = await readReport(trx, environmentId)
    const shown = { db: trx, environmentId, run: report?.run ?? null }
    return (await summarizeKind(shown, table === 'staff' ? 'staff' : 'terminal', filter)).top
  })

/** Returns the rows of a table; one more than a file has shows that there are too many. */
async function rowsOf(call: LossCall, { table, ...filter }: ExportInput): Promise<object[]> {
  if (table === 'staff' || table === 'terminals') return readEntities(call, table, filter)
  const months: ({ kind: LossEntityKind } & Awaited<ReturnType<typeof readTableRows>>[number])[] = []
  for (const kind of lossEntityKinds)
    for (const row of await readTableRows(call.db, call.environmentId, kind, filter, limit + 1 - months.length))
      months.push({ kind, ...row })
  if (table === 'months')
    return months.map(({ kind, id, month, score, plain_score, transactions, returns_usd, discounts_usd }) => ({
      kind,
      id,
      month,
      score,
      scoreWithoutClearances: plain_score,
      transactions,
      returnsUsd: returns_usd / 100,
      discountsUsd: discounts_usd / 100,
    }))
  return months.flatMap(({ kind, id, month, reasons }) =>
    lossReasons.map(reason => {
      const { value, count, size, percentile } = reasons[reason] ?? { value: 0, count: 0, size: 0, percentile: 0 }
      return { kind, id, month, reason, value, percentile, count, size }
    }),
  )
}

/**
 * Writes a table of the report as a CSV file with pseudonyms, and records it in the activity log.
 * @throws ConflictError `export.tooLarge` for more rows than a file has
 */
export async function exportTable(call: LossCall, input: ExportInput): Promise<File> {
  const rows = await rowsOf(call, input)
  if (rows.length > limit)
    throw new ConflictError(`The table has more than ${limit} rows. Narrow the range.`, {
      reason: 'export.tooLarge',
      limit,
    })
  await auditChange(
    call.db,
    auditOf(call),
    { type: 'LossPreventionReport', id: input.table, name: input.table },
    { operation: 'Export', before: null, after: { ...input, rows: rows.length } },
  )
  return new File([writeRows(rows)], `${input.table}.csv`, { type: 'text/csv;charset=utf-8' })
}
