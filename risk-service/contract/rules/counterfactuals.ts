import { z } from 'zod'
import { decisionSchema } from '../common/entities.ts'

/** A value that rules read, as recorded or as required for another decision. Null: missing. */
const counterfactualValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** One value that would have to be different. */
export const counterfactualChangeSchema = z.object({
  kind: z.enum(['attribute', 'score', 'velocity', 'list', 'supportList']),
  /** Path of the attribute, `risk` or `bot`, name of the velocity or list. */
  name: z.string(),
  /** Window of a velocity. */
  window: z.string().nullable(),
  now: counterfactualValue,
  /**
   * The value that was tried. `other`: any value except the recorded one; `listed`, `unlisted` and the statuses are
   * those of a list.
   */
  to: counterfactualValue,
  how: z.enum(['value', 'other', 'missing', 'listed', 'unlisted', 'status']),
})
export type CounterfactualChange = z.infer<typeof counterfactualChangeSchema>

/** The counterfactuals of one decision. Each was verified: the rules ran again with it and returned that decision. */
export const counterfactualsSchema = z.object({
  /**
   * `ready`: the search is complete. `noRules`: no rule ran. `ruleChanged`: a rule of that time, or a resource that it
   * names, no longer exists, so that the rules cannot run again. `notReproduced`: the rules would decide otherwise
   * without any change, because their inputs were not recorded.
   */
  state: z.enum(['ready', 'noRules', 'ruleChanged', 'notReproduced']),
  /** The rule that decided; null without one. */
  rule: z.string().nullable(),
  clause: z.string().nullable(),
  /** Rules were changed since the decision. */
  changedSince: z.boolean(),
  /** Nearest first. */
  counterfactuals: z
    .array(
      z.object({
        decision: decisionSchema,
        rule: z.string().nullable(),
        clause: z.string().nullable(),
        changes: z.array(counterfactualChangeSchema).min(1),
        /** Relative to the recorded value; null for a value without a size. */
        distance: z.number().nullable(),
        /** Rules that did not run at the time read lists in their current state. */
        today: z.boolean(),
      }),
    )
    .max(6),
})
export type Counterfactuals = z.infer<typeof counterfactualsSchema>
export type Counterfactual = Counterfactuals['counterfactuals'][number]
