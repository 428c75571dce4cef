import { type LossTable, lossLimits, lossReasons } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import { writeRows } from '../../../kernel/flat-rows.ts'
import { auditOf } from '../report/loss-audit.ts'
import { isInside, loadSummary, type ScoreFilter } from './load-summary.ts'
import { type LossCall, readMonths } from './report-reads.ts'

type ExportInput = ScoreFilter & { table: LossTable }

async function rowsOf(call: LossCall, { table, ...filter }: ExportInput): Promise<object[]> {
  if (table === 'staff') return (await loadSummary(call, filter)).staff.top
  if (table === 'terminals') return (await loadSummary(call, filter)).terminal.top
  const kinds = await Promise.all(
    (['staff', 'terminal'] as const).map(async kind => {
      const rows = await readMonths(call.db, call.environmentId, kind)
      return rows.filter(isInside(filter)).map(row => ({ kind, ...row }))
    }),
  )
  const rows = kinds.flat()
  if (table === 'months')
    return rows.map(({ kind, id, month, score, plain_score, transactions, returns_usd, discounts_usd }) => ({
      kind,
      id,
      month,
      score,
      scoreWithoutClearances: plain_score,
      transactions,
      returnsUsd: returns_usd / 100,
      discountsUsd: discounts_usd / 100,
    }))
  return rows.flatMap(({ kind, id, month, reasons }) =>
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
  const { exportRows: limit } = lossLimits
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
