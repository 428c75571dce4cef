import { DecisionBadge, Heading, SkeletonRows } from '@assay/design-system'
import {
  type Counterfactual,
  type CounterfactualChange,
  type EventDetail,
  supportStatuses,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { windowLabel } from '../../../platform/velocities/velocity-window.ts'
import { groupByDecision } from './counterfactual-groups.ts'

/**
 * The nearest changes that would have led to another decision, each tried on the rules of that time; worked out when it
 * is shown.
 */
export function CounterfactualsSection({ row }: { row: EventDetail['row'] }) {
  const { environmentId, eventType, externalId } = row
  const query = useQuery(
    api.events.counterfactuals.queryOptions({
      input: { environmentId, eventType, id: externalId },
      staleTime: 300_000,
    }),
  )
  const { data } = query
  return (
    <section
      className="border-bs border-line-subtle px-4 py-3"
      aria-labelledby="counterfactuals-title"
      aria-busy={query.isPending}
    >
      <Heading level={3} size="sm" id="counterfactuals-title" className="text-fg-secondary">
        <FormattedMessage id="Review.Counterfactuals.Title" />
      </Heading>
      {query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={3} className="*:px-0" />
      ) : data.state !== 'ready' || data.counterfactuals.length === 0 ? (
        <p className="pbs-1 text-fg-muted">
          <FormattedMessage id={`Review.Counterfactuals.${emptyStateIds[data.state]}`} />
        </p>
      ) : (
        <>
          <ol className="flex flex-col pbs-1">
            {groupByDecision(data.counterfactuals).map(({ counterfactual, first }) => (
              <CounterfactualItem
                key={JSON.stringify(counterfactual.changes)}
                counterfactual={counterfactual}
                first={first}
              />
            ))}
          </ol>
          <p className="flex flex-wrap gap-x-1 pbs-1 text-xs text-fg-muted">
            <FormattedMessage id="Review.Counterfactuals.Note" />
            {data.changedSince ? <FormattedMessage id="Review.Counterfactuals.ChangedSince" /> : null}
          </p>
        </>
      )}
    </section>
  )
}

const emptyStateIds = {
  ready: 'None',
  noRules: 'NoRules',
  ruleChanged: 'RuleChanged',
  notReproduced: 'NotReproduced',
} as const

function CounterfactualItem({ counterfactual, first }: { counterfactual: Counterfactual; first: boolean }) {
  const intl = useIntl()
  return (
    <li className="flex gap-3 py-1">
      <span className="min-w-[5.5rem] shrink-0">
        {first ? (
          <DecisionBadge decision={counterfactual.decision} />
        ) : (
          <span className="px-1.5 text-fg-muted">
            <FormattedMessage id="Review.Counterfactuals.Or" />{' '}
            <span className="sr-only">
              {intl.formatMessage({ id: `DesignSystem.Decision.${counterfactual.decision.toLowerCase()}` })}
            </span>
          </span>
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        {counterfactual.changes.map((change, index) => (
          <span key={`${change.kind} ${change.name} ${change.window ?? ''}`} className="flex flex-col">
            <span className="flex min-w-0 flex-wrap gap-x-1 break-words">
              {index > 0 ? <FormattedMessage id="Review.Counterfactuals.And" /> : null}
              <span className="min-w-0">
                <ChangeName change={change} />
              </span>
              <b className="font-semibold">
                <TargetValue change={change} />
              </b>
            </span>
            <span className="text-xs text-fg-muted">
              <FormattedMessage
                id="Review.Counterfactuals.Now"
                values={{ value: <ChangeValue key="now" change={change} value={change.now} /> }}
              />
            </span>
          </span>
        ))}
        {counterfactual.today ? (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Review.Counterfactuals.Today" />
          </span>
        ) : null}
      </span>
    </li>
  )
}

function ChangeName({ change: { kind, name, window } }: { change: CounterfactualChange }): ReactNode {
  const intl = useIntl()
  if (kind === 'score') return <FormattedMessage id={`Review.Counterfactuals.${name}`} />
  if (window !== null)
    return (
      <FormattedMessage
        id="Review.Counterfactuals.Window"
        values={{
          name: (
            <bdi key="name" dir="ltr">
              {name}
            </bdi>
          ),
          window: windowLabel(intl, window),
        }}
      />
    )
  return kind === 'attribute' ? (
    <bdi dir="ltr" className="min-w-0 font-mono text-xs wrap-anywhere">
      {breakablePath(name)}
    </bdi>
  ) : (
    <bdi>{name}</bdi>
  )
}

/** A path may break after a dot, so that it does not break within a name. */
function breakablePath(path: string): ReactNode {
  return path.split(/(?<=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}

function TargetValue({ change }: { change: CounterfactualChange }): ReactNode {
  if (change.how === 'other') return <FormattedMessage id="Review.Counterfactuals.Other" />
  if (change.how === 'listed') return <FormattedMessage id="Review.Counterfactuals.Listed" />
  if (change.how === 'unlisted') return <FormattedMessage id="Review.Counterfactuals.Unlisted" />
  return <ChangeValue change={change} value={change.to} />
}

/** A value as it was or would have to be; for a list, whether the key is on it. */
function ChangeValue({
  change,
  value,
}: {
  change: CounterfactualChange
  value: CounterfactualChange['now']
}): ReactNode {
  const list = change.kind === 'list' || change.kind === 'supportList'
  if (list && (value === null || typeof value === 'boolean'))
    return (
      <FormattedMessage id={value === true ? 'Review.Counterfactuals.Listed' : 'Review.Counterfactuals.Unlisted'} />
    )
  if (value === null) return <FormattedMessage id="Review.Counterfactuals.Missing" />
  if (typeof value === 'number') return <FormattedNumber value={value} maximumFractionDigits={2} />
  if (typeof value === 'boolean')
    return <FormattedMessage id={value ? 'Review.Counterfactuals.True' : 'Review.Counterfactuals.False'} />
  const status = change.kind === 'supportList' ? supportStatuses.find(each => each === value) : undefined
  if (status !== undefined) return <FormattedMessage id={`SupportStatus.${status}`} />
  return (
    <bdi dir="ltr" className="break-all">
      {value}
    </bdi>
  )
}
