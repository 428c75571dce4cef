import { type UploadEntityName, type UploadState, uploadEntities } from '../../../contract/index.ts'

/** The column of each attribute that has one; a column may have several attributes. */
export type ColumnOf = Readonly<Record<string, string>>

/** Returns the columns of a mapping that a file does not have. */
export const missingColumns = (columnOf: ColumnOf, columns: readonly string[]): string[] =>
  [...new Set(Object.values(columnOf))].filter(column => !columns.includes(column))

/** Returns the number of attributes that need a column and have one, of this file if it has one. */
export const countMapped = (entity: UploadEntityName, columnOf: ColumnOf, columns: readonly string[] | null): number =>
  uploadEntities[entity].required.filter(attribute => {
    const column = Object.hasOwn(columnOf, attribute) ? columnOf[attribute] : undefined
    return column !== undefined && (columns === null || columns.includes(column))
  }).length

/** Whether a file with these columns can be processed with a mapping. */
export const isComplete = (entity: UploadEntityName, columnOf: ColumnOf, columns: readonly string[]): boolean =>
  countMapped(entity, columnOf, columns) === uploadEntities[entity].required.length &&
  missingColumns(columnOf, columns).length === 0

/** Returns the states that an entity goes through when its mapping is saved; none where it concerns the next file. */
export function statesOfMapping(state: UploadState, complete: boolean): UploadState[] {
  if (state === 'NeedsMapping') return complete ? ['Ready'] : []
  if (state === 'Ready') return complete ? [] : ['NeedsMapping']
  if (state === 'ValidationFailed' || state === 'ProcessingFailed')
    return complete ? ['NeedsMapping', 'Ready'] : ['NeedsMapping']
  return []
}
