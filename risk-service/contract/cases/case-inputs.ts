import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput } from '../common/procedure.ts'
import { caseLimits } from './case-definitions.ts'
import { usefulnessSchema } from './queue-entities.ts'
import { listUpdatesSchema, tagSchema } from './quick-decisions.ts'

/** A case by the event that it is about. `environmentId`: the environment of the event. */
export const caseInput = environmentInput.extend({
  eventType: assessmentKeySchema,
  id: z.string().min(1).max(128),
})
/** The input of a change by the owner of the lock. */
export const leaseInput = caseInput.extend({ leaseToken: uuid })
export const bundleInput = leaseInput.extend({
  /** Waiting cases of the environment that are taken instead of those with the same customer, instrument or device. */
  cases: z
    .array(caseInput.omit({ environmentId: true }))
    .min(1)
    .max(caseLimits.bundle)
    .optional(),
})
export type NamedCase = Omit<z.output<typeof caseInput>, 'environmentId'>
export const note = z.string().max(caseLimits.note).default('')
const reason = z.string().trim().min(1).max(caseLimits.reason)
/** What a person chooses for a case. */
export const decisionChoice = {
  decision: z.string().min(1).max(caseLimits.name),
  reason,
  note,
  usefulness: usefulnessSchema.nullable().default(null),
  /** Statuses of values of the event on support lists; they need the right to change these. */
  listUpdates: listUpdatesSchema.default([]),
  /** Tag that the case gets. */
  tag: tagSchema.nullable().default(null),
}
