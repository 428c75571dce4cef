import { Badge } from '@assay/design-system'
import type { RuleSettings } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** Environments whose rules decide about an event, in run order, and where the run can end before this one. */
export function RuleChain({ chain }: { chain: RuleSettings['chain'] }) {
  const end = chain.findIndex((step, index) => step.evaluation === 'first' && index < chain.length - 1)
  return (
    <>
      <ol className="flex flex-col gap-1">
        {chain.map((step, index) => (
          <li key={step.environmentId} className="flex items-start gap-2 py-0.5">
            <span className="w-4 shrink-0 text-end text-xs leading-5 text-fg-muted tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-2">
                <bdi className={step.reached ? 'font-medium' : 'text-fg-muted'}>{step.name}</bdi>
                {step.reached ? null : (
                  <Badge tone="warning">
                    <FormattedMessage id="Rules.Chain.NotReached" />
                  </Badge>
                )}
              </span>
              <span className="block text-xs text-fg-muted">
                <FormattedMessage id={`Rules.Behaviour.${step.evaluation}`} />
              </span>
              <span className="block text-xs text-fg-muted">
                <FormattedMessage id="Rules.Chain.Active" values={{ count: step.activeRules }} />
              </span>
            </span>
          </li>
        ))}
      </ol>
      <p className="pbs-2 text-xs text-fg-secondary">
        {end < 0 ? (
          <FormattedMessage id="Rules.Chain.Decision" />
        ) : (
          <FormattedMessage
            id="Rules.Chain.Ends"
            values={{ environment: <bdi key="environment">{chain[end]?.name}</bdi> }}
          />
        )}
      </p>
    </>
  )
}
