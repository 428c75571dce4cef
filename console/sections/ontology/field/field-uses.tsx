import { Badge } from '@assay/design-system'
import type { FieldUse } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { configurationPage } from '../../../platform/assessments/assessment-pages.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { canOpen } from '../../../platform/permissions/route-table.ts'
import { routingRulesPath, rulesPathOf } from '../../../platform/router/rules-path.ts'
import type { FieldAddress } from '../ontology-address.ts'
import { FieldSkeleton } from './field-skeleton.tsx'

/** The places that read an attribute, each with its link if it has one. */
export function FieldUses({ eventType, field }: { eventType: string; field: FieldAddress }) {
  const environment = useEnvironment()
  const query = useQuery(
    api.ontology.uses.queryOptions({
      input: { environmentId: environment.id, eventType, ...field },
      staleTime: 30_000,
    }),
  )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <FieldSkeleton />
  const { uses, more, hidden } = query.data
  return (
    <div className="flex flex-col gap-2">
      {uses.length === 0 && hidden === 0 ? (
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id="Ontology.Uses.None" />
        </p>
      ) : null}
      <ul className="flex flex-col divide-y divide-line-subtle">
        {uses.map((use, index) => (
          // A place may read an attribute by itself and with its block.
          <UseRow key={`${use.kind} ${use.id} ${use.place ?? ''} ${index}`} use={use} />
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-xs text-fg-muted">
          <FormattedMessage id="Ontology.Uses.More" values={{ count: more }} />
        </p>
      ) : null}
      {hidden > 0 ? (
        <p className="text-xs text-fg-muted">
          <FormattedMessage id="Ontology.Uses.Hidden" values={{ count: hidden }} />
        </p>
      ) : null}
    </div>
  )
}

function UseRow({ use }: { use: FieldUse }) {
  const hrefOf = useUseHref()
  const { kind, name, place, environment, status, block, receivers, environmentId } = use
  const { id: own } = useEnvironment()
  const link = hrefOf(use)
  return (
    <li className="flex flex-col gap-0.5 py-2 text-sm">
      <span className="flex flex-wrap items-center gap-x-2">
        {link === null ? (
          <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        ) : (
          <Link to={link} className="font-semibold text-link wrap-anywhere focus-ring hover:underline">
            <bdi>{name}</bdi>
          </Link>
        )}
        {place === null ? null : <bdi className="text-fg-secondary wrap-anywhere">{place}</bdi>}
        <span className="text-xs text-fg-muted">
          <FormattedMessage id={`Ontology.Use.${use.ruleType === 'routing' ? 'routing' : kind}`} />
        </span>
        {status === 'inactive' ? (
          <Badge>
            <FormattedMessage id="Ontology.Use.Inactive" />
          </Badge>
        ) : null}
      </span>
      {environmentId === own ? null : (
        <span className="text-xs text-fg-muted">
          <bdi>{environment}</bdi>
        </span>
      )}
      {block === null ? null : (
        <span className="text-xs text-fg-muted">
          {block === '' ? (
            <FormattedMessage id="Ontology.Use.WholeEvent" />
          ) : (
            <FormattedMessage id="Ontology.Use.Block" values={{ block: <bdi key="block">{block}</bdi> }} />
          )}
        </span>
      )}
      {receivers.length === 0 ? null : (
        <span className="text-xs text-fg-muted">
          <FormattedMessage
            id="Ontology.Use.PassedTo"
            values={{ names: <bdi key="names">{receivers.map(each => each.name).join(', ')}</bdi> }}
          />
        </span>
      )}
    </li>
  )
}

/** Returns the address of what reads an attribute; null where the user, or this environment, has no page of it. */
function useUseHref(): (use: FieldUse) => string | null {
  const href = useHref()
  const can = useCan()
  const { id: own } = useEnvironment()
  return ({ kind, id, environmentId, ruleType, templateKind, eventType, branch, hasConfiguration }) => {
    // The environments below have its page as well.
    if (hasConfiguration && eventType !== null) {
      const page = configurationPage(eventType)
      return page !== null && canOpen(page.route, can) ? href(page.path) : null
    }
    if (environmentId !== own) return null
    switch (kind) {
      case 'rule': {
        if (ruleType === 'routing')
          return can('routingrules') ? href(routingRulesPath, new URLSearchParams({ rule: id })) : null
        const query = new URLSearchParams({
          ...(branch === null || branch === 'production' ? {} : { branch }),
          rule: id,
        })
        return eventType !== null && can('rules') ? href(rulesPathOf(eventType), query) : null
      }
      case 'velocity':
        return can('velocities') ? href('/data/velocities', new URLSearchParams({ set: id })) : null
      case 'function':
        return can('functions') ? href('/data/functions', new URLSearchParams({ function: id })) : null
      case 'template':
        return templateKind !== null && can(`templates.${templateKind}`)
          ? href('/data/templates', new URLSearchParams({ template: id }))
          : null
      case 'alert':
        return can('monitoring') ? href('/reports/alerts') : null
      default:
        return null
    }
  }
}
