import { z } from 'zod'
import { decisionSchema, uuid } from '../common/entities.ts'

/* An experiment runs a branch beside production on a share of the events; it decides nothing. */

const time = z.iso.datetime({ offset: true })

export const experimentSchema = z.object({
  id: uuid,
  name: z.string(),
  branch: z.string(),
  /** Percent of the production traffic. */
  share: z.number().int(),
  endsAt: time.nullable(),
  callExternal: z.boolean(),
  startedBy: z.string(),
  startedAt: time,
  /** Null while it runs. */
  stoppedAt: time.nullable(),
})
export type Experiment = z.infer<typeof experimentSchema>

/** Results of the shadow runs of an experiment, beside the decisions of production on the same events. */
export const experimentResultsSchema = z.object({
  experiment: experimentSchema,
  events: z.number().int(),
  /** Events on which the decision of the branch differs from that of production. */
  changed: z.number().int(),
  /** Number of events for each pair of the decisions of production and branch. */
  decisions: z.array(z.object({ production: decisionSchema, branch: decisionSchema, events: z.number().int() })),
  /** The deciding rules in the branch, most frequent first; null: no rule decided. */
  rules: z.array(
    z.object({
      ruleId: uuid.nullable(),
      rule: z.string().nullable(),
      clause: z.string().nullable(),
      decision: decisionSchema,
      events: z.number().int(),
    }),
  ),
})
export type ExperimentResults = z.infer<typeof experimentResultsSchema>
