import { z } from 'zod'
import { searchColumns, searchPeriods } from '../common/constants.ts'
import { isTimeZone } from '../common/days.ts'
import { assessmentKeySchema, eventRowSchema, uuid } from '../common/entities.ts'
import {
  emptinessOperators,
  exportLimits,
  limitOperators,
  listOperators,
  searchFieldGroups,
  searchFieldPattern,
  searchFieldTypes,
  searchLimits,
  textOperators,
} from '../common/search-fields.ts'

export const searchColumnSchema = z.enum(searchColumns)
export type SearchColumn = z.infer<typeof searchColumnSchema>

/** The field of a condition: a column of the search, or a path of `search.fields`. */
const field = z.string().regex(searchFieldPattern)
const text = z.string().trim().min(1).max(searchLimits.value)
const limit = z.union([z.number(), z.iso.datetime({ offset: true })])

/**
 * One condition; what its comparison means is written in docs/search.md. Texts are compared without letter case and
 * surrounding blanks. Days are whole days in the time zone of the filter.
 */
export const searchConditionSchema = z.discriminatedUnion('op', [
  z.object({ column: field, op: z.enum(textOperators), value: text }),
  z.object({ column: field, op: z.enum(limitOperators), value: limit }),
  z.object({
    column: field,
    op: z.literal('between'),
    value: z.tuple([z.union([z.number(), text]), z.union([z.number(), text])]),
  }),
  z.object({ column: field, op: z.literal('lastDays'), value: z.number().int().min(1).max(searchLimits.days) }),
  z.object({
    column: field,
    op: z.enum(listOperators),
    value: z.array(z.string().min(1).max(searchLimits.value)).min(1).max(searchLimits.values),
  }),
  z.object({ column: field, op: z.enum(emptinessOperators) }),
])
export type SearchCondition = z.infer<typeof searchConditionSchema>

/** `all`: every condition has to match; `any`: one is enough. */
const match = z.enum(['all', 'any'])
export type SearchMatch = z.infer<typeof match>

export const searchGroupSchema = z.object({
  match: match.default('all'),
  conditions: z.array(searchConditionSchema).min(1).max(searchLimits.filters),
})
export type SearchGroup = z.infer<typeof searchGroupSchema>

export const searchFilterSchema = z
  .object({
    /** Relative to now; `all` has no lower limit. */
    period: z.enum(searchPeriods).default('7d'),
    /** Whole days, both included, in place of the period. */
    dates: z.object({ from: z.iso.date(), to: z.iso.date() }).optional(),
    /** Time zone of the days in this filter. */
    timeZone: z.string().max(100).refine(isTimeZone, 'This is no time zone of the IANA database.').default('UTC'),
    /** Joins the conditions and groups. */
    match: match.default('all'),
    conditions: z.array(searchConditionSchema).max(searchLimits.filters).default([]),
    groups: z.array(searchGroupSchema).max(searchLimits.groups).default([]),
  })
  .refine(({ conditions, groups }) => groups.length + (conditions.length > 0 ? 1 : 0) <= searchLimits.groups, {
    path: ['groups'],
    message: `A search has at most ${searchLimits.groups} groups; conditions beside them are one of these.`,
  })
  .refine(({ dates }) => dates === undefined || dates.from <= dates.to, {
    path: ['dates', 'to'],
    message: 'The last day is before the first.',
  })
export type SearchFilter = z.infer<typeof searchFilterSchema>

export const searchInputSchema = z.object({
  environmentId: uuid,
  /** An assessment of the environment or of one below it. */
  eventType: assessmentKeySchema,
  filter: searchFilterSchema,
  sort: z
    .object({ column: searchColumnSchema, direction: z.enum(['asc', 'desc']) })
    .default({ column: 'at', direction: 'desc' }),
  /** Fields whose values are returned with every row, for columns that an event row does not have. */
  fields: z.array(field).max(searchLimits.shownFields).default([]),
  cursor: z.string().max(20_000).optional(),
  limit: z.number().int().min(1).max(1000).default(50),
})
/** An event that was found. `values`: all values of the fields that were asked for, by their ids. */
export const searchRowSchema = eventRowSchema.extend({ values: z.record(z.string(), z.array(z.string())).optional() })
export type SearchRow = z.infer<typeof searchRowSchema>
export const searchOutputSchema = z.object({
  rows: z.array(searchRowSchema),
  nextCursor: z.string().nullable(),
  queryMs: z.number(),
})
export type SearchInput = z.input<typeof searchInputSchema>
export type SearchOutput = z.infer<typeof searchOutputSchema>

export const searchCountInputSchema = searchInputSchema.pick({ environmentId: true, eventType: true, filter: true })
export const searchCountOutputSchema = z.object({ count: z.number().int(), queryMs: z.number() })

/** What a search would find without one of its conditions: one of a group, or one beside the groups. */
export const searchRemovalSchema = z.object({
  group: z.number().int().nullable(),
  index: z.number().int(),
  count: z.number().int(),
})
export type SearchRemoval = z.infer<typeof searchRemovalSchema>

export const searchExportInputSchema = searchInputSchema
  .pick({ environmentId: true, eventType: true, filter: true, sort: true })
  .extend({
    /** Only these events, by the ids of the merchant, whether the filter finds them or not. */
    ids: z.array(z.string().min(1).max(128)).min(1).max(exportLimits.rows).optional(),
    /** `all`: row, request, response and related events; else these fields with the names of their columns. */
    columns: z.union([
      z.literal('all'),
      z
        .array(z.object({ column: field, name: z.string().trim().min(1).max(200) }))
        .min(1)
        .max(exportLimits.columns),
    ]),
  })

export const eventLabels = ['Fraud', 'NonFraud'] as const
/** What became of the label of one event. `notFound`: there is no such event; `refused`: its assessment takes none. */
export const labelResults = ['sent', 'notFound', 'refused', 'failed'] as const
export const searchLabelInputSchema = searchInputSchema.pick({ environmentId: true, eventType: true }).extend({
  /** Ids of the merchant, with the environments of the events. */
  events: z
    .array(z.object({ environmentId: uuid, id: z.string().min(1).max(128) }))
    .min(1)
    .max(searchLimits.labels),
  label: z.enum(eventLabels),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(searchLimits.value)
    .refine(text => !text.includes('\u0000'), { message: 'A reason cannot contain the character U+0000.' }),
})
export const searchLabelOutputSchema = z.array(
  z.object({ environmentId: uuid, id: z.string(), result: z.enum(labelResults) }),
)
export type LabelledEvent = z.infer<typeof searchLabelOutputSchema>[number]

/** A field that events of a type can be searched by. */
export const searchFieldSchema = z.object({
  /** Used as `column` of conditions: a column of the search, or the path of an attribute. */
  id: z.string(),
  group: z.enum(searchFieldGroups),
  type: z.enum(searchFieldTypes),
  /** An event can have several values: a condition holds when one of them meets it, a negative one when none does. */
  many: z.boolean(),
  /** Found through an index, whatever the length of the period. */
  indexed: z.boolean(),
  /** Masked for the caller: only the whole value can be compared, and nothing is sorted by it. */
  masked: z.boolean().optional(),
  /** Known values; others can occur. */
  values: z.array(z.string()).optional(),
})
export type SearchField = z.infer<typeof searchFieldSchema>
export const searchFieldsInputSchema = searchInputSchema.pick({ environmentId: true, eventType: true })

/** A type of event. `name`: as the customer entered it, else its key. */
export const searchEventTypeSchema = z.object({
  key: assessmentKeySchema,
  name: z.string(),
  /** False: the settings of the assessment exclude its events from the search. */
  search: z.boolean(),
  /** Its events with the decision Review become cases. */
  cases: z.boolean(),
  /** The assessment that had this API name before, under which its earlier events are found; absent: it has it now. */
  formerOf: assessmentKeySchema.optional(),
})
export type SearchEventType = z.infer<typeof searchEventTypeSchema>

export const linkedEventsInputSchema = z.object({
  environmentId: uuid,
  eventType: assessmentKeySchema,
  id: z.string().min(1).max(128),
})
export const linkedEventsOutputSchema = z.array(
  z.object({
    type: z.string(),
    value: z.string(),
    display: z.string(),
    total: z.number().int(),
    events: z.array(eventRowSchema),
  }),
)
