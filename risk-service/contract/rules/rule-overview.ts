import { z } from 'zod'
import { assessmentKinds, clauseSections, ruleLimits, ruleWarnings } from '../common/constants.ts'
import { uuid } from '../common/entities.ts'
import { evaluation } from './rule-inputs.ts'

const time = z.iso.datetime({ offset: true })
/** Usage of an assessment against each of its limits. */
const usage = (most: number) => z.object({ used: z.number().int(), most: z.number().int().default(most) })

/** An assessment as the page of all rules shows it. */
export const ruleOverviewSchema = z.object({
  eventType: z.string(),
  /** Part of the address of its pages: the event type for built-in ones. */
  assessmentId: z.string(),
  name: z.string(),
  kind: z.enum(assessmentKinds),
  /** Sections of clauses in run order. */
  sections: z.array(z.enum(clauseSections)),
  /** The assessment has post-decision actions. */
  actions: z.boolean(),
  evaluation,
  active: z.number().int(),
  inactive: z.number().int(),
  myDrafts: z.number().int(),
  activeActions: z.number().int(),
  branches: usage(ruleLimits.branches),
  rules: usage(ruleLimits.rules),
  functions: usage(ruleLimits.functions),
  /** Name of the running experiment. */
  experiment: z.string().nullable(),
  payloadEdited: z.boolean(),
  settingsUpdatedAt: time.nullable(),
  /** Rules of the parents that run before. */
  inherited: z.number().int(),
  publishedBy: z.string().nullable(),
  publishedAt: time.nullable(),
  /**
   * Warnings about the whole environment are in its first row. `resources`: the resources that the names refer to,
   * where each has a page.
   */
  warnings: z.array(
    z.object({
      code: z.enum(ruleWarnings),
      names: z.array(z.string()),
      resources: z
        .array(
          z.object({ resource: z.enum(['function', 'velocity', 'list', 'externalCall']), id: uuid, name: z.string() }),
        )
        .optional(),
    }),
  ),
})
export type RuleOverview = z.infer<typeof ruleOverviewSchema>
