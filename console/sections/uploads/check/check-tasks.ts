import type {
  ColumnFormat,
  FileHead,
  FormatFinding,
  HeadOptions,
  Mapping,
  RowPlace,
  UploadCode,
  UploadIssue,
} from '@assay/risk-service/upload-files'

/** What the worker does with a file. */
export type FileTask =
  | { kind: 'open'; entity: string; name: string; file: Blob; options: HeadOptions }
  | { kind: 'check'; entity: string; file: Blob; head: FileHead; mapping: Mapping; formats: ColumnFormats; now: number }
  | { kind: 'rows'; entity: string; file: Blob; head: FileHead; rows: number[] }

/** Formats, by attribute, that were chosen beside the one of the upload. */
export type ColumnFormats = Readonly<Record<string, ColumnFormat>>

/** A file whose head could be read, with the guessed mapping; or why it could not be read. */
export type OpenedFile = { head: FileHead; guess: Mapping; issues: null } | { head: null; issues: UploadIssue[] }

/** What the check of a whole file found. */
export interface CheckReport {
  rows: number
  errors: number
  warnings: number
  /** The first ones, in the order of rows. */
  listed: UploadIssue[]
  /** All of them, by code. */
  counts: [UploadCode, number][]
  formats: FormatFinding[]
  /** Whether the file must not be processed as a whole. */
  fails: boolean
  /** A column of card numbers or social security numbers: the file must not be uploaded. */
  isBlocked: boolean
  /** Why the file was not read to its end. */
  endedBy: UploadIssue | null
  areKeysComplete: boolean
  /** Text of the error file. */
  errorFile: string
}

/** A row with its text, as it is in the file. */
export interface FoundRow extends RowPlace {
  text: string
}

export type TaskAnswer =
  | { kind: 'open'; opened: OpenedFile }
  | { kind: 'check'; report: CheckReport }
  | { kind: 'rows'; rows: FoundRow[] }
export type WorkerMessage =
  | { kind: 'progress'; bytes: number }
  | { kind: 'answer'; answer: TaskAnswer }
  | { kind: 'failed'; name: string; message: string }
