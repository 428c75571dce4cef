import type { UploadRunFile } from '../../../contract/index.ts'
import type { FileCheckResult } from '../../../upload-files/check/file-check.ts'
import type { Period } from '../../../upload-files/check/full-months.ts'

/** What the check of a file found, as it is stored with its run. */
export interface FileFindings extends Pick<UploadRunFile, 'counts' | 'formats' | 'keysComplete'> {
  errors: number
  warnings: number
  /** Cells of attributes that have a column. */
  emptyCells: { attribute: string; empty: number }[]
  formatErrors: Record<string, number>
  period: Period | null
}

/** Codes of issues of the whole file, which no choice leaves out. */
const fileCodes: ReadonlySet<string> = new Set(['U-03', 'U-04', 'U-05', 'U-06', 'U-08', 'U-10', 'U-20', 'U-21', 'U-40'])

/** Whether the rows of a file without errors can be taken though others have some. */
export const canTakeGoodRows = ({ issues, endedBy, rows, orphanRows }: FileCheckResult): boolean =>
  endedBy === null &&
  !orphanRows &&
  issues.errors > 0 &&
  ![...issues.errorCounts.keys()].some(code => fileCodes.has(code)) &&
  rows > 0

export function findingsOf(result: FileCheckResult, period: Period | null): FileFindings {
  const { issues } = result
  return {
    counts: [
      ...[...issues.errorCounts].map(([code, count]) => ({ code, severity: 'error' as const, count })),
      ...[...issues.warningCounts].map(([code, count]) => ({ code, severity: 'warning' as const, count })),
    ].sort((one, other) => (one.code < other.code ? -1 : one.code > other.code ? 1 : 0)),
    formats: result.formats.map(finding => ({ ...finding, formats: [...finding.formats] })),
    keysComplete: result.areKeysComplete && result.areOrphansSearched,
    errors: issues.errors,
    warnings: issues.warnings,
    emptyCells: result.emptyCells,
    formatErrors: Object.fromEntries(result.formatErrors),
    period,
  }
}
