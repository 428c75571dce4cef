import type { FileCheckOptions } from '../check/check-options.ts'
import { FileCheck, type FileCheckResult } from '../check/file-check.ts'
import type { Mapping } from '../check/mapping.ts'
import { findEntity } from '../entities/entities.ts'
import { issueMessage, type UploadIssue } from '../issues/issues.ts'
import { type HeadOptions, readHead } from '../read/file-head.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

type More = Partial<Pick<FileCheckOptions, 'formats' | 'parentKeys'>> &
  HeadOptions & { mapping?: Mapping; pieces?: readonly number[] }

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

/** Checks a text as the file of an entity. Columns have the names of attributes unless a mapping says otherwise. */
export function checkText(
  entityName: string,
  content: string | Uint8Array,
  { mapping, pieces = [], formats, parentKeys, ...headOptions }: More = {},
): FileCheckResult | UploadIssue[] {
  const entity = findEntity(entityName)
  if (!entity) throw new Error(`There is no entity ${entityName}.`)
  const bytes = bytesOf(content)
  const head = readHead(bytes, true, headOptions)
  if (Array.isArray(head)) return head
  const own = Object.fromEntries(
    entity.columns.flatMap(({ name }) => (head.columns.includes(name) ? [[name, name]] : [])),
  )
  const check = new FileCheck({
    entity,
    head,
    mapping: mapping ?? own,
    now,
    ...(formats ? { formats } : {}),
    ...(parentKeys ? { parentKeys } : {}),
  })
  const marks = [0, ...pieces.map(place => Math.floor(place * bytes.length)).sort((a, b) => a - b), bytes.length]
  for (const [index, mark] of marks.slice(1).entries()) check.push(bytes.subarray(marks[index], mark))
  return check.finish()
}

/** Returns the result of a file that could be read. */
export function resultOf(...args: Parameters<typeof checkText>): FileCheckResult {
  const result = checkText(...args)
  if (Array.isArray(result)) throw new Error(result.map(issueMessage).join(' '))
  return result
}

/** Returns what is wrong, as code, severity, row and sentence. */
export function issuesOf(...args: Parameters<typeof checkText>): string[] {
  const result = checkText(...args)
  return (Array.isArray(result) ? result : result.issues.listed()).map(
    issue => `${issue.code} ${issue.severity} ${issue.row ?? '-'} ${issueMessage(issue)}`,
  )
}
