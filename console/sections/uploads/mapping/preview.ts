import {
  type FileHead,
  findEntity,
  IssueList,
  type Mapping,
  RowCheck,
  type UploadIssue,
} from '@assay/risk-service/upload-files'
import type { ColumnFormats } from '../check/check-tasks.ts'

/** Rows of the preview. */
const previewRows = 20

export interface PreviewCell {
  attribute: string
  value: string
  /** What is wrong with it; null where it is valid. */
  issue: UploadIssue | null
}

export interface PreviewRow {
  /** Number of the row, as a spreadsheet counts. */
  row: number
  cells: PreviewCell[]
}

/** Returns the first rows of a file after its mapping, with what is wrong in each cell. */
export function previewOf(entityName: string, head: FileHead, mapping: Mapping, formats: ColumnFormats): PreviewRow[] {
  const entity = findEntity(entityName)
  if (entity === undefined) return []
  const issues = new IssueList()
  const check = new RowCheck({ entity, head: { ...head, rows: [] }, mapping, formats, now: Date.now() }, issues)
  const attributes = entity.columns.map(({ name }) => name).filter(name => mapping[name] !== undefined)
  const first = head.hasHeader ? 2 : 1
  const rows = head.rows.slice(0, previewRows).filter(cells => cells.length === head.columns.length)
  rows.forEach((cells, index) => check.check(cells, index + first))
  const listed = issues.listed().filter(({ severity }) => severity === 'error')
  return rows.map((cells, index) => ({
    row: index + first,
    cells: attributes.map(attribute => ({
      attribute,
      value: cells[head.columns.indexOf(mapping[attribute] ?? '')] ?? '',
      issue: listed.find(issue => issue.row === index + first && issue.attribute === attribute) ?? null,
    })),
  }))
}
