import type { Dependent } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useEnvironment, useHref } from '../../platform/environments/environments.tsx'

/** What uses a list, each with the way to it where there is one. */
export function ListUsers({ users }: { users: readonly (Dependent & { columns?: string[] })[] }) {
  const href = useHref()
  const can = useCan()
  const { id: own } = useEnvironment()
  return (
    <ul className="flex flex-col">
      {users.map(({ resource, id, name, environmentId, environment, eventType, branch, columns = [] }) => (
        <li key={`${resource} ${id}`} className="flex min-h-fact-row flex-wrap items-baseline gap-x-3 border-be border-line-subtle py-1.5 last:border-be-0">
          {resource === 'rule' && eventType !== undefined && can('rules') && environmentId === own
            ? <Link className="min-w-0 font-medium wrap-anywhere text-link underline" to={href(`/fraud/${eventType}/rules`, new URLSearchParams({ rule: id }))}><bdi>{name}</bdi></Link>
            : <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>}
          <span className="text-xs text-fg-muted"><FormattedMessage id={`Lists.User.${resource}`} /></span>
          {environmentId === own ? null : <bdi className="text-xs text-fg-muted">{environment}</bdi>}
          {branch === undefined || branch === 'production' ? null : <bdi className="text-xs text-fg-muted">{branch}</bdi>}
          {columns.length > 0 ? <span className="text-xs text-fg-secondary"><FormattedMessage id="Lists.User.Columns" values={{ count: columns.length, columns: <bdi key="columns">{columns.join(', ')}</bdi> }} /></span> : null}
        </li>
      ))}
    </ul>
  )
}
