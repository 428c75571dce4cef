import type { RulesReport } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import type { MoreFilter } from '../report-filters.tsx'
import { referenceOfText, textOfReference } from '../rule-reference.ts'
import { useOutcomeFilters } from '../use-outcome-filters.ts'
import { useRuleNames } from './rule-names.ts'
import type { RulesState } from './rules-address.ts'

/** The filters of the report of rules beside those of every report. */
export function useRuleFilters(state: RulesState, report: RulesReport | undefined): MoreFilter[] {
  const intl = useIntl()
  const { nameOf } = useRuleNames(report)
  const outcomes = useOutcomeFilters(state)
  const optionOf = (text: string, label: string) => ({ value: text, label })
  const rules = (report?.rows ?? []).flatMap(({ ruleId, clauses }) => [
    { ruleId, clause: null },
    ...clauses.map(({ clause }) => ({ ruleId, clause })),
  ])
  const options = rules.map(reference => optionOf(textOfReference(reference), nameOf(reference)))
  // What the address names may have no transactions in the filters.
  const missing = state.rule.filter(text => options.every(({ value }) => value !== text))
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
    ...outcomes,
  ]
}
