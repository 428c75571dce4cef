import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { evaluation, payload } from './rule-inputs.ts'

const time = z.iso.datetime({ offset: true })

/** How the rules of an assessment are evaluated in an environment, and what a new rule's sample starts as. */
export const ruleSettingsSchema = z.object({
  eventType: z.string(),
  evaluation,
  payload,
  /** The sample is not the one of the system. */
  payloadEdited: z.boolean(),
  /** Of both settings; goes into `baseVersion` of a change, 0 before the first. */
  version: z.number().int(),
  updatedBy: z.string().nullable(),
  updatedAt: time.nullable(),
  /** Environments in run order, from the root down to this one; `reached`: its rules run at all. */
  chain: z.array(
    z.object({
      environmentId: uuid,
      name: z.string(),
      evaluation,
      activeRules: z.number().int(),
      reached: z.boolean(),
    }),
  ),
})
export type RuleSettings = z.infer<typeof ruleSettingsSchema>
