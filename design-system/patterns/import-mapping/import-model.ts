export const importTypes = ['text', 'integer', 'number', 'boolean', 'date', 'datetime'] as const
export type ImportType = (typeof importTypes)[number]

export interface ImportAttribute {
  id: string
  label: string
  /** Default `text`, which every value fits. */
  type?: ImportType
  description?: string
  required?: boolean
  /** Other names under which files have it. */
  aliases?: readonly string[]
  /** Further check of a value that has the type: an identifier, a currency. */
  accepts?: (value: string) => boolean
  /** Whether a value fits, in place of the checks of the type and of `accepts`, where other formats are read as well. */
  fits?: (value: string) => boolean
}

export interface ImportColumn {
  id: string
  /** Heading in the file. */
  label: string
  /** Values of the first rows. Empty ones fit every type. */
  samples: readonly string[]
}

export const matchOrigins = ['name', 'suggested', 'saved', 'chosen'] as const
/** How a column was found: by its name, by similarity, from the last import, or by the person. */
export type MatchOrigin = (typeof matchOrigins)[number]

export interface ImportMatch {
  /** Id of the column. */
  column: string
  origin: MatchOrigin
  /** Of a suggestion, from 0 to 1. */
  confidence?: number
}

/** Columns by the id of their attribute. */
export type ImportMap = Readonly<Record<string, ImportMatch>>

export type ImportIssue =
  | { kind: 'required' }
  /** The file has no such column: the mapping comes from another file. */
  | { kind: 'missing'; column: string }
  /** Attributes that have the same column. */
  | { kind: 'duplicate'; column: string; attributes: readonly string[] }
  /** Sample values that do not fit, and the first of them. */
  | { kind: 'type'; invalid: number; total: number; value: string }

/** Issues that prevent the import; the others concern single rows. */
export const isBlockingIssue = ({ kind }: ImportIssue): boolean => kind !== 'type'

const isDay = (value: string): boolean => {
  const date = new Date(`${value}T00:00:00Z`)
  // The 30th of February becomes a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
const fits: Record<ImportType, (value: string) => boolean> = {
  text: () => true,
  integer: value => /^[+-]?\d+$/.test(value),
  number: value => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value),
  boolean: value => /^(true|false)$/i.test(value),
  date: value => /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value),
  datetime: value =>
    /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.test(value) &&
    isDay(value.slice(0, 10)),
}

/** Values of a column that an attribute cannot take. */
export function unfitSamples(attribute: ImportAttribute, column: ImportColumn): string[] {
  const { type = 'text', accepts } = attribute
  const fitsAttribute = attribute.fits ?? ((value: string) => fits[type](value) && (accepts?.(value) ?? true))
  return column.samples.map(value => value.trim()).filter(value => value !== '' && !fitsAttribute(value))
}

/** The most serious issue of each attribute that has one. @param sharedColumns a column may have several attributes */
export function findImportIssues(
  attributes: readonly ImportAttribute[],
  columns: readonly ImportColumn[],
  map: ImportMap,
  sharedColumns = false,
): ReadonlyMap<string, ImportIssue> {
  const issues = new Map<string, ImportIssue>()
  for (const attribute of attributes) {
    const match = map[attribute.id]
    if (match === undefined) {
      if (attribute.required === true) issues.set(attribute.id, { kind: 'required' })
      continue
    }
    const column = columns.find(({ id }) => id === match.column)
    if (column === undefined) {
      issues.set(attribute.id, { kind: 'missing', column: match.column })
      continue
    }
    const sharing = attributes.filter(({ id }) => map[id]?.column === match.column)
    if (sharing.length > 1 && !sharedColumns) {
      issues.set(attribute.id, {
        kind: 'duplicate',
        column: column.id,
        attributes: sharing.filter(({ id }) => id !== attribute.id).map(({ label }) => label),
      })
      continue
    }
    const [value, ...more] = unfitSamples(attribute, column)
    if (value !== undefined) {
      const total = column.samples.filter(sample => sample.trim() !== '').length
      issues.set(attribute.id, { kind: 'type', invalid: more.length + 1, total, value })
    }
  }
  return issues
}

/** Columns without an attribute: the import leaves them out. */
export const unusedColumns = (columns: readonly ImportColumn[], map: ImportMap): ImportColumn[] => {
  const used = new Set(Object.values(map).map(({ column }) => column))
  return columns.filter(({ id }) => !used.has(id))
}
