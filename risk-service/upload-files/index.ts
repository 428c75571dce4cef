/** The files of data uploads, for the worker and the pages of the console. */

export { CsvReader } from '../contract/csv/csv-reader.ts'
export type { FormatFinding } from './check/check-options.ts'
export { FileCheck } from './check/file-check.ts'
export type { ColumnFormat } from './check/format-scan.ts'
export type { Mapping } from './check/mapping.ts'
export { RowCheck } from './check/row-check.ts'
export { findEntity, type UploadColumn, type UploadEntity } from './entities/entities.ts'
export { guessMapping } from './guess/guess-mapping.ts'
export { IssueList, writeErrorFile } from './issues/issue-list.ts'
export { createIssue, type UploadCode, type UploadIssue } from './issues/issues.ts'
export { checkFile, type FileHead, type HeadOptions, headSize, readHead } from './read/file-head.ts'
export { type RowPlace, RowPlaces } from './read/row-places.ts'
