/** Uploaded files of entities. */
import type { ColumnType, Generated } from 'kysely'
import type {
  UploadDelimiter,
  UploadEntityName,
  UploadErrorChoice,
  UploadFailure,
  UploadFileOutcome,
  UploadFormat,
  UploadRunFailure,
  UploadRunPhase,
  UploadRunState,
  UploadState,
} from '../../../contract/index.ts'
import type { Json, Time } from '../column-types.ts'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface UploadFileTable {
  environment_id: string
  entity: UploadEntityName
  state: Generated<UploadState>
  /** Names the folder of the chunks; null: there is no file. */
  upload_id: Optional<string>
  file_name: Optional<string>
  size: Optional<number>
  /** Milliseconds since 1970. */
  modified_at: Optional<number>
  /** SHA-256. */
  first_chunk: Optional<string>
  columns: OptionalJson<readonly string[]>
  has_header: Optional<boolean>
  delimiter: Optional<UploadDelimiter>
  /** The stored mapping applies to this file. */
  keeps_mapping: Generated<boolean>
  rows: Optional<number>
  sha256: Optional<string>
  owner_id: Optional<string>
  owner_name: Optional<string>
  begun_at: OptionalTime
  /** When the last chunk arrived. */
  active_at: OptionalTime
  completed_at: OptionalTime
  processed_at: OptionalTime
  failure: Optional<UploadFailure>
}

interface UploadChunkTable {
  environment_id: string
  upload_id: string
  index: number
  sha256: string
  received_at: Time
}

export interface UploadMappingTable {
  environment_id: string
  entity: UploadEntityName
  column_of: Json<Readonly<Record<string, string>>>
  /** The format of attributes whose values are read in another one than that of the upload. */
  formats: ColumnType<Readonly<Record<string, UploadFormat>>, string | undefined, string>
  version: number
  updated_at: Time
  updated_by: string
}

export interface UploadRunTable {
  id: string
  environment_id: string
  area: string
  entities: string[]
  state: UploadRunState
  requested_at: Time
  requested_by: string
  requester_name: string
  started_at: OptionalTime
  finished_at: OptionalTime
  lease_until: OptionalTime
  dry_run: Generated<boolean>
  on_errors: Generated<UploadErrorChoice>
  /** What it does at the moment; it continues with that after a stop. */
  phase: Optional<UploadRunPhase>
  progress_entity: Optional<UploadEntityName>
  progress_rows: Generated<number>
  progress_bytes: Generated<number>
  cancelling: Generated<boolean>
  failure: Optional<UploadRunFailure>
  correlation_id: Optional<string>
  statistics: OptionalJson<unknown>
}

export interface UploadRunFileTable {
  run_id: string
  environment_id: string
  entity: UploadEntityName
  /** The upload whose chunks are read. */
  upload_id: string
  file_name: string
  size: number
  /** Rows of the file as its upload counted them. */
  rows: number
  outcome: Generated<UploadFileOutcome>
  accepted: Generated<number>
  replaced: Generated<number>
  rejected: Generated<number>
  skipped: Generated<number>
  /** Rows that the check read. */
  read: Generated<number>
  /** What the check found. */
  findings: OptionalJson<unknown>
  /** Rows of the file up to here are stored. */
  reached: Generated<number>
}

export interface UploadIssueTable {
  run_id: string
  environment_id: string
  entity: UploadEntityName
  n: number
  row_number: number | null
  column_name: string | null
  attribute: string | null
  code: string
  severity: 'error' | 'warning'
  message: string
  value: string | null
  params: Json<Record<string, string | number>>
}

/** Rows of children until their parent is stored. */
interface UploadChildTable {
  run_id: string
  environment_id: string
  entity: UploadEntityName
  parent: string
  key: string
  row_number: number
  body: Json<Record<string, unknown>>
  is_stored: Generated<boolean>
}

export interface UploadTables {
  upload_file: UploadFileTable
  upload_chunk: UploadChunkTable
  upload_mapping: UploadMappingTable
  upload_run: UploadRunTable
  upload_run_file: UploadRunFileTable
  upload_issue: UploadIssueTable
  upload_child: UploadChildTable
}
