import type { UploadEntity } from '../entities/entities.ts'
import { createIssue, shownValue, type UploadIssue } from '../issues/issues.ts'

/** The column of each attribute that has one. A column may have several attributes. */
export type Mapping = Readonly<Record<string, string>>

/** Checks that every required attribute has a column (U-10), and that the mapped columns exist (U-21). */
export function checkMapping(entity: UploadEntity, mapping: Mapping, columns: readonly string[]): UploadIssue[] {
  const missing = [...new Set(Object.values(mapping))].filter(column => !columns.includes(column))
  const unmapped = entity.columns.filter(({ name, requirement }) => requirement !== undefined && !(name in mapping))
  return [
    ...(missing.length === 0 ? [] : [createIssue('U-21', { params: { list: missing.map(shownValue).join(', ') } })]),
    ...unmapped.map(({ name }) => createIssue('U-10', { attribute: name })),
  ]
}
