import { z } from 'zod'
import { environmentRoute, procedure } from '../common/procedure.ts'
import { searchConditionSchema, searchFilterSchema, searchInputSchema } from '../search/search.ts'
import { contrastOmissions } from './contrast-definitions.ts'
import { contrastSetSchema } from './contrast-sets.ts'

export const contrastInputSchema = searchInputSchema.pick({ environmentId: true, eventType: true }).extend({
  a: contrastSetSchema,
  /** Events that are in A, too, are not in B. */
  b: contrastSetSchema,
  /** Time zone of the hours and weekdays that are compared, of the days of nodes and of weeks before a range. */
  timeZone: searchFilterSchema.shape.timeZone,
})
export type ContrastInput = z.input<typeof contrastInputSchema>

/** What is compared of an attribute. `range`: at least `from` and less than `to`; null for no limit on that side. */
const valueSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('equals'), text: z.string() }),
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('range'), from: z.number().nullable(), to: z.number().nullable() }),
])
export type ContrastValue = z.infer<typeof valueSchema>

const entrySchema = z.object({
  /** A field of the search, an attribute of custom data, or one of `derivedAttributes`. */
  attribute: z.string(),
  value: valueSchema,
  /** Conditions of a search that find the events with the value; null where a search has none for it. */
  conditions: z.array(searchConditionSchema).nullable(),
  /**
   * The attribute that a rule reads the value from; null where it has none, and for a masked value. Numbers of the rule
   * are those of the value divided by `scale`.
   */
  rule: z.object({ path: z.string(), type: z.enum(['string', 'number', 'boolean']), scale: z.number() }).nullable(),
})
export type ContrastEntry = z.infer<typeof entrySchema>

/** A share of a set with its interval of 95 % (Wilson). */
const shareSchema = z.object({ count: z.number().int(), share: z.number(), low: z.number(), high: z.number() })
export type ContrastShare = z.infer<typeof shareSchema>

const labelsSchema = z.object({ fraud: z.number().int(), labelled: z.number().int() })

const findingSchema = entrySchema.extend({
  a: shareSchema,
  b: shareSchema,
  /** The share in A minus the share in B, with its interval of 95 % (Newcombe). */
  difference: z.object({ value: z.number(), low: z.number(), high: z.number() }),
  /** The share in A divided by the share in B, with its interval of 95 %; null stands for infinity. */
  ratio: z.object({ value: z.number().nullable(), low: z.number(), high: z.number().nullable() }),
  /** Probability of counts as uneven as these or more, were the value independent of the sets (Fisher, two-sided). */
  p: z.number(),
  /** The smallest share of false discoveries at which the value would still be reported (Benjamini and Hochberg). */
  q: z.number(),
  /** How well the value tells the sets apart, 0 to 1; the order of the findings. */
  separation: z.number(),
  /** Labels of the events with the value, of both sets together. */
  labels: labelsSchema,
  /** Values that select nearly the same events, or with `opposite` nearly all the others. */
  same: z.array(entrySchema.extend({ opposite: z.boolean() })),
})
export type ContrastFinding = z.infer<typeof findingSchema>

const setSchema = z.object({
  /** Events of the set; of B, those of A included. */
  found: z.number().int(),
  /** Events that were compared. Fewer than found: so many were drawn evenly. */
  compared: z.number().int(),
  /** False: of nodes with many events, the set has only the newest. */
  complete: z.boolean(),
  labels: labelsSchema,
})

export const contrastOutputSchema = z.object({
  /** `missing`: chosen events that do not exist, or nodes without any. */
  a: setSchema.extend({ missing: z.number().int() }),
  /** `shared`: events that were left out because they are in A. */
  b: setSchema.extend({ missing: z.number().int(), shared: z.number().int() }),
  /** Values and ranges that were compared, of all attributes. */
  comparisons: z.number().int(),
  /** Declared share of false discoveries among the findings. */
  falseDiscoveries: z.number(),
  /** Events that a set must have, and that must have a value, for it to be reported. */
  minEvents: z.number().int(),
  findings: z.array(findingSchema),
  /** Values that tell the sets apart beyond the limit of the findings. */
  more: z.number().int(),
  /** Attributes of which nothing was compared. */
  omitted: z.array(z.object({ attribute: z.string(), reason: z.enum(contrastOmissions), values: z.number().int() })),
  /** Attributes of custom data beyond the limit, which were not compared; counted up to 1,000. */
  moreAttributes: z.number().int(),
  /** Values that were not compared because they belong to too few events. */
  rareValues: z.number().int(),
  queryMs: z.number(),
})
export type ContrastOutput = z.infer<typeof contrastOutputSchema>

export const contrastContract = {
  compare: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/contrast`,
      summary: 'What tells two sets of events apart, the best first',
      description:
        'Compares every value that enough events have by an exact test. At most 5 % of the findings are expected to be chance, whatever the number of comparisons. Personal data is masked as in a search. Sets of nodes and rings need the capability `graphexplorer`, those of a rule `rules`. Cancelled with `search.timeout`.',
    })
    .input(contrastInputSchema)
    .output(contrastOutputSchema),
}
