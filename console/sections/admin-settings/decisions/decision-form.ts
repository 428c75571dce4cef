import { type CaseConfiguration, caseActions, type QueueDecision } from '@assay/risk-service/contract'
import { readApiError } from '../../../platform/api/api-error.ts'
import { contractResolver, validateValues } from '../../../platform/forms/contract-resolver.ts'
import { caseConfigurationSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'
import { readDecisionJson } from './decision-json.ts'

/** A decision as the fields show it: an empty statement is none. */
export type DecisionFields = Omit<QueueDecision, 'fqlAction'> & { fqlAction: string }
/** The decisions of an assessment as the fields show them; the default is named by its place in the list. */
export interface DecisionForm {
  queueDecisions: DecisionFields[]
  defaultIndex: number
  /** The statement that asks the customer for a challenge. */
  challengeAction: string
  /** JSON text as it was typed last, which the fields repeat where it is valid; null: the fields were changed last. */
  text: string | null
}

export const newDecision = (): DecisionFields => ({
  name: '',
  caseAction: caseActions[2],
  labelAction: 'None',
  reasons: [],
  buttonSentiment: 'Neutral',
  fqlAction: '',
})

export const decisionFormOf = ({
  queueDecisions,
  defaultDecisionName,
  challengeAction,
}: CaseConfiguration): DecisionForm => ({
  queueDecisions: queueDecisions.map(decision => ({ ...decision, fqlAction: decision.fqlAction ?? '' })),
  defaultIndex: Math.max(
    0,
    queueDecisions.findIndex(({ name }) => name === defaultDecisionName),
  ),
  challengeAction: challengeAction ?? '',
  text: null,
})

/** What is sent: texts without blanks around them. */
export function decisionBody({ queueDecisions, defaultIndex, challengeAction }: DecisionForm): CaseConfiguration {
  const sent = queueDecisions.map(({ name, reasons, fqlAction, ...decision }) => ({
    ...decision,
    name: name.trim(),
    reasons: reasons.map(reason => reason.trim()),
    fqlAction: fqlAction.trim() || null,
  }))
  return {
    queueDecisions: sent,
    defaultDecisionName: sent[defaultIndex]?.name ?? '',
    challengeAction: challengeAction.trim() || null,
  }
}

const rules = {
  schema: caseConfigurationSchema,
  toBody: decisionBody,
  messages: {
    queueDecisions: 'Admin.Decisions.Problem.Few',
    'queueDecisions.*.name': {
      required: 'Admin.Options.Problem.LinkName',
      invalid: 'Admin.Decisions.Problem.Name',
    },
    'queueDecisions.*.reasons': {
      required: 'Admin.Options.Problem.Empty',
      invalid: 'Admin.Options.Problem.Texts',
      tooLong: 'Admin.Options.Problem.Texts',
      tooMany: 'Admin.Options.Problem.Many',
    },
    'queueDecisions.*.fqlAction': {},
    challengeAction: {},
  },
} as const

const fieldResolver = contractResolver<DecisionForm, typeof caseConfigurationSchema, CaseConfiguration>(rules)

/** Validates the decisions as the service does, apart from their statements. */
export const decisionResolver: typeof fieldResolver = (values, context, options) =>
  values.text === null || readDecisionJson(values.text).problems.length === 0
    ? fieldResolver(values, context, options)
    : { values: {}, errors: { text: { type: 'invalid' } } }

/** What is wrong with the decisions, by field. */
export const decisionErrors = (form: DecisionForm): FormErrors<DecisionForm> =>
  validateValues<DecisionForm, typeof caseConfigurationSchema, CaseConfiguration>(form, rules)

/** What the service found wrong in statements, at their fields; null for any other error. */
export function statementErrorsOf(error: unknown): FormErrors<DecisionForm> | null {
  const failure = readApiError(error)
  if (failure.kind !== 'invalid') return null
  const found: FormErrors<DecisionForm> = {}
  for (const { path, message } of failure.issues) {
    const index = Number(path.at(-2))
    const problem = { id: 'Admin.Decisions.Problem.Statement', values: { problem: message } }
    if (path.at(-1) === 'fqlAction' && Number.isInteger(index)) found[`queueDecisions.${index}.fqlAction`] ??= problem
    if (path.at(-1) === 'challengeAction') found.challengeAction ??= problem
  }
  return Object.keys(found).length === 0 ? null : found
}
