import {
  finalDecisionsOf,
  fraudFlags,
  fraudSignals,
  latestStatuses,
  nonFraudSignals,
  ruleDecisions,
  scoreTypesOf,
  transactionStatuses,
} from '@assay/risk-service/contract'
import { type ReportOffer, type ReportState, summaryInputOf, valuesParameter } from './report-address.ts'
import { referenceOfText } from './rule-reference.ts'

/** The filters that rules, scores and threats share, in an address. */
export const outcomeParameters = {
  ruleDecisions: valuesParameter,
  /** Rules and clauses that decided. */
  decisionRules: valuesParameter,
  finalDecisions: valuesParameter,
  transactionStatuses: valuesParameter,
  latestStatuses: valuesParameter,
  fraudFlags: valuesParameter,
  /** At most one. */
  scoreType: valuesParameter,
  fraudTypes: valuesParameter,
  nonFraudTypes: valuesParameter,
} as const
export type OutcomeFilter = keyof typeof outcomeParameters
export type OutcomeState = Record<OutcomeFilter, readonly string[]>

export const outcomeFilterNames = Object.keys(outcomeParameters) as OutcomeFilter[]
export const noOutcomes = Object.fromEntries(outcomeFilterNames.map(name => [name, []])) as unknown as Record<
  OutcomeFilter,
  readonly []
>

/** Returns those values of a list in the address that a filter offers. */
const offeredOf = <Value extends string>(values: readonly string[], offered: readonly Value[]): Value[] =>
  offered.filter(value => values.includes(value))

/** What the service is asked for by the reports of rules, scores and threats. */
export const outcomeInputOf = (
  state: ReportState & OutcomeState,
  environmentId: string,
  today: string,
  offer: ReportOffer,
) => ({
  ...summaryInputOf(state, environmentId, today, offer),
  ruleDecisions: offeredOf(state.ruleDecisions, ruleDecisions),
  decisionRules: state.decisionRules.flatMap(text => referenceOfText(text) ?? []),
  finalDecisions: offeredOf(state.finalDecisions, finalDecisionsOf(state.assessment)),
  transactionStatuses: offeredOf(state.transactionStatuses, transactionStatuses),
  latestStatuses: offeredOf(state.latestStatuses, latestStatuses),
  fraudFlags: offeredOf(state.fraudFlags, fraudFlags),
  scoreType: offeredOf(state.scoreType, scoreTypesOf(state.assessment))[0] ?? ('risk' as const),
  fraudTypes: offeredOf(state.fraudTypes, fraudSignals),
  nonFraudTypes: offeredOf(state.nonFraudTypes, nonFraudSignals),
})

/** Whether any of these filters is set. */
export const isByOutcome = (state: OutcomeState): boolean => outcomeFilterNames.some(name => state[name].length > 0)
