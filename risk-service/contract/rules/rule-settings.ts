import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { evaluation, payload } from './rule-inputs.ts'

const time = z.iso.datetime({ offset: true })

/** The evaluation of the rules of an assessment in an environment, and the sample of a new rule. */
export const ruleSettingsSchema = z.object({
  eventType: z.string(),
  evaluation,
  payload,
  /** The sample differs from that of the system. */
  payloadEdited: z.boolean(),
  /** Version of both settings; sent as `baseVersion` of a change, 0 before the first. */
  version: z.number().int(),
  updatedBy: z.string().nullable(),
  updatedAt: time.nullable(),
  /** Environments in run order, from the root down to this one; `reached`: whether its rules run. */
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
