/* Plain values of the search, apart from its schemas, so that a page can read them without the validator. */

/** Types by which a field is compared; each offers the comparisons of `searchOperators`. */
export const searchFieldTypes = ['text', 'ip', 'number', 'time', 'boolean', 'choice'] as const
export type SearchFieldType = (typeof searchFieldTypes)[number]

/** Comparisons without a value. */
export const emptinessOperators = ['empty', 'notEmpty', 'null', 'notNull'] as const
/** Comparisons with one text. */
export const textOperators = [
  'eq',
  'neq',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'inNetwork',
  'before',
  'after',
  'on',
] as const
/** Comparisons with one number or moment. */
export const limitOperators = ['gt', 'gte', 'lt', 'lte'] as const
export const listOperators = ['in', 'notIn'] as const

export type SearchOperator =
  | (typeof emptinessOperators)[number]
  | (typeof textOperators)[number]
  | (typeof limitOperators)[number]
  | (typeof listOperators)[number]
  | 'between'
  | 'lastDays'

const ofText = ['eq', 'neq', 'contains', 'notContains', 'startsWith', 'endsWith', 'in', 'notIn'] as const
const ofOrder = ['gte', 'lte', 'gt', 'lt', 'between'] as const

/** The comparisons that a field of a type offers, the most common one first. */
export const searchOperators: Record<SearchFieldType, readonly SearchOperator[]> = {
  text: [...ofText, 'empty', 'notEmpty', 'null', 'notNull'],
  ip: [...ofText, 'inNetwork', 'empty', 'notEmpty', 'null', 'notNull'],
  number: [...ofOrder, 'eq', 'neq', 'null', 'notNull'],
  time: ['on', 'before', 'after', 'between', 'lastDays', 'gte', 'lte', 'null', 'notNull'],
  boolean: ['eq', 'null', 'notNull'],
  choice: ['in', 'notIn', 'eq', 'neq', 'null', 'notNull'],
}

/** Groups of the picker, in its order. Case fields join the group `case`. */
export const searchFieldGroups = [
  'event',
  'scores',
  'rules',
  'case',
  'user',
  'device',
  'payment',
  'addresses',
  'order',
  'products',
  'marketing',
  'status',
  'bankEvent',
  'chargeback',
  'refund',
  'label',
  'custom',
] as const
export type SearchFieldGroup = (typeof searchFieldGroups)[number]

export const searchLimits = {
  /** Filters of a group. */
  filters: 5,
  /** Groups of an advanced search. Filters beside the groups are a group of their own. */
  groups: 3,
  /** The earliest date that can be searched, in months before today. */
  months: 13,
  /** Seconds after which a search is cancelled. */
  seconds: 30,
  /** Characters of a value. */
  value: 256,
  values: 100,
  /** Events that are labelled at once. */
  labels: 200,
  /** Fields that are shown beside the columns of an event row. */
  shownFields: 32,
  /** Days of *in the last n days*. */
  days: 400,
} as const

/** Limits of a file of events. */
export const exportLimits = { rows: 10_000, seconds: 120, columns: 60 } as const

/** Limits of a watch: new results of a saved search, and the hours in which they are counted. */
export const watchLimits = { results: 1_000_000, hours: 168 } as const

/** Path of a field: names joined by dots. */
export const searchFieldPattern = /^[\w-]{1,100}(\.[\w-]{1,100}){0,9}$/
