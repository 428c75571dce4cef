import { type RulesInput, ruleReportKinds } from '@assay/risk-service/contract'
import { defaultedParameter } from '../../../platform/router/use-search-state.ts'
import { isByOutcome, noOutcomes, outcomeInputOf, outcomeParameters } from '../outcome-address.ts'
import {
  isFiltered,
  noFilters,
  type ReportOffer,
  type ReportState,
  reportParameters,
  valuesParameter,
} from '../report-address.ts'
import { referenceOfText } from '../rule-reference.ts'

export const rulesDisplays = ['table', 'series'] as const

/** The state of the report in its address. */
export const rulesParameters = {
  ...reportParameters,
  kind: defaultedParameter(ruleReportKinds, 'decision'),
  display: defaultedParameter(rulesDisplays, 'table'),
  rule: valuesParameter,
  ...outcomeParameters,
} as const
export type RulesState = ReportState & {
  [Name in keyof typeof rulesParameters]: ReturnType<(typeof rulesParameters)[Name]['parse']>
}

export const noRulesFilters = { ...noFilters, ...noOutcomes, rule: [] } as const satisfies Partial<RulesState>

/** What the service is asked for. */
export const rulesInputOf = (
  state: RulesState,
  environmentId: string,
  today: string,
  offer: ReportOffer,
): RulesInput => ({
  ...outcomeInputOf(state, environmentId, today, offer),
  kind: state.kind,
  rules: state.rule.flatMap(text => referenceOfText(text) ?? []),
})

/** Whether the report shows only a part of the transactions of its range. */
export const isNarrowed = (state: RulesState): boolean =>
  isFiltered(state) || state.rule.length > 0 || isByOutcome(state)
