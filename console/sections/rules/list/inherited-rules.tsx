import { DirectionalIcon } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { useRuleScope } from '../rule-scope.tsx'
import { RuleTable } from './rule-table.tsx'

/** Rules of the environments above, which run first; they are changed where they belong. */
export function InheritedRules({ rules, open }: { rules: readonly RuleSummary[]; open: boolean }) {
  const { session } = useEnvironments()
  const groups = [...Map.groupBy(rules, rule => rule.environmentId)]
  return groups.map(([environmentId, list]) => (
    <Inherited
      key={environmentId}
      rules={list}
      open={open}
      name={session.environments.find(each => each.id === environmentId)?.friendlyName ?? ''}
    />
  ))
}

function Inherited({ name, rules, open }: { name: string; rules: readonly RuleSummary[]; open: boolean }) {
  const id = useId()
  const [chosen, setChosen] = useState(false)
  const { routing, actions } = useRuleScope()
  const shown = open || chosen
  return (
    <section aria-labelledby={id} className="border-be border-line-subtle">
      <h2>
        <button
          id={id}
          type="button"
          aria-expanded={shown}
          onClick={() => setChosen(!chosen)}
          className="flex min-h-bar w-full items-center gap-2 px-page py-1 text-start font-semibold hover:bg-surface-hover focus-ring-inset"
        >
          <DirectionalIcon icon={shown ? ChevronDown : ChevronRight} size={12} />
          <span>
            <FormattedMessage
              id="Rules.Inherited.Title"
              values={{ environment: <bdi key="environment">{name}</bdi> }}
            />
          </span>
          <span className="text-xs font-normal text-fg-muted tabular-nums">{rules.length}</span>
          <span className="text-xs font-normal text-fg-muted">
            <FormattedMessage id="Rules.Inherited.Note" />
          </span>
        </button>
      </h2>
      {shown ? (
        <RuleTable type={routing ? 'routing' : 'decision'} mixed={actions} labelledBy={id} rows={rules} />
      ) : null}
    </section>
  )
}
