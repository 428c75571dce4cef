/** Uploaded files of entities. */
import type { ColumnType, Generated } from 'kysely'
import type { UploadDelimiter, UploadEntityName, UploadFailure, UploadState } from '../../../contract/index.ts'
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

export interface UploadChunkTable {
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
  version: number
  updated_at: Time
  updated_by: string
}

export interface UploadRunTable {
  id: string
  environment_id: string
  area: string
  entities: string[]
  state: 'Waiting' | 'Running' | 'Finished' | 'Failed'
  requested_at: Time
  requested_by: string
  requester_name: string
  started_at: OptionalTime
  finished_at: OptionalTime
  lease_until: OptionalTime
}
