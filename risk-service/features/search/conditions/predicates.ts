import { type RawBuilder, sql } from 'kysely'
import { addDays, dayIn, type SearchCondition, searchOperators, startOfDay } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { CatalogueField } from '../fields/field-types.ts'
import { asDay, asNetwork, asNumber, asTime, type Path, storableText } from './values.ts'

type Sql = RawBuilder<boolean>
type Value = RawBuilder<unknown>

/** Today and the time zone of days. */
export interface Calendar {
  now: Date
  timeZone: string
}

/** A comparison of one value of a field; `negative`: it holds where no value meets the comparison. */
export interface Predicate {
  negative: boolean
  /** The comparison of a value in the type of the field: text, number or time. */
  test: (value: Value) => Sql
}

/**
 * Returns the comparison of a condition that has a value.
 * @throws ValidationError for a comparison or value that does not suit the type of the field.
 */
export function predicateOf(
  field: CatalogueField,
  condition: SearchCondition,
  calendar: Calendar,
  path: Path,
): Predicate | null {
  const { op } = condition
  if (op === 'neq' || op === 'notIn' || op === 'notContains') {
    const positive = ({ neq: 'eq', notIn: 'in', notContains: 'contains' } as const)[op]
    const inner = predicateOf(field, { ...condition, op: positive } as SearchCondition, calendar, path)
    return inner && { ...inner, negative: true }
  }
  if (op === 'eq' || op === 'in') {
    const values = Array.isArray(condition.value) ? condition.value : [condition.value]
    return { negative: false, test: equality(field, values, path) }
  }
  if (!('value' in condition)) return null
  if (field.type === 'number') return { negative: false, test: ofNumber(condition, path) }
  if (field.type === 'time') return { negative: false, test: ofTime(condition, calendar, path) }
  return { negative: false, test: ofText(field, condition, path) }
}

type WithValue = Extract<SearchCondition, { value: unknown }>

function refuse(path: Path, { column, op }: SearchCondition, type: CatalogueField['type']): never {
  throw new ValidationError(
    [...path],
    `${column} is a ${type}, which has no comparison ${op}: use ${searchOperators[type].join(', ')}.`,
  )
}

/** Compares with any of the values; text without regard to case and surrounding blanks. */
function equality(field: CatalogueField, values: readonly string[], path: Path): Predicate['test'] {
  if (field.type === 'number') {
    const numbers = values.map(value => asNumber(value, path))
    return target => sql`${target} = any(${numbers}::float8[])`
  }
  if (field.type === 'time') {
    const times = values.map(value => asTime(value, path))
    return target => sql`${target} = any(${times}::timestamptz[])`
  }
  const terms = values.map(value => storableText(value, path).trim().toLowerCase())
  // Columns with few values of fixed spelling are compared unchanged, so that an index can be used.
  if (field.source.kind === 'column' && field.values !== undefined) {
    const matching = field.values.filter(value => terms.includes(value.toLowerCase()))
    return target =>
      matching.length === 1 ? sql`${target} = ${matching[0]}` : sql`${target} = any(${matching}::text[])`
  }
  return target => sql`lower(btrim(${target}) ${foldingFor(terms)}) = any(${terms}::text[])`
}

function ofNumber(condition: WithValue, path: Path): Predicate['test'] {
  switch (condition.op) {
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      if (typeof condition.value !== 'number')
        throw new ValidationError([...path], `${condition.column} is compared with a number.`)
      const limit = asNumber(condition.value, path)
      const sign = sql.raw(signs[condition.op])
      return target => sql`${target} ${sign} ${limit}::float8`
    }
    case 'between': {
      const [low, high] = condition.value.map(value => asNumber(value, path)) as [number, number]
      return target => sql`${target} between ${low}::float8 and ${high}::float8`
    }
    default:
      return refuse(path, condition, 'number')
  }
}

const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function ofTime(condition: WithValue, { now, timeZone }: Calendar, path: Path): Predicate['test'] {
  const start = (day: string): string => startOfDay(day, timeZone)
  const range = (from: string, to: string): Predicate['test'] => {
    const [first, end] = [start(from), start(addDays(to, 1))]
    return target => sql`(${target} >= ${first}::timestamptz and ${target} < ${end}::timestamptz)`
  }
  switch (condition.op) {
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      if (typeof condition.value !== 'string')
        throw new ValidationError([...path], `${condition.column} is compared with a time.`)
      const limit = asTime(condition.value, path)
      const sign = sql.raw(signs[condition.op])
      return target => sql`${target} ${sign} ${limit}::timestamptz`
    }
    case 'before': {
      const limit = start(asDay(condition.value, path))
      return target => sql`${target} < ${limit}::timestamptz`
    }
    case 'after': {
      const limit = start(addDays(asDay(condition.value, path), 1))
      return target => sql`${target} >= ${limit}::timestamptz`
    }
    case 'on': {
      const day = asDay(condition.value, path)
      return range(day, day)
    }
    case 'between': {
      const [from, to] = condition.value.map(value => asDay(value, path)) as [string, string]
      return range(from, to)
    }
    case 'lastDays': {
      const today = dayIn(now.getTime(), timeZone)
      return range(addDays(today, 1 - condition.value), today)
    }
    default:
      return refuse(path, condition, 'time')
  }
}

function ofText(field: CatalogueField, condition: WithValue, path: Path): Predicate['test'] {
  switch (condition.op) {
    case 'contains':
      return containing(storableText(condition.value, path))
    case 'startsWith':
    case 'endsWith': {
      const term = storableText(condition.value, path)
      const folding = foldingFor([term])
      return condition.op === 'startsWith'
        ? target => sql`ltrim(${target}) ${folding} ilike ${`${escaped(term)}%`}`
        : target => sql`rtrim(${target}) ${folding} ilike ${`%${escaped(term)}`}`
    }
    case 'inNetwork': {
      if (field.type !== 'ip') return refuse(path, condition, field.type)
      const network = asNetwork(condition.value, path)
      return target => sql`inet_or_null(${target}) <<= ${network}::inet`
    }
    case 'gte':
    case 'lte':
    case 'gt':
    case 'lt':
      throw new ValidationError(
        [...path],
        `At least and At most work on numbers and times; ${condition.column} is text.`,
      )
    default:
      return refuse(path, condition, field.type)
  }
}

function containing(term: string): Predicate['test'] {
  // Digits and signs have no case: their longest run excludes most rows at a third of the cost.
  const run = isAscii(term) ? (term.split(/[a-z]/i).sort((a, b) => b.length - a.length)[0] ?? '') : ''
  return target => {
    const contains = sql<boolean>`${target} ${foldingFor([term])} ilike ${`%${escaped(term)}%`}`
    return run.length < 2 ? contains : sql`(${target} collate "C" like ${`%${escaped(run)}%`} and ${contains})`
  }
}

const escaped = (part: string): string => part.replace(/[\\%_]/g, '\\$&')

/**
 * ASCII letters fold alike under "C" on every server, without the cost of a locale: only a value beyond ASCII needs the
 * database's own rules.
 */
const foldingFor = (values: readonly string[]): RawBuilder<unknown> =>
  values.every(isAscii) ? sql`collate "C"` : sql``
export const isAscii = (value: string): boolean => /^[\x00-\x7f]*$/.test(value)
