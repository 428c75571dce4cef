import { Badge, Card, CardHeader, DateTime } from '@assay/design-system'
import type { CaseMention } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { casePath } from '../../../platform/cases/case-links.ts'
import { environmentParameter, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'

/** Notes that mention the caller, each with the way to its case; nothing while there are none. */
export function MentionsCard() {
  const { id: environmentId } = useEnvironment()
  const { data, error, isError, refetch } = useQuery(
    api.cases.mentions.queryOptions({ input: { environmentId }, staleTime: 30_000, refetchInterval: 60_000 }),
  )
  if (!isError && (data === undefined || data.length === 0)) return null
  const unread = data?.filter(mention => mention.unread).length ?? 0
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Cases.Mentions" />}
        meta={unread > 0 ? <FormattedMessage id="Cases.Mentions.Unread" values={{ count: unread }} /> : undefined}
      />
      {isError && data ? (
        <div className="px-4 pbe-2">
          <StaleNotice />
        </div>
      ) : null}
      {data === undefined ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="flex flex-col pbe-2">
          {data.map(mention => (
            <MentionEntry key={mention.noteId} mention={mention} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function MentionEntry({ mention }: { mention: CaseMention }) {
  const href = useHref()
  const { environmentId, eventType, externalId, queueId, author, text, at, unread } = mention
  const path =
    queueId === null
      ? `/search/${[eventType, environmentId, externalId].map(encodeURIComponent).join('/')}`
      : casePath(queueId, mention)
  const parameters = new URLSearchParams({ [environmentParameter]: environmentId, notes: 'open' })
  return (
    <li className="flex min-w-0 flex-col gap-0.5 border-bs border-line-subtle px-4 py-2 first:border-bs-0">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        <Link
          className="inline-flex min-h-6 min-w-0 items-center truncate text-link underline focus-ring"
          to={href(path, parameters)}
        >
          <bdi dir="ltr">{externalId}</bdi>
        </Link>
        {unread ? (
          <Badge tone="info">
            <FormattedMessage id="Cases.Mentions.New" />
          </Badge>
        ) : null}
        <span className="text-xs text-fg-secondary">
          <FormattedMessage
            id="Cases.Mentions.By"
            values={{ name: <bdi key="name">{author}</bdi>, time: <DateTime key="time" value={at} /> }}
          />
        </span>
      </div>
      <p className="line-clamp-2 wrap-anywhere text-sm" dir="auto">
        {text}
      </p>
    </li>
  )
}
