import type { Dependent } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useEnvironment, useHref } from '../../environments/environments.tsx'
import { routingRulesPath, rulesPathOf } from '../../router/rules-path.ts'

/** The dependents of a list, a velocity or a function, each with its link if it has one. */
export function Dependents({ users }: { users: readonly (Dependent & { columns?: string[] })[] }) {
  const href = useHref()
  const can = useCan()
  const { id: own } = useEnvironment()
  const hrefOf = ({ resource, id, environmentId, eventType, type, branch }: Dependent): string | null => {
    if (environmentId !== own) return null
    if (resource === 'rule' && type === 'routing')
      return can('routingrules') ? href(routingRulesPath, new URLSearchParams({ rule: id })) : null
    if (resource === 'rule') {
      const query = new URLSearchParams({
        ...(branch === undefined || branch === 'production' ? {} : { branch }),
        rule: id,
      })
      return eventType !== undefined && can('rules') ? href(rulesPathOf(eventType), query) : null
    }
    if (resource === 'decision')
      return can('admin.configuration') ? href('/adminsettings', new URLSearchParams({ tab: 'configuration' })) : null
    if (resource === 'function')
      return can('functions') ? href('/data/functions', new URLSearchParams({ function: id })) : null
    return can('velocities') ? href('/data/velocities', new URLSearchParams({ set: id })) : null
  }
  return (
    <ul className="flex flex-col">
      {users
        .map(user => ({ ...user, target: hrefOf(user) }))
        .map(({ resource, id, name, environmentId, environment, branch, target, columns = [] }) => (
          <li
            key={`${resource} ${id}`}
            className="flex min-h-fact-row flex-wrap items-baseline gap-x-3 border-be border-line-subtle py-1.5 last:border-be-0"
          >
            {target === null ? (
              <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
            ) : (
              <Link className="min-w-0 font-medium wrap-anywhere text-link underline" to={target}>
                <bdi>{name}</bdi>
              </Link>
            )}
            <span className="text-xs text-fg-muted">
              <FormattedMessage id={`Authoring.Dependents.${resource}`} />
            </span>
            {environmentId === own ? null : <bdi className="text-xs text-fg-muted">{environment}</bdi>}
            {branch === undefined || branch === 'production' ? null : (
              <bdi className="text-xs text-fg-muted">{branch}</bdi>
            )}
            {columns.length > 0 ? (
              <span className="text-xs text-fg-secondary">
                <FormattedMessage
                  id="Authoring.Dependents.Columns"
                  values={{ count: columns.length, columns: <bdi key="columns">{columns.join(', ')}</bdi> }}
                />
              </span>
            ) : null}
          </li>
        ))}
    </ul>
  )
}
