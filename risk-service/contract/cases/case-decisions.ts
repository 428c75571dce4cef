import { z } from 'zod'
import { buttonSentiments, caseActions, caseLimits, labelActions } from './case-definitions.ts'

const actionSchema = z.string().trim().min(1).max(caseLimits.fqlAction).nullable().default(null)

/** One decision of an assessment, as it is configured: a button of the review page. */
export const queueDecisionSchema = z.object({
  name: z.string().trim().min(1).max(caseLimits.name),
  caseAction: z.enum(caseActions),
  labelAction: z.enum(labelActions),
  reasons: z.array(z.string().trim().min(1).max(caseLimits.reason)).min(1).max(caseLimits.reasons),
  buttonSentiment: z.enum(buttonSentiments).nullable().default(null),
  /** Statement that runs each time the decision is used: DO External.<call>(…) WHEN <condition>. */
  fqlAction: actionSchema,
})
export type QueueDecision = z.infer<typeof queueDecisionSchema>

/** The decisions of an assessment and the default of its queues. */
export const storedCaseConfigurationSchema = z.object({
  queueDecisions: z.array(queueDecisionSchema),
  defaultDecisionName: z.string(),
  /** Statement that asks the customer for a challenge: DO External.<call>(…) WHEN <condition>; null: none can be asked for. */
  challengeAction: actionSchema,
})
export type CaseConfiguration = z.infer<typeof storedCaseConfigurationSchema>

/** A configuration as it is sent, in the spelling of any release. A property that is unknown is refused, not lost. */
export const caseConfigurationSchema = z
  .strictObject({
    queueDecisions: z
      .array(z.strictObject(queueDecisionSchema.shape))
      .min(2, 'At least two decisions are needed.')
      .max(caseLimits.decisions),
    defaultDecisionName: z.string().optional(),
    /** The name of the same property in some published samples. */
    defaultDecisionButtonName: z.string().optional(),
    challengeAction: actionSchema,
    /** Read-only in published samples: the fields by which queues can be ordered. */
    sortableBy: z.array(z.string()).optional(),
  })
  .superRefine(({ queueDecisions, ...named }, context) => {
    const names = queueDecisions.map(({ name }) => name.toLowerCase())
    names.forEach((name, index) => {
      if (names.indexOf(name) < index)
        context.addIssue({
          code: 'custom',
          path: ['queueDecisions', index, 'name'],
          message: 'Every decision needs its own name.',
        })
    })
    if (new Set(queueDecisions.map(({ caseAction }) => caseAction)).size < 2)
      context.addIssue({
        code: 'custom',
        path: ['queueDecisions'],
        message: 'The decisions need at least two different values of caseAction.',
      })
    if (!queueDecisions.some(({ name }) => name === defaultOf(named)))
      context.addIssue({
        code: 'custom',
        path: ['defaultDecisionName'],
        message: 'This is not the name of a decision.',
      })
  })
  .transform(
    ({ queueDecisions, challengeAction, ...named }): CaseConfiguration => ({
      queueDecisions,
      defaultDecisionName: defaultOf(named) ?? '',
      challengeAction,
    }),
  )

const defaultOf = (named: {
  defaultDecisionName?: string | undefined
  defaultDecisionButtonName?: string | undefined
}): string | undefined => named.defaultDecisionName ?? named.defaultDecisionButtonName

/** The decisions of an assessment that has no configuration of its own. */
export const defaultCaseConfiguration: CaseConfiguration = {
  queueDecisions: [
    {
      name: 'Approve',
      caseAction: 'Approve',
      labelAction: 'None',
      reasons: [
        'Wrong decision',
        'Account rehabilitated',
        'Business policy',
        'Verified customer',
        'Test account',
        'Other',
        'Low risk',
        'Not enough info to claim fraud',
      ],
      buttonSentiment: 'Positive',
      fqlAction: null,
    },
    {
      name: 'Reject',
      caseAction: 'Reject',
      labelAction: 'None',
      reasons: [
        'Stolen card',
        'Compromised account',
        'Collusion',
        'Fraud business',
        'Business policy violation',
        'Unauthorized activity',
        'Friendly fraud',
        'Abuse',
        'Suspected fraud',
        'Other',
      ],
      buttonSentiment: 'Negative',
      fqlAction: null,
    },
  ],
  defaultDecisionName: 'Approve',
  challengeAction: null,
}
