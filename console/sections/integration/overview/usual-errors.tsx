import { Card, CardHeader, Icon, Link, SkeletonRows } from '@assay/design-system'
import type { ApiErrorGroup, ApiErrors } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'

const dayMs = 24 * 3_600_000
const refreshMs = 60_000

/** What goes wrong when systems are connected, each recognised by how its calls fail. */
const kinds = [
  { kind: 'authorisation', isMeant: ({ status }: ApiErrorGroup) => status === 401 || status === 403 },
  { kind: 'data', isMeant: ({ fault }: ApiErrorGroup) => fault !== null },
  { kind: 'rate', isMeant: ({ status }: ApiErrorGroup) => status === 429 },
] as const

/** The usual errors of the last day, each with a link to its calls. */
export function UsualErrors() {
  const title = useIntl().formatMessage({ id: 'Integration.Errors' })
  const { id: environmentId } = useEnvironment()
  const query = useQuery({
    queryKey: [...api.apiManagement.errors.queryKey({ input: { environmentId, from: '', to: '' } }), 'day'],
    queryFn: ({ signal }) => {
      const now = serverNow()
      const period = { from: new Date(now - dayMs).toISOString(), to: new Date(now).toISOString() }
      return client.apiManagement.errors({ environmentId, ...period }, { signal })
    },
    staleTime: 10_000,
    refetchInterval: refreshMs,
  })
  const errors = query.data as ApiErrors | undefined
  return (
    <Card className="min-w-0">
      <CardHeader title={title} />
      {errors !== undefined ? (
        <ul className="px-4 pbe-3" aria-label={title}>
          {kinds.map(({ kind, isMeant }) => (
            <li
              key={kind}
              className="flex min-h-row flex-wrap items-center gap-x-2 gap-y-1 border-be border-line-subtle py-1 text-sm last:border-be-0"
            >
              <UsualError kind={kind} groups={errors.groups.filter(isMeant)} />
            </li>
          ))}
        </ul>
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Card>
  )
}

interface UsualErrorProps {
  kind: (typeof kinds)[number]['kind']
  /** The most frequent first. */
  groups: readonly ApiErrorGroup[]
}

function UsualError({ kind, groups }: UsualErrorProps) {
  const href = useHref()
  const [most] = groups
  const caller = most?.callers[0]
  return (
    <>
      <Icon
        icon={most === undefined ? CircleCheck : TriangleAlert}
        className={most === undefined ? 'text-fg-muted' : 'text-warning-text'}
      />
      <span className="font-semibold">
        <FormattedMessage id={`Integration.Errors.${kind}`} />
      </span>
      <span className="min-w-0 flex-1 text-fg-secondary">
        {most === undefined ? (
          <FormattedMessage id="Integration.Errors.None" />
        ) : (
          <FormattedMessage
            id="Integration.Errors.Text"
            values={{
              calls: groups.reduce((sum, { calls }) => sum + calls, 0),
              reason: <bdi key="reason">{most.fault === null ? most.message : most.fault.field}</bdi>,
              caller: <bdi key="caller">{caller?.name ?? caller?.clientId}</bdi>,
            }}
          />
        )}
      </span>
      {most === undefined ? null : (
        <Link asChild>
          <RouterLink
            to={href('/data/apimanagement/errors', new URLSearchParams({ code: String(most.status), group: most.id }))}
          >
            <FormattedMessage id="Integration.Errors.Show" />
          </RouterLink>
        </Link>
      )}
    </>
  )
}
