import type { ImportMap } from '@assay/design-system'
import type { UploadDetail } from '@assay/risk-service/contract'
import type { HeadOptions, Mapping } from '@assay/risk-service/upload-files'
import type { CheckReport, ColumnFormats, OpenedFile } from '../check/check-tasks.ts'

/** The file of an entity from its choice to its upload. */
export interface SourceState {
  file: File | null
  /** Rows of the file were fixed here: it is not the one on the disk. */
  isFixed: boolean
  options: HeadOptions
  /** Null while the file is being read, and without one. */
  opened: OpenedFile | null
  /** The columns of attributes with how they were found. */
  map: ImportMap
  /** Whether the saved mapping applies to the file. */
  keepsMapping: boolean
  formats: ColumnFormats
  /** Bytes that were checked; null while no check runs. */
  checked: number | null
  report: CheckReport | null
  /** What the report is of. */
  reportKey: string | null
  failure: 'unreadable' | 'failed' | null
}

export const noFile: SourceState = {
  file: null,
  isFixed: false,
  options: { hasHeader: true },
  opened: null,
  map: {},
  keepsMapping: true,
  formats: {},
  checked: null,
  report: null,
  reportKey: null,
  failure: null,
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')

/** Returns the columns that a saved mapping uses and a file does not have. */
export const missingColumns = (saved: Mapping, columns: readonly string[]): string[] =>
  [...new Set(Object.values(saved))].filter(column => !columns.includes(column))

/** Returns the mapping that is offered for a file: the saved one, if it applies, and what is guessed for the rest. */
export function offeredMap(saved: Mapping | null, guess: Mapping, columns: readonly string[]): ImportMap {
  const found: Record<string, ImportMap[string]> = {}
  for (const [attribute, column] of Object.entries(saved ?? {}))
    if (columns.includes(column)) found[attribute] = { column, origin: 'saved' }
  const used = new Set(Object.values(found).map(({ column }) => column))
  for (const [attribute, column] of Object.entries(guess))
    if (found[attribute] === undefined && !used.has(column))
      found[attribute] = { column, origin: plain(attribute) === plain(column) ? 'name' : 'suggested' }
  return found
}

/** Returns the column of each attribute that has one. */
export const mappingOf = (map: ImportMap): Mapping =>
  Object.fromEntries(Object.entries(map).map(([attribute, { column }]) => [attribute, column]))

/** Returns the formats of attributes that still have a column. */
export const formatsOf = ({ formats, map }: Pick<SourceState, 'formats' | 'map'>): ColumnFormats =>
  Object.fromEntries(Object.entries(formats).filter(([attribute]) => map[attribute] !== undefined))

/** What a check depends on besides the file: a report of something else is out of date. */
export const checkKey = ({ opened, map, formats }: SourceState): string =>
  JSON.stringify([
    opened?.head?.delimiter,
    opened?.head?.hasHeader,
    Object.entries(mappingOf(map)).sort(),
    Object.entries(formatsOf({ formats, map })).sort(),
  ])

/** The mapping of a file that is at the service, for editing without the file itself. */
export const storedMap = ({ columnOf, columns }: UploadDetail): ImportMap =>
  Object.fromEntries(
    Object.entries(columnOf)
      .filter(([, column]) => columns?.includes(column) ?? true)
      .map(([attribute, column]) => [attribute, { column, origin: 'saved' as const }]),
  )

/** The errors of a report that are in the file itself: attributes without a column are mapped on the next page. */
export const dataErrorsOf = ({ errors, counts }: CheckReport): number =>
  errors - (counts.find(([code]) => code === 'U-10')?.[1] ?? 0)
