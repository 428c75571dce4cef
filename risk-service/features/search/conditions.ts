import { type RawBuilder, sql } from 'kysely'
import {
  decisions,
  type EntityType,
  type SearchColumn,
  type SearchCondition,
  searchColumnTypes,
} from '../../contract/index.ts'
import { normaliseEntityValue, normaliseIp } from '../../engine/enrich/enrich-purchase.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { sqlColumns } from '../../kernel/store/events/event-row.ts'

type Sql = RawBuilder<boolean>

/**
 * Columns whose equality the entity table can resolve, and their kind there. An event can have several e-mails or
 * phones (user, payment, address): it matches by any of them.
 */
const entityOf: Partial<Record<SearchColumn, EntityType>> = {
  email: 'email',
  deviceId: 'device',
  userId: 'user',
  ip: 'ip',
  phone: 'phone',
}

/** Columns with few values of fixed spelling: compared unchanged, so that an index can be used. */
const spellings: Partial<Record<SearchColumn, readonly string[]>> = {
  decision: decisions,
  assessmentType: ['Evaluate', 'Protect'],
  label: ['Fraud', 'NonFraud'],
}

/** Returns the form in which the entity table stores a value; null for a text that it can never contain. */
function comparedEntity(type: EntityType, value: string): string | null {
  if (type === 'ip') return normaliseIp(value.trim())
  if (type !== 'phone') return normaliseEntityValue(value)
  const digits = value.replace(/\D/g, '')
  return digits.length < 5 ? null : digits
}

interface Entity {
  type: EntityType
  value: string
}
export interface FilterSql {
  /** The first equality that the entity table can resolve. */
  entity: Entity | null
  /** Merchants' ids in their compared form, when no entity narrows the search and the key table can resolve them. */
  externalIds: readonly string[] | null
  /** All other conditions. */
  rest: Sql[]
  /** Some of `rest` search for a part of a text: the number of matching rows cannot be estimated. */
  parts: boolean
}

/**
 * Returns conditions as parameterised SQL over the event table `e`.
 * @throws ValidationError for a value that does not suit its column.
 */
export function filterSql(conditions: readonly SearchCondition[]): FilterSql {
  let entity: Entity | null = null as Entity | null
  let externalIds = null as readonly string[] | null
  const rest: Sql[] = []
  // One table drives the search: that of entities when a condition names an entity.
  const byEntity = conditions.some(({ column, op }) => op === 'eq' && entityOf[column])
  conditions.forEach((condition, index) => {
    const path = ['filter', 'conditions', index, 'value']
    const type = entityOf[condition.column]
    const value =
      entity === null && type && condition.op === 'eq' ? comparedEntity(type, plainNumber(condition.value, path)) : null
    const ids = byEntity || externalIds ? null : externalIdsOf(condition, path)
    if (type && value !== null) entity = { type, value }
    else if (ids) externalIds = ids
    else rest.push(conditionSql(condition, path))
  })
  return { entity, externalIds, rest, parts: conditions.some(({ op }) => op === 'contains') }
}

/** The index of the key table folds under "C": it is valid for ids of ASCII characters. */
function externalIdsOf(condition: SearchCondition, path: (string | number)[]): readonly string[] | null {
  if (condition.column !== 'externalId') return null
  const values = condition.op === 'eq' ? [condition.value] : condition.op === 'in' ? condition.value : null
  if (!values) return null
  const terms = values.map(value => plainNumber(value, path).trim().toLowerCase())
  return terms.every(isAscii) ? terms : null
}

function conditionSql(condition: SearchCondition, path: (string | number)[]): Sql {
  const { column } = condition
  const kind = searchColumnTypes[column]
  const target = sql.ref(`e.${sqlColumns[column]}`)
  const isText = kind === 'text' || kind === 'choice'
  switch (condition.op) {
    case 'empty':
      return isText ? sql`(${target} is null or ${target} = '')` : sql`${target} is null`
    case 'notEmpty':
      return isText ? sql`(${target} is not null and ${target} <> '')` : sql`${target} is not null`
    case 'eq':
      return equalsSql(column, [condition.value], path)
    case 'in':
      return equalsSql(column, condition.value, path)
    case 'neq':
      return sql`(${equalsSql(column, [condition.value], path)}) is not true`
    case 'contains':
      return containsSql(column, condition.value, path)
    case 'gte':
      return sql`${target} >= ${limit(column, condition.value, path)}`
    case 'lte':
      return sql`${target} <= ${limit(column, condition.value, path)}`
  }
}

/** Compares with any of the values; text without regard to case and surrounding blanks. */
function equalsSql(column: SearchColumn, values: readonly string[], path: (string | number)[]): Sql {
  const target = sql.ref(`e.${sqlColumns[column]}`)
  const kind = searchColumnTypes[column]
  if (kind === 'number') return sql`${target} = any(${values.map(value => asNumber(value, path))}::float8[])`
  if (kind === 'time') return sql`${target} = any(${values.map(value => asTime(value, path))}::timestamptz[])`
  const terms = values.map(value => plainNumber(value, path).trim().toLowerCase())
  const spelled = spellings[column]
  if (spelled) {
    const matching = spelled.filter(value => terms.includes(value.toLowerCase()))
    if (matching.length === 1) return sql`${target} = ${matching[0]}`
    return sql`${target} = any(${matching}::text[])`
  }
  return sql`lower(btrim(${target}) ${foldingFor(terms)}) = any(${terms}::text[])`
}

function containsSql(column: SearchColumn, value: string, path: (string | number)[]): Sql {
  const kind = searchColumnTypes[column]
  if (kind !== 'text' && kind !== 'choice')
    throw new ValidationError(path, `Contains works on text; ${column} is a ${kind}.`)
  const target = sql.ref(`e.${sqlColumns[column]}`)
  const term = plainNumber(value, path)
  const like = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const contains = sql<boolean>`${target} ${foldingFor([term])} ilike ${like(term)}`
  // Digits and signs have no case: their longest run excludes most rows at a third of the cost.
  const run = isAscii(term) ? (term.split(/[a-z]/i).sort((a, b) => b.length - a.length)[0] ?? '') : ''
  return run.length < 2 ? contains : sql`(${target} collate "C" like ${like(run)} and ${contains})`
}

function limit(column: SearchColumn, value: string | number, path: (string | number)[]): RawBuilder<unknown> {
  const kind = searchColumnTypes[column]
  if (kind === 'number' && typeof value === 'number') return sql`${asNumber(value, path)}::float8`
  if (kind === 'time' && typeof value === 'string') return sql`${asTime(value, path)}::timestamptz`
  throw new ValidationError(
    path,
    kind === 'number'
      ? `${column} is compared with a number.`
      : kind === 'time'
        ? `${column} is compared with a time.`
        : `At least and At most work on numbers and times; ${column} is text.`,
  )
}

/**
 * ASCII letters fold alike under "C" on every server, without the cost of a locale: only a value beyond ASCII needs the
 * database's own rules.
 */
const foldingFor = (values: readonly string[]): RawBuilder<unknown> =>
  values.every(isAscii) ? sql`collate "C"` : sql``
const isAscii = (value: string): boolean => /^[\x00-\x7f]*$/.test(value)

/** PostgreSQL text cannot hold U+0000. */
function plainNumber(value: string, path: (string | number)[]): string {
  if (value.includes('\u0000'))
    throw new ValidationError(path, 'The value contains a character that events cannot contain.')
  return value
}

function asNumber(value: string | number, path: (string | number)[]): number {
  const number =
    typeof value === 'number' ? value : /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN
  if (!Number.isFinite(number)) throw new ValidationError(path, 'This column is compared with a number.')
  return number
}

function asTime(value: string, path: (string | number)[]): string {
  const time = new Date(value)
  // Times of the database end with the year 294276, and a year of five digits is a slip of the keys.
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1 || time.getUTCFullYear() > 9999)
    throw new ValidationError(path, 'This column is compared with a time such as 2025-03-14T09:26:53Z.')
  return time.toISOString()
}
