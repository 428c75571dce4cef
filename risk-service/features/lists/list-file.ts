import type { ListFileIssue } from '../../contract/lists/list-file.ts'
import { gzip } from '../../engine/lib/gzip.ts'
import { type ListFilePreview, previewListFile } from '../../engine/lists/preview-list-file.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'

/** A file that is valid for a list: parsed, without faults, packed. */
export interface ListFile {
  columns: string[]
  rows: number
  size: number
  fileName: string
  digest: string
  content: Uint8Array
}

/**
 * Returns a file in the form in which it is stored.
 * @param read reads the file; in this thread when absent
 * @throws ValidationError with every fault of the file, by row and column
 */
export async function parseListFile(
  bytes: Uint8Array,
  fileName: string,
  read: (bytes: Uint8Array, fileName: string, previewRows: number) => Promise<ListFilePreview> = previewListFile,
): Promise<ListFile> {
  const { facts } = await read(bytes, fileName, 0)
  assertNoFileIssues(facts.problems)
  const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
  return {
    columns: facts.columns,
    rows: facts.rows,
    size: bytes.byteLength,
    fileName: fileName.slice(-200),
    digest,
    content: await gzip(bytes),
  }
}

export function assertNoFileIssues(problems: readonly ListFileIssue[]): void {
  const first = problems[0]
  if (first)
    throw new ValidationError(['file'], first.message, {
      issues: problems.map(({ message }) => ({ path: ['file'], message })),
      fileProblems: problems,
    })
}
