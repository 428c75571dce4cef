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
import { useIntl } from 'react-intl'
import { type OutcomeFilter, type OutcomeState, outcomeFilterNames } from './outcome-address.ts'
import type { ReportState } from './report-address.ts'
import type { MoreFilter } from './report-filters.tsx'

const offeredValues = (assessment: string): Record<OutcomeFilter, readonly string[]> => ({
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
  return outcomeFilterNames
    .filter(name => offered[name].length > 1)
    .map(name => ({
      id: name,
      label: intl.formatMessage({ id: labels[name] }),
      options: offered[name].map(value => ({ value, label: intl.formatMessage({ id: valueLabelOf(name, value) }) })),
      values: state[name].filter(value => offered[name].includes(value)),
      single: name === 'scoreType',
    }))
}
