import { exportCell, writeCsv } from '../../contract/lists/csv-cells.ts'
import { issueMessage, type UploadCode, type UploadIssue } from './issues.ts'

/** Issues that are listed; more are counted. */
const maxListed = 10_000

/** The issues of a file: the first ones, and a count of all by code. */
export class IssueList {
  readonly counts = new Map<UploadCode, number>()
  readonly errorCounts = new Map<UploadCode, number>()
  readonly warningCounts = new Map<UploadCode, number>()
  errors = 0
  warnings = 0
  /** A column of card numbers or social security numbers: the file must not be uploaded. */
  isBlocked = false
  /** Issues of the file or of a column, which are few: they are listed in any case. */
  readonly #general: UploadIssue[] = []
  readonly #errors: UploadIssue[] = []
  readonly #warnings: UploadIssue[] = []

  /** Counts an issue; it is created only when it is listed. */
  add(code: UploadCode, severity: UploadIssue['severity'], create: () => UploadIssue): void {
    this.#count(code, severity)
    const list = severity === 'error' ? this.#errors : this.#warnings
    if (list.length < maxListed) list.push(create())
  }

  /** Counts and lists an issue of the file or of a column. */
  push(issue: UploadIssue): void {
    this.#count(issue.code, issue.severity)
    if (issue.code === 'U-20' && issue.severity === 'error') this.isBlocked = true
    this.#general.push(issue)
  }

  /** The issues in the order of rows, warnings only as far as errors leave room. */
  listed(): UploadIssue[] {
    const errors = [...this.#general, ...this.#errors].slice(0, maxListed)
    const warnings = this.#warnings.slice(0, maxListed - errors.length)
    return [...errors, ...warnings].sort((one, other) => (one.row ?? 0) - (other.row ?? 0))
  }

  #count(code: UploadCode, severity: UploadIssue['severity']): void {
    this.counts.set(code, (this.counts.get(code) ?? 0) + 1)
    const own = severity === 'error' ? this.errorCounts : this.warningCounts
    own.set(code, (own.get(code) ?? 0) + 1)
    if (severity === 'error') this.errors++
    else this.warnings++
  }
}

/** Returns the error file of an entity: one line for each listed issue, then one for each code with its count. */
export function writeErrorFile(entity: string, issues: IssueList): string {
  const lines = issues
    .listed()
    .map(issue => [
      entity,
      issue.row === null ? '' : String(issue.row),
      exportCell(issue.column ?? ''),
      issue.code,
      issueMessage(issue),
    ])
  const counts = [...issues.counts].sort(([one], [other]) => (one < other ? -1 : 1))
  return writeCsv([
    ['entity', 'row', 'column', 'code', 'message'],
    ...lines,
    ...counts.map(([code, count]) => [entity, '', '', code, `Count: ${count}`]),
  ])
}
