import {
  finalDecisionsOf,
  latestStatuses,
  type RulesReport,
  ruleDecisions,
  transactionStatuses,
} from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import type { MoreFilter } from '../report-filters.tsx'
import { useRuleNames } from './rule-names.ts'
import { type OutcomeFilter, type RulesState, referenceOfText, textOfReference } from './rules-address.ts'

const outcomesOf = (assessment: string): Record<OutcomeFilter, readonly string[]> => ({
  ruleDecisions,
  finalDecisions: finalDecisionsOf(assessment),
  transactionStatuses,
  latestStatuses,
})
const labels = {
  ruleDecisions: 'Reports.Filter.ruleDecisions',
  finalDecisions: 'Reports.Filter.finalDecisions',
  transactionStatuses: 'Reports.Chart.statuses',
  latestStatuses: 'Reports.Chart.observed',
} as const satisfies Record<OutcomeFilter, string>

/** The filters that only the report of rules has. */
export function useRuleFilters(state: RulesState, report: RulesReport | undefined): MoreFilter[] {
  const intl = useIntl()
  const { nameOf } = useRuleNames(report)
  const outcomes = outcomesOf(state.assessment)
  const optionOf = (text: string, label: string) => ({ value: text, label })
  const rules = (report?.rows ?? []).flatMap(({ ruleId, clauses }) => [
    { ruleId, clause: null },
    ...clauses.map(({ clause }) => ({ ruleId, clause })),
  ])
  const options = rules.map(reference => optionOf(textOfReference(reference), nameOf(reference)))
  // What the address names may have no transactions in the filters.
  const missing = state.rule.filter(text => options.every(({ value }) => value !== text))
  const labelOf = (name: OutcomeFilter, value: string): string =>
    intl.formatMessage({
      id:
        name === 'ruleDecisions'
          ? `DesignSystem.Decision.${value.toLowerCase()}`
          : value === 'Other'
            ? 'DesignSystem.Graph.KindsOther'
            : `Reports.Status.${value.replaceAll(' ', '')}`,
    })
  return [
    {
      id: 'rule',
      label: intl.formatMessage({ id: 'Reports.Rules.Column.rule' }),
      options: [
        ...options,
        ...missing.map(text => {
          const reference = referenceOfText(text)
          return optionOf(text, (reference && nameOf(reference)) || text)
        }),
      ],
      values: state.rule,
    },
    ...(Object.keys(outcomes) as OutcomeFilter[]).map(name => ({
      id: name,
      label: intl.formatMessage({ id: labels[name] }),
      options: outcomes[name].map(value => optionOf(value, labelOf(name, value))),
      values: state[name].filter(value => outcomes[name].some(each => each === value)),
    })),
  ]
}
