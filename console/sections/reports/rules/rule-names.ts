import { useNow } from '@assay/design-system'
import { dayIn, type RuleReference, type RulesInput, type RulesReport } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { environmentParameter, useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import { ruleEventsOf } from './rule-events.ts'

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

type LinkedInput = Omit<RulesInput, 'environmentId' | 'view' | 'grain' | 'rules'>

/** Periods for which the page of a rule compares fraud, by their days up to today. */
const contrastPeriods: Readonly<Record<number, string>> = { 7: '7d', 30: '30d', 90: '90d' }

/** Returns where the rows of a report lead; undefined for what the user may not open, or what is not there any more. */
export function useRuleLinks(
  report: RulesReport | undefined,
  input: LinkedInput,
): (reference: RuleReference) => RuleLinks {
  const href = useHref()
  const can = useCan()
  const today = dayIn(useNow(), 'UTC')
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
    const events = can('search') ? ruleEventsOf(reference, found?.eventNames ?? [], report, input) : undefined
    const missed = input.to === today ? contrastPeriods[days] : undefined
    return {
      rule: rulePage({}),
      events: events && href('/search', events),
      contrast: input.kind === 'decision' && missed !== undefined && can('search') ? rulePage({ missed }) : undefined,
    }
  }
}
