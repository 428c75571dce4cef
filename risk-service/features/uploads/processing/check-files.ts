import type { UploadEntityName } from '../../../contract/index.ts'
import type { RowBytes } from '../../../upload-files/cells/row-bytes.ts'
import { FileCheck, type FileCheckResult } from '../../../upload-files/check/file-check.ts'
import { fullMonths, type Period, PeriodScan } from '../../../upload-files/check/full-months.ts'
import type { KeySet } from '../../../upload-files/check/key-set.ts'
import { IssueList } from '../../../upload-files/issues/issue-list.ts'
import { createIssue, type UploadIssue } from '../../../upload-files/issues/issues.ts'
import type { FileHead } from '../../../upload-files/read/file-head.ts'
import { compileReadCell } from '../../../upload-files/values/cell-values.ts'
import type { RunProgress } from './lease.ts'
import { readBytes, readFileHead } from './read-file.ts'
import type { RunContext } from './run-context.ts'
import type { RunFile } from './run-files.ts'

export interface CheckedFile {
  file: RunFile
  result: FileCheckResult
  period: Period | null
}

/** Checks the files of a run as a whole, parents before their children. */
export async function checkFiles(context: RunContext, files: readonly RunFile[]): Promise<CheckedFile[]> {
  const progress: RunProgress = { entity: null, rows: 0, bytes: 0 }
  const total = files.reduce((sum, { upload }) => sum + upload.size, 0)
  const keys = new Map<string, KeySet>()
  const checked: CheckedFile[] = []
  for (const file of files) {
    progress.entity = file.entity
    const parentKeys = keys.get(file.definition.parent ?? '')
    const found = await checkFile(context, file, parentKeys, progress, total)
    if (found.result.keys !== null) keys.set(file.entity, found.result.keys)
    progress.rows += found.result.rows
    checked.push(found)
  }
  return checked
}

async function checkFile(
  { files, ports, lease, meter }: RunContext,
  file: RunFile,
  parentKeys: KeySet | undefined,
  progress: RunProgress,
  total: number,
): Promise<CheckedFile> {
  const head = await readFileHead(files, file)
  if (Array.isArray(head)) return { file, result: unreadable(head), period: null }
  const scan = periodScan(file, head)
  const check = new FileCheck({
    entity: file.definition,
    head,
    mapping: file.columnOf,
    formats: file.formats,
    now: ports.clock().getTime(),
    ...(parentKeys && { parentKeys }),
    ...(scan && { onRow: scan.onRow }),
  })
  const before = progress.bytes
  await readBytes(files, file, async piece => {
    // A file that cannot be read on is still read to its end, so that its bytes are compared with those that were sent.
    const rows = check.rows
    check.push(piece)
    progress.bytes += piece.byteLength
    meter?.rows('checked', file.entity, check.rows - rows)
    meter?.reached(progress.bytes, total)
    await lease.renew({ ...progress, rows: progress.rows + check.rows })
  })
  progress.bytes = before + file.upload.size
  const period = scan?.period() ?? null
  if (file.entity === 'Transactions' && period !== null && fullMonths(period) === 0)
    check.report(createIssue('U-40', { params: { from: period.from, to: period.to } }))
  const rows = check.rows
  const result = check.finish()
  meter?.rows('checked', file.entity, result.rows - rows)
  meter?.rows('rejected', file.entity, result.rejected)
  return { file, result, period }
}

/** The column whose days say which period a file covers. */
const dayAttributes: Partial<Record<UploadEntityName, string>> = { Transactions: 'TRANSACTIONDATE' }

function periodScan(
  { entity, definition, columnOf, formats }: RunFile,
  head: FileHead,
): { onRow: (cells: RowBytes) => void; period: () => Period | null } | null {
  const attribute = definition.columns.find(({ name }) => name === dayAttributes[entity])
  const index = attribute === undefined ? -1 : head.columns.indexOf(columnOf[attribute.name] ?? '')
  if (attribute === undefined || index < 0) return null
  const read = compileReadCell(attribute, formats[attribute.name])
  const days = new PeriodScan()
  return {
    onRow: cells => {
      const day = read(cells.text(index))
      if (typeof day === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(day)) days.add(day)
    },
    period: () => days.period(),
  }
}

/** The result of a file whose head cannot be read. */
function unreadable(found: readonly UploadIssue[]): FileCheckResult {
  const issues = new IssueList()
  for (const issue of found) issues.push(issue)
  return {
    rows: 0,
    rejected: 0,
    issues,
    formats: [],
    fails: true,
    orphanRows: false,
    keys: null,
    areKeysComplete: true,
    areOrphansSearched: true,
    endedBy: found[0] ?? null,
    emptyCells: [],
    formatErrors: new Map(),
  }
}
