import entityData from './entities.json' with { type: 'json' }

/** The files of data uploads: which columns an entity has, of which type, and what a row is identified by. */

export type ColumnType = 'string' | 'int' | 'double' | 'boolean' | 'datetime' | 'json'
export type ValueFormat = 'ip' | 'email' | 'country' | 'currency' | 'language' | 'phone' | 'bin' | 'last4'
/** Where it is written that a column is required; an `earlier release` tolerates empty texts. */
type Requirement = 'published' | 'api' | 'ours' | 'earlier release'

export interface UploadColumn {
  name: string
  type: ColumnType
  requirement?: Requirement
  format?: ValueFormat
  /** Values that reports know; another one is refused only if the list is `closed`. */
  values?: readonly string[]
  closed?: boolean
  maxLength?: number
}

export interface UploadEntity {
  name: string
  area: 'purchaseprotection' | 'lossprevention'
  /** Entities of one group are processed together. */
  group: string
  /** The entity whose rows these rows belong to, by the first attribute of its key. */
  parent?: string
  /** A later row with the same values replaces an earlier one. */
  key: readonly string[]
  columns: readonly UploadColumn[]
}

export const uploadEntities = entityData as readonly UploadEntity[]

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')

/** Finds an entity by its name, ignoring case, blanks, `_` and `-`. */
export function findEntity(name: string): UploadEntity | undefined {
  return uploadEntities.find(entity => plain(entity.name) === plain(name))
}
