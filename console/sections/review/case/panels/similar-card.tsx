import { Badge, Card, CardBody, CardHeader, DateTime, DecisionBadge, SkeletonRows } from '@assay/design-system'
import type { Case, SimilarCase } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../../platform/api/client.ts'
import { caseInputOf } from '../../../../platform/cases/case-links.ts'
import { decisionLook } from '../../../../platform/cases/decisions/decision-choices.ts'
import { useHref } from '../../../../platform/environments/environments.tsx'
import { QueryError } from '../../../../platform/errors/page-error.tsx'

/** The decided cases that are closest to this one, each with its decision and what became known of it later. */
export function SimilarCard({ row }: { row: Case }) {
  const { data, error, isError, refetch } = useQuery(
    api.cases.similar.queryOptions({ input: caseInputOf(row), staleTime: 60_000 }),
  )
  return (
    <Card data-card="similar" tabIndex={-1} className="focus-ring focus:border-accent">
      <CardHeader title={<FormattedMessage id="Review.Case.Similar.Title" />} />
      <CardBody>
        {isError ? (
          <QueryError error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={3} />
        ) : data.length === 0 ? (
          <p className="text-fg-secondary">
            <FormattedMessage id="Review.Case.Similar.None" />
          </p>
        ) : (
          <ul className="flex flex-col gap-3">
            {data.map(similar => (
              <SimilarEntry key={similar.externalId} similar={similar} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}

function SimilarEntry({ similar }: { similar: SimilarCase }) {
  const href = useHref()
  const { eventType, environmentId, externalId, decision, reason, decidedAt, via } = similar
  const address = [eventType, environmentId, externalId].map(encodeURIComponent).join('/')
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          className="inline-flex min-h-6 min-w-0 items-center truncate text-link underline focus-ring"
          to={href(`/search/${address}`)}
        >
          <bdi dir="ltr">{externalId}</bdi>
        </Link>
        <DecisionBadge decision={decisionLook(similar) ?? decision} />
      </div>
      <p className="text-xs wrap-anywhere text-fg-secondary">
        {via === 'Timeout' ? (
          <FormattedMessage
            id="Review.Case.Similar.Timeout"
            values={{ time: <DateTime key="time" value={decidedAt} /> }}
          />
        ) : (
          <FormattedMessage
            id="Review.Case.Similar.Decided"
            values={{
              reason: <bdi key="reason">{reason}</bdi>,
              time: <DateTime key="time" value={decidedAt} />,
            }}
          />
        )}
      </p>
      <p className="text-xs wrap-anywhere">
        <Likeness similar={similar} />
      </p>
      <LaterOutcome similar={similar} />
    </li>
  )
}

/** What both cases have in common. */
function Likeness({ similar }: { similar: SimilarCase }) {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })
  const parts = [
    ...similar.shared.map(kind => text(`Events.Entity.${kind}`)),
    ...(similar.sameRule ? [text('Review.Case.Similar.Rule')] : []),
    ...(similar.sameScoreBand ? [text('Review.Case.Similar.Score')] : []),
    ...(similar.sameAmountBand ? [text('Review.Case.Similar.Amount')] : []),
  ]
  return (
    <FormattedMessage id="Review.Case.Similar.Shared" values={{ what: intl.formatList(parts, { type: 'unit' }) }} />
  )
}

function LaterOutcome({ similar: { chargeback, label } }: { similar: SimilarCase }) {
  if (chargeback === null && label === null)
    return (
      <p className="text-xs text-fg-muted">
        <FormattedMessage id="Review.Case.Similar.Nothing" />
      </p>
    )
  return (
    <div className="flex flex-wrap gap-1">
      {chargeback === null ? null : (
        <Badge tone="danger">
          <FormattedMessage
            id={chargeback.reason === null ? 'Review.Case.Similar.Chargeback' : 'Review.Case.Similar.ChargebackFor'}
            values={{ reason: <bdi key="reason">{chargeback.reason}</bdi> }}
          />
        </Badge>
      )}
      {label === null ? null : (
        <Badge tone={label.isFraud ? 'danger' : 'success'}>
          <FormattedMessage id={label.isFraud ? 'Review.Case.Similar.Fraud' : 'Review.Case.Similar.NonFraud'} />
        </Badge>
      )}
    </div>
  )
}
