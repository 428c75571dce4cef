import { z } from 'zod'
import { decisionSchema } from '../common/entities.ts'

/** A value that rules read, as it was and as it would have to be. Null: missing. */
const counterfactualValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** One value that would have had to be another. */
export const counterfactualChangeSchema = z.object({
  kind: z.enum(['attribute', 'score', 'velocity', 'list', 'supportList']),
  /** Path of the attribute, `risk` or `bot`, name of the velocity or list. */
  name: z.string(),
  /** Window of a velocity. */
  window: z.string().nullable(),
  now: counterfactualValue,
  /**
   * What it was tried with. `other`: any value that is not the one it had; `listed`, `unlisted` and the statuses are
   * those of a list.
   */
  to: counterfactualValue,
  how: z.enum(['value', 'other', 'missing', 'listed', 'unlisted', 'status']),
})
export type CounterfactualChange = z.infer<typeof counterfactualChangeSchema>

/**
 * What the smallest changes would have done to one decision. Each was tried: the rules ran again with it, and decided
 * so.
 */
export const counterfactualsSchema = z.object({
  /**
   * `ready`: all that was found. `noRules`: no rule ran. `ruleChanged`: a rule of that time, or something it
   * names, is no longer there, so they cannot run again. `notReproduced`: the rules would decide otherwise without any
   * change: what they read was not kept.
   */
  state: z.enum(['ready', 'noRules', 'ruleChanged', 'notReproduced']),
  /** What decided; null when nothing did. */
  rule: z.string().nullable(),
  clause: z.string().nullable(),
  /** Rules were changed since. */
  changedSince: z.boolean(),
  /** Nearest first. */
  counterfactuals: z
    .array(
      z.object({
        decision: decisionSchema,
        rule: z.string().nullable(),
        clause: z.string().nullable(),
        changes: z.array(counterfactualChangeSchema).min(1),
        /** Relative to the value that it was; null where a value has no size. */
        distance: z.number().nullable(),
        /** Rules that had not run read lists as they are today. */
        today: z.boolean(),
      }),
    )
    .max(6),
})
export type Counterfactuals = z.infer<typeof counterfactualsSchema>
export type Counterfactual = Counterfactuals['counterfactuals'][number]
