import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { queueDecisionSchema } from './case-decisions.ts'
import { caseActions, caseLimits } from './case-definitions.ts'
import { caseRowSchema } from './case-entities.ts'
import { caseInput } from './case-inputs.ts'

const time = z.iso.datetime()

/** A case that is to be judged a second time. It has nothing that tells how it was decided, or by whom. */
export const qualitySampleSchema = caseRowSchema
  .pick({
    environmentId: true,
    environmentName: true,
    eventType: true,
    externalId: true,
    queueName: true,
    at: true,
    riskScore: true,
    amount: true,
    currency: true,
    userId: true,
    email: true,
    ip: true,
    country: true,
    deviceId: true,
    paymentInstrumentId: true,
    rule: true,
    reason: true,
  })
  .extend({ sampledAt: time })
export type QualitySample = z.infer<typeof qualitySampleSchema>

const judgedSchema = z.object({ decision: z.string(), caseAction: z.enum(caseActions), reason: z.string() })

/** A judgement of the caller beside the decision that it is about. */
export const qualityJudgementSchema = z.object({
  environmentId: uuid,
  eventType: assessmentKeySchema,
  externalId: z.string(),
  queueName: z.string(),
  first: judgedSchema.extend({ by: z.string() }),
  second: judgedSchema.extend({ note: z.string() }),
  judgedAt: time,
  /** The actions of the two are different. */
  overturned: z.boolean(),
})
export type QualityJudgement = z.infer<typeof qualityJudgementSchema>

const path = `${environmentRoute}/casemanagement/quality`

/** Second judgements of a share of the decisions, for senior reviewers and managers. They never change a decision. */
export const caseQualityContract = {
  list: procedure
    .route({
      method: 'GET',
      path,
      summary: 'Cases that wait for a second judgement by the caller, and the caller’s own ones',
    })
    .input(environmentInput)
    .output(z.object({ waiting: z.array(qualitySampleSchema), judged: z.array(qualityJudgementSchema) })),
  get: procedure
    .route({
      method: 'GET',
      path: `${path}/{eventType}/{id}`,
      summary: 'One case to judge, with the request of its event and the decisions to choose from',
    })
    .input(caseInput)
    .output(
      z.object({
        sample: qualitySampleSchema,
        request: z.record(z.string(), z.unknown()),
        decisions: z.array(queueDecisionSchema.omit({ fqlAction: true })),
      }),
    ),
  judge: procedure
    .route({ method: 'POST', path: `${path}/{eventType}/{id}`, summary: 'Judge a case; the answer shows its decision' })
    .input(
      caseInput.extend({
        decision: z.string().min(1).max(caseLimits.name),
        reason: z.string().trim().min(1).max(caseLimits.reason),
        note: z.string().max(caseLimits.note).default(''),
      }),
    )
    .output(qualityJudgementSchema),
}
