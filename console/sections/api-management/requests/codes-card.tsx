import { Card, CardBody, CardHeader, cn, Link, SkeletonRows, useFormat } from '@assay/design-system'
import type { ApiCodeCount, ApiErrorGroup, ApiErrors } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { type PerformanceRange, serialiseRange } from '../../../platform/outgoing-requests/performance.ts'
import { applySearchState } from '../../../platform/router/use-search-state.ts'
import { boundsOf, errorParameters, refreshMsOf } from '../api-address.ts'
import { useGroupText } from '../errors/use-group-text.ts'
import { statusDescription } from '../status-text.ts'

/** Groups of errors in the card: the others are on the page of the errors. */
const mostGroups = 5

/** Which errors are meant: filters that the errors have, too. */
interface ErrorScope {
  range: PerformanceRange
  apiName: string | null
  caller: string | null
  version: string | null
}

interface CodesCardProps {
  /** Undefined while those of a selected row are read. */
  codes: readonly ApiCodeCount[] | undefined
  subject?: ReactNode
  /** Null: requests are filtered by something that errors are not stored with, and no groups can be named. */
  scope: ErrorScope | null
  /** The code whose groups are shown; null: the most frequent one. */
  code: number | null
  onCode: (code: number) => void
}

/** How many calls each code answered; of a code of errors, what refused them. */
export function CodesCard({ codes, subject, scope, code, onCode }: CodesCardProps) {
  const intl = useIntl()
  const href = useHref()
  const failed = (codes ?? []).filter(({ status }) => status >= 400).sort((a, b) => b.calls - a.calls)
  const chosen = failed.find(({ status }) => status === code) ?? failed[0]
  const most = failed[0]?.calls ?? 1
  return (
    <Card
      className="min-w-0 self-start overflow-clip"
      role="region"
      aria-label={intl.formatMessage({ id: 'ApiManagement.ErrorsByCode' })}
    >
      <CardHeader
        title={<FormattedMessage id="ApiManagement.ErrorsByCode" />}
        meta={subject}
        actions={
          scope === null ? undefined : (
            <Link asChild>
              <RouterLink to={href('/data/apimanagement/errors', errorsAddress(scope, null, null))}>
                <FormattedMessage id="ApiManagement.OpenErrors" />
              </RouterLink>
            </Link>
          )
        }
      />
      {codes === undefined ? (
        <SkeletonRows rows={3} />
      ) : failed.length === 0 ? (
        <CardBody className="text-sm text-fg-secondary">
          <FormattedMessage id="OutgoingRequests.Performance.NoErrors" />
        </CardBody>
      ) : (
        <ul>
          {failed.map(({ status, calls }) => (
            <li key={status} className="border-bs border-line-subtle">
              <CodeRow
                status={status}
                calls={calls}
                share={calls / most}
                pressed={status === chosen?.status}
                onPress={scope === null ? null : () => onCode(status)}
              />
            </li>
          ))}
        </ul>
      )}
      {scope === null || chosen === undefined ? null : <Groups scope={scope} status={chosen.status} />}
    </Card>
  )
}

/** The address of the errors that are meant. */
function errorsAddress(
  { range, apiName, caller, version }: ErrorScope,
  code: number | null,
  group: string | null,
): URLSearchParams {
  return applySearchState(errorParameters, new URLSearchParams(), {
    range,
    api: apiName,
    caller,
    version,
    code,
    group,
  })
}

interface CodeRowProps extends ApiCodeCount {
  /** Of the most frequent code. */
  share: number
  pressed: boolean
  onPress: (() => void) | null
}

function CodeRow({ status, calls, share, pressed, onPress }: CodeRowProps) {
  const format = useFormat()
  const content = (
    <>
      <bdi dir="ltr" className="font-semibold tabular-nums">
        {status}
      </bdi>
      <bdi dir="ltr" className="min-w-0 flex-1 truncate text-start">
        {statusDescription(status)}
      </bdi>
      <span className="font-semibold tabular-nums">{format.number(calls)}</span>
      <span aria-hidden className="h-1.5 w-12 shrink-0 rounded-mark bg-surface-sunken">
        <span className="block h-full rounded-mark bg-line-strong" style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </>
  )
  const look = 'flex min-h-row w-full items-center gap-3 px-4 py-1 text-sm'
  if (onPress === null) return <div className={look}>{content}</div>
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={cn(look, 'focus-ring-inset hover:bg-surface-hover aria-[pressed=true]:bg-surface-selected')}
      onClick={onPress}
    >
      {content}
    </button>
  )
}

/** What refused the calls of a code, each with a link to its errors. */
function Groups({ scope, status }: { scope: ErrorScope; status: number }) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const textOf = useGroupText()
  const { id: environmentId } = useEnvironment()
  const filter = {
    status,
    ...(scope.apiName === null ? {} : { apiName: scope.apiName }),
    ...(scope.caller === null ? {} : { clientId: scope.caller }),
    ...(scope.version === null ? {} : { clientVersion: scope.version }),
  }
  const query = useQuery({
    queryKey: [
      ...api.apiManagement.errors.queryKey({ input: { environmentId, from: '', to: '', ...filter } }),
      serialiseRange(scope.range),
    ],
    queryFn: ({ signal }) =>
      client.apiManagement.errors({ environmentId, ...boundsOf(scope.range, serverNow()), ...filter }, { signal }),
    staleTime: 2_000,
    refetchInterval: ({ state }) => refreshMsOf(state.data?.step),
  })
  const errors = query.data as ApiErrors | undefined
  if (errors === undefined)
    return query.isError ? (
      <QueryError error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={2} />
    )
  const title = intl.formatMessage({ id: 'ApiManagement.GroupsOf' }, { code: String(status) })
  return (
    <section className="border-bs border-line pbs-2 pbe-2" aria-label={title}>
      <h3 className="flex flex-wrap justify-between gap-x-3 px-4 pbe-1 text-xs text-fg-secondary">
        <span className="font-semibold">{title}</span>
        <FormattedMessage
          id="ApiManagement.GroupCount"
          values={{ calls: errors.calls, groups: errors.groups.length }}
        />
      </h3>
      <ul>
        {errors.groups.slice(0, mostGroups).map(group => (
          <li key={group.id}>
            <RouterLink
              to={href('/data/apimanagement/errors', errorsAddress(scope, status, group.id))}
              className="flex items-baseline gap-3 px-4 py-1.5 text-sm focus-ring-inset hover:bg-surface-hover"
            >
              <span className="min-w-0 flex-1">
                <bdi dir="auto" className="block wrap-anywhere text-link">
                  {textOf(group)}
                </bdi>
                <span className="block truncate text-xs text-fg-secondary">{callersOf(group)}</span>
              </span>
              <span className="font-semibold tabular-nums">{format.number(group.calls)}</span>
            </RouterLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The callers of a group by their names. */
const callersOf = ({ callers }: ApiErrorGroup): string =>
  [...new Set(callers.map(({ name, clientId }) => name ?? clientId))].join(', ')
