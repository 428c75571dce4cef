import { listLimits } from '../../contract/lists/list-definitions.ts'
import { createListIssue, type ListFileIssue } from '../../contract/lists/list-file.ts'
import {
  type ListUpload,
  type ListUploadOptions,
  type PackedListFile,
  readListUpload,
} from '../../engine/lists/read-list-upload.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'

/** A file that is valid for a list: parsed, without faults, packed. */
export interface ListFile extends PackedListFile {
  columns: string[]
  rows: number
  size: number
  fileName: string
}

/**
 * Returns a file in the form in which it is stored.
 * @param read reads the file; in this thread when absent
 * @throws ValidationError with every fault of the file, by row and column
 */
export async function parseListFile(
  file: Blob,
  fileName: string,
  read: (file: Blob, options: ListUploadOptions) => Promise<ListUpload> = readListUpload,
): Promise<ListFile> {
  assertFileSize(file)
  const { facts, packed } = await read(file, { fileName, previewRows: 0, pack: true })
  assertNoFileIssues(facts.problems)
  if (packed === null) throw new Error('A file without faults was not packed.')
  return { ...packed, columns: facts.columns, rows: facts.rows, size: file.size, fileName: fileName.slice(-200) }
}

/** @throws ValidationError for a file that is too large */
export function assertFileSize({ size }: Blob): void {
  if (size >= listLimits.fileSize) assertNoFileIssues([createListIssue('LST002')])
}

export function assertNoFileIssues(problems: readonly ListFileIssue[]): void {
  const first = problems[0]
  if (first)
    throw new ValidationError(['file'], first.message, {
      issues: problems.map(({ message }) => ({ path: ['file'], message })),
      fileProblems: problems,
    })
}
