import {
  addDays,
  type RuleReference,
  type RulesInput,
  type RulesReport,
  type SearchCondition,
} from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { environmentParameter, useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import { searchParameters } from '../../../platform/search-url/search-url.ts'

type NamedRule = RulesReport['rules'][number]

/** Returns the name of a rule or clause; null stands for all others. */
export function useRuleNames(report: Pick<RulesReport, 'rules'> | undefined) {
  const intl = useIntl()
  const rules = new Map((report?.rules ?? []).map(rule => [rule.ruleId, rule]))
  return {
    rule: (ruleId: string): NamedRule | undefined => rules.get(ruleId),
    nameOf(reference: RuleReference | null): string {
      if (reference === null) return intl.formatMessage({ id: 'DesignSystem.Graph.KindsOther' })
      const name = rules.get(reference.ruleId)?.name ?? ''
      return reference.clause === null
        ? name
        : intl.formatMessage({ id: 'Reports.Rules.ClauseOf' }, { rule: name, clause: reference.clause })
    },
  }
}

interface RuleLinks {
  /** The page of the rule. */
  rule: string | undefined
  /** Its events in the search. */
  events: string | undefined
  /** What distinguishes the fraud that it caught from what it missed. */
  contrast: string | undefined
}

/** Returns where the rows of a report lead; undefined for what the user may not open, or what is not there any more. */
export function useRuleLinks(
  report: RulesReport | undefined,
  input: Pick<RulesInput, 'assessment' | 'from' | 'to' | 'kind'>,
): (reference: RuleReference) => RuleLinks {
  const href = useHref()
  const can = useCan()
  const { id: environmentId, ancestorIds } = useEnvironment()
  const { rule } = useRuleNames(report)
  const days = (Date.parse(input.to) - Date.parse(input.from)) / 86_400_000 + 1
  return reference => {
    const found = rule(reference.ruleId)
    const rulePage = (more: Readonly<Record<string, string>>): string | undefined => {
      if (!found?.environmentId || !can('rules')) return undefined
      const isOwn = found.environmentId === environmentId || ancestorIds.includes(found.environmentId)
      return href(
        rulesPathOf(input.assessment),
        new URLSearchParams({
          rule: reference.ruleId,
          ...(isOwn ? {} : { [environmentParameter]: found.environmentId }),
          ...more,
        }),
      )
    }
    const period = days <= 7 ? '7d' : days <= 30 ? '30d' : '90d'
    return {
      rule: rulePage({}),
      events: can('search') ? href('/search', eventsOf(reference, found?.eventNames ?? [], report, input)) : undefined,
      contrast: input.kind === 'decision' && can('search') ? rulePage({ missed: period }) : undefined,
    }
  }
}

/** The address of the events that a rule or clause decided, or that an observing one saw. */
function eventsOf(
  { ruleId, clause }: RuleReference,
  names: readonly string[],
  report: RulesReport | undefined,
  { assessment, from, to, kind }: Pick<RulesInput, 'assessment' | 'from' | 'to' | 'kind'>,
): URLSearchParams {
  const range: SearchCondition[] = [
    { column: 'at', op: 'gte', value: `${from}T00:00:00.000Z` },
    { column: 'at', op: 'lt', value: `${addDays(to, 1)}T00:00:00.000Z` },
  ]
  const clauses = clause === null ? (report?.rows.find(row => row.ruleId === ruleId)?.clauses ?? []) : [{ clause }]
  const decided: SearchCondition[] = [
    { column: 'rule', op: 'in', value: [...names] },
    ...(clause === null ? [] : [{ column: 'clause', op: 'eq', value: clause } as const]),
  ]
  const observed: SearchCondition[] = [{ column: 'observingClause', op: 'in', value: clauses.map(each => each.clause) }]
  return searchParameters({
    eventType: assessment,
    filter: { period: 'all', conditions: [...(kind === 'decision' ? decided : observed), ...range] },
  })
}
