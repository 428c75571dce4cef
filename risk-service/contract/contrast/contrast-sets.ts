import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { graphLimits } from '../graph/graph-definitions.ts'
import { graphNodeId } from '../graph/graph-entities.ts'
import { searchFilterSchema } from '../search/search.ts'
import { contrastLimits, ruleOutcomes } from './contrast-definitions.ts'

/** Events that are chosen one by one: ids of the merchant, with the environments of the events. */
const chosenEvents = z.object({
  kind: z.literal('events'),
  events: z
    .array(z.object({ environmentId: uuid, id: z.string().min(1).max(128) }))
    .min(1)
    .max(contrastLimits.events),
})
/** The events of a search; without conditions, all events of its period. */
const searchedEvents = z.object({ kind: z.literal('search'), filter: searchFilterSchema })
/** The events of nodes of the graph: transactions themselves, the newest ones of users and entities. */
const nodeEvents = z.object({
  kind: z.literal('nodes'),
  nodes: z.array(graphNodeId).min(1).max(graphLimits.selected),
  /** Whole days, both included; the newest 90 without them. */
  dates: z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first.' })
    .optional(),
})
/** The events of the users and entities of a stored ring, in the days that rings are made of. */
const ringEvents = z.object({ kind: z.literal('ring'), ringId: uuid })
/**
 * Events of a search that are labelled fraud: those that the rule decided, or those that it did not. Other rules may
 * have decided what it missed.
 */
const ruleEvents = z.object({
  kind: z.literal('rule'),
  ruleId: uuid,
  outcome: z.enum(ruleOutcomes),
  filter: searchFilterSchema,
})
/** The events of a range of time, or of the same range in some weeks before it, by the clock of the time zone. */
const timedEvents = z
  .object({
    kind: z.literal('time'),
    from: z.iso.datetime({ offset: true }),
    /** Exclusive. */
    to: z.iso.datetime({ offset: true }),
    /** 0: the range itself; else so many weeks before, without it. */
    weeksBefore: z.number().int().min(0).max(contrastLimits.weeks).default(0),
    filter: z
      .object({
        match: searchFilterSchema.shape.match,
        conditions: searchFilterSchema.shape.conditions,
        groups: searchFilterSchema.shape.groups,
      })
      .default({ match: 'all', conditions: [], groups: [] }),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    message: 'The range ends before it begins.',
  })
  // A week in which the clocks go back is an hour longer.
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= (contrastLimits.rangeDays * 24 + 1) * 3_600_000, {
    path: ['to'],
    message: `The range has at most ${contrastLimits.rangeDays} days.`,
  })

export const contrastSetSchema = z.discriminatedUnion('kind', [
  chosenEvents,
  searchedEvents,
  nodeEvents,
  ringEvents,
  ruleEvents,
  timedEvents,
])
export type ContrastSetInput = z.output<typeof contrastSetSchema>
