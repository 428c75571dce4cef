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
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { type OutcomeFilter, type OutcomeState, outcomeFilterNames } from './outcome-address.ts'
import type { ReportState } from './report-address.ts'
import { filterValuesOptions, type MoreFilter } from './report-filters.tsx'
import { referenceOfText, textOfReference } from './rule-reference.ts'

const offeredValues = (assessment: string): Record<Exclude<OutcomeFilter, 'decisionRules'>, readonly string[]> => ({
  ruleDecisions,
  finalDecisions: finalDecisionsOf(assessment),
  transactionStatuses,
  latestStatuses,
  fraudFlags,
  scoreType: scoreTypesOf(assessment),
  fraudTypes: fraudSignals,
  nonFraudTypes: nonFraudSignals,
})
const labels = {
  ruleDecisions: 'Reports.Filter.ruleDecisions',
  decisionRules: 'Reports.Filter.decisionRules',
  finalDecisions: 'Reports.Filter.finalDecisions',
  transactionStatuses: 'Reports.Chart.statuses',
  latestStatuses: 'Reports.Chart.observed',
  fraudFlags: 'Reports.Filter.fraudFlags',
  scoreType: 'Reports.Filter.scoreType',
  fraudTypes: 'Reports.Filter.fraudTypes',
  nonFraudTypes: 'Reports.Filter.nonFraudTypes',
} as const satisfies Record<OutcomeFilter, string>

function valueLabelOf(name: OutcomeFilter, value: string): string {
  switch (name) {
    case 'ruleDecisions':
      return `DesignSystem.Decision.${value.toLowerCase()}`
    case 'fraudFlags':
      return `Reports.FraudFlag.${value}`
    case 'scoreType':
      return `Rules.Field.${value}Score`
    case 'fraudTypes':
    case 'nonFraudTypes':
      return `Reports.Signal.${value}`
    default:
      return value === 'Other' ? 'DesignSystem.Graph.KindsOther' : `Reports.Status.${value.replaceAll(' ', '')}`
  }
}

/** The filters that rules, scores and threats share; one with a single value is not offered. */
export function useOutcomeFilters(state: Pick<ReportState, 'assessment'> & OutcomeState): MoreFilter[] {
  const intl = useIntl()
  const offered = offeredValues(state.assessment)
  const rules = useDecisionRules(state.assessment)
  return outcomeFilterNames.flatMap((name): MoreFilter | MoreFilter[] => {
    const label = intl.formatMessage({ id: labels[name] })
    if (name === 'decisionRules') {
      const values = state.decisionRules.filter(text => referenceOfText(text) !== null)
      // A rule of the address may not have decided anything for months.
      const missing = values.filter(value => rules.every(rule => rule.value !== value))
      const options = [...rules, ...missing.map(value => ({ value, label: value }))]
      return options.length === 0 ? [] : { id: name, label, options, values }
    }
    if (offered[name].length <= 1) return []
    return {
      id: name,
      label,
      options: offered[name].map(value => ({ value, label: intl.formatMessage({ id: valueLabelOf(name, value) }) })),
      values: state[name].filter(value => offered[name].includes(value)),
      single: name === 'scoreType',
    }
  })
}

/** The rules that decided, each with its clauses below it and the number of its transactions. */
function useDecisionRules(assessment: string): MoreFilter['options'] {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const { data } = useQuery(filterValuesOptions(environmentId, assessment))
  const counted = (value: string, count: number) =>
    intl.formatMessage({ id: 'Reports.Value' }, { value, count: intl.formatNumber(count) })
  return (data?.rules ?? []).flatMap(({ ruleId, name, count, clauses }) => [
    { value: textOfReference({ ruleId, clause: null }), label: counted(name, count) },
    ...clauses.map(({ clause, count: ofClause }) => ({
      value: textOfReference({ ruleId, clause }),
      label: counted(intl.formatMessage({ id: 'Reports.Rules.ClauseOf' }, { rule: name, clause }), ofClause),
    })),
  ])
}
