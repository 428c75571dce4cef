import type { Selectable } from 'kysely'
import {
  hiddenPart,
  labelObjectIdName,
  type PersonalDataKind,
  personalKindsOf,
} from '../../../contract/common/personal-data.ts'
import { type UploadEntityName, type UploadRunIssue, uploadRunLimits } from '../../../contract/index.ts'
import { exportCell, writeCsv } from '../../../contract/lists/csv-cells.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Masking } from '../../../kernel/personal-data/masking.ts'
import type { UploadIssueTable } from '../../../ports/tables/review/uploads.ts'
import { findEntity } from '../../../upload-files/entities/entities.ts'
import { issueMessage, messageIdOf, type UploadCode } from '../../../upload-files/issues/issues.ts'
import type { FileFindings } from '../files/findings.ts'
import type { UploadCall } from '../files/upload-call.ts'
import { requireRun } from './load-runs.ts'

type ReadCall = Pick<UploadCall, 'ports' | 'environmentId'> & { masking: Pick<Masking, 'kinds'> }
type IssueRow = Selectable<UploadIssueTable>

export interface IssueFilter {
  runId: string
  entity?: UploadEntityName | undefined
  code?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Returns what is wrong with the files of a run. @throws NotFoundError for a run of another environment */
export async function listIssues(
  call: ReadCall,
  { runId, entity, code, cursor, limit }: IssueFilter,
): Promise<{ issues: UploadRunIssue[]; nextCursor: string | null }> {
  await requireRun(call, runId)
  const after = placeOf(cursor)
  const rows = await call.ports.db
    .selectFrom('upload_issue')
    .selectAll()
    .where('run_id', '=', runId)
    .$if(entity !== undefined, query => query.where('entity', '=', entity ?? 'Purchases'))
    .$if(code !== undefined, query => query.where('code', '=', code ?? ''))
    .$if(after !== null, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('entity', 'n'), '>', tuple(after?.entity as UploadEntityName, after?.n ?? 0)),
      ),
    )
    .orderBy('entity')
    .orderBy('n')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    issues: page.map(row => issueOf(row, call.masking)),
    nextCursor: rows.length > limit && last ? `${last.entity}.${last.n}` : null,
  }
}

function placeOf(cursor: string | undefined): { entity: string; n: number } | null {
  const found = /^([A-Za-z]+)\.(-?\d{1,6})$/.exec(cursor ?? '')
  return found ? { entity: found[1] ?? '', n: Number(found[2]) } : null
}

/** Parameters that repeat cells of a row: its value, and the whole key of a repeated one (U-23). */
const cellParams = (code: string): readonly string[] => (code === 'U-23' ? ['v', 'key'] : ['v'])

/** Values of personal data are hidden from those from whom they are hidden elsewhere, in the sentence, too. */
function issueOf(row: IssueRow, masking: ReadCall['masking']): UploadRunIssue {
  const issue = {
    entity: row.entity,
    row: row.row_number,
    column: row.column_name,
    attribute: row.attribute,
    code: row.code,
    severity: row.severity,
  }
  if (row.value === null || row.value === '' || !isHidden(row, masking.kinds))
    return { ...issue, message: row.message, value: row.value, params: row.params }
  const cells = cellParams(row.code)
  const params = Object.fromEntries(
    Object.entries(row.params).map(([name, text]) => [name, cells.includes(name) ? hiddenPart : text]),
  )
  const code = row.code as UploadCode
  const messageId = messageIdOf(code, typeOf(row, row.attribute))
  return { ...issue, message: issueMessage({ messageId, params }), value: hiddenPart, params }
}

const typeOf = ({ entity }: IssueRow, attribute: string | null): string | undefined =>
  findEntity(entity)?.columns.find(({ name }) => name === attribute)?.type

/** Whether the cells of an issue may be of a hidden kind, by its column and each attribute of a key; JSON has any kind. */
function isHidden(row: IssueRow, hidden: ReadonlySet<PersonalDataKind>): boolean {
  const attributes = row.attribute?.split(' + ') ?? []
  if (hidden.size > 0 && attributes.some(attribute => typeOf(row, attribute) === 'json')) return true
  return [...attributes, row.column_name ?? ''].some(name => kindsOf(name).some(kind => hidden.has(kind)))
}

/** Attributes of files begin with a capital letter. */
const kindsOf = (name: string): PersonalDataKind[] =>
  personalKindsOf(name.toLowerCase() === labelObjectIdName.toLowerCase() ? labelObjectIdName : name)

/**
 * Returns the error file of a run: the listed issues of each file, then a count of each code.
 * @throws NotFoundError for a run of another environment, and when there is no error file any more
 */
export async function createErrorFile(
  call: ReadCall,
  { runId, entity }: { runId: string; entity?: UploadEntityName | undefined },
): Promise<File> {
  await requireRun(call, runId)
  const { db } = call.ports
  const files = await db
    .selectFrom('upload_run_file')
    .select(['entity', 'findings'])
    .where('run_id', '=', runId)
    .$if(entity !== undefined, query => query.where('entity', '=', entity ?? 'Purchases'))
    .orderBy('entity')
    .execute()
  const rows = [['entity', 'row', 'column', 'code', 'message']]
  for (const file of files) {
    const issues = await db
      .selectFrom('upload_issue')
      .selectAll()
      .where('run_id', '=', runId)
      .where('entity', '=', file.entity)
      .orderBy('n')
      .execute()
    if (issues.length === 0) continue
    for (const issue of issues.map(row => issueOf(row, call.masking)))
      rows.push([
        issue.entity,
        issue.row === null ? '' : String(issue.row),
        exportCell(issue.column ?? ''),
        issue.code,
        exportCell(issue.message),
      ])
    const findings = file.findings as FileFindings | null
    const counts = Map.groupBy(findings?.counts ?? [], ({ code }) => code)
    for (const [code, own] of counts)
      rows.push([file.entity, '', '', code, `Count: ${own.reduce((total, { count }) => total + count, 0)}`])
  }
  if (rows.length === 1)
    throw new NotFoundError(
      `This run has no error file. One is there for ${uploadRunLimits.errorFileDays} days, and only if something is wrong.`,
    )
  return new File([writeCsv(rows)], `errors-${entity ?? 'all'}-${runId}.csv`, { type: 'text/csv;charset=utf-8' })
}
