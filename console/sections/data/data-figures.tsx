import { useFormat } from '@assay/design-system'
import { functionLimits } from '@assay/risk-service/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../platform/environments/environments.tsx'
import {
  templateCapabilities,
  templateKindList,
  templateQueries,
} from '../../platform/templates/template-procedures.ts'
import { Figure, Figures, figurePart } from './figures.tsx'

function useOverview() {
  const environment = useEnvironment()
  return useQuery(api.rules.overview.queryOptions({ input: { environmentId: environment.id }, staleTime: 30_000 }))
}

export function AssessmentsFigure() {
  return (
    <Figure query={useOverview()}>
      {rows => <FormattedMessage id="Data.Figure.Assessments" values={{ count: rows.length }} />}
    </Figure>
  )
}

export function RulesFigure() {
  return (
    <Figure query={useOverview()}>
      {rows => (
        <FormattedMessage
          id="Data.Figure.Rules"
          values={{ count: rows.find(({ eventType }) => eventType === 'purchase')?.active ?? 0 }}
        />
      )}
    </Figure>
  )
}

export function VelocitiesFigure() {
  const environment = useEnvironment()
  const query = useQuery(
    api.velocities.list.queryOptions({ input: { environmentId: environment.id }, staleTime: 30_000 }),
  )
  return (
    <Figure query={query}>
      {sets => (
        <FormattedMessage
          id="Data.Figure.Velocities"
          values={{ count: sets.filter(({ status }) => status === 'active').length }}
        />
      )}
    </Figure>
  )
}

export function FunctionsFigure() {
  const environment = useEnvironment()
  const query = useQuery(
    api.functions.list.queryOptions({ input: { environmentId: environment.id }, staleTime: 30_000 }),
  )
  return (
    <Figure query={query}>
      {all => (
        <FormattedMessage
          id="Functions.Used"
          values={{
            used: all.filter(({ inherited, status }) => !inherited && status === 'published').length,
            most: functionLimits.published,
          }}
        />
      )}
    </Figure>
  )
}

export function CallsFigure() {
  const format = useFormat()
  const environment = useEnvironment()
  const query = useQuery(
    api.externalCalls.list.queryOptions({ input: { environmentId: environment.id, period: '24h' }, staleTime: 30_000 }),
  )
  return (
    <Figure query={query}>
      {calls => {
        const used = calls.filter(({ usedByActive }) => usedByActive)
        const rates = used.flatMap(({ figures }) => figures.successRate ?? [])
        return (
          <FormattedMessage
            id="Data.Figure.Calls"
            values={{
              count: used.length,
              worst: rates.length > 0 ? 'yes' : 'no',
              rate: format.percent(Math.min(1, ...rates)),
            }}
          />
        )
      }}
    </Figure>
  )
}

export function ExternalAssessmentsFigure() {
  const environment = useEnvironment()
  const query = useQuery(
    api.externalAssessments.list.queryOptions({
      input: { environmentId: environment.id, period: '24h' },
      staleTime: 30_000,
    }),
  )
  return (
    <Figure query={query}>
      {all => <FormattedMessage id="Data.Figure.Assessments" values={{ count: all.length }} />}
    </Figure>
  )
}

/** Templates per kind, of those that this role reads. */
export function TemplatesFigure() {
  const intl = useIntl()
  const can = useCan()
  const environment = useEnvironment()
  const read = templateKindList.filter(kind => can(templateCapabilities[kind]))
  const queries = useQueries({
    queries: read.map(kind =>
      (templateQueries[kind] as typeof api.ruleTemplates).list.queryOptions({
        input: { environmentId: environment.id },
        staleTime: 30_000,
      }),
    ),
  })
  return (
    <Figures
      parts={read.flatMap((kind, index) => {
        const query = queries[index]
        return query
          ? figurePart(kind, query, ({ used, limit }) => (
              <FormattedMessage
                id="Templates.Count"
                values={{ kind: intl.formatMessage({ id: `Templates.Kind.${kind}` }), used, limit }}
              />
            ))
          : []
      })}
    />
  )
}

export function ListsFigure() {
  const can = useCan()
  const environment = useEnvironment()
  const input = { environmentId: environment.id }
  const custom = useQuery(
    api.customLists.list.queryOptions({
      input: { ...input, limit: 1 },
      enabled: can('lists.custom'),
      staleTime: 30_000,
    }),
  )
  const support = useQuery(
    api.supportLists.list.queryOptions({ input, enabled: can('lists.support'), staleTime: 30_000 }),
  )
  return (
    <Figures
      parts={[
        ...(can('lists.custom')
          ? [
              figurePart('custom', custom, ({ total }) => (
                <FormattedMessage id="Data.Figure.Lists" values={{ count: total }} />
              )),
            ]
          : []),
        ...(can('lists.support')
          ? [
              figurePart('support', support, lists => (
                <FormattedMessage
                  id="Data.Figure.Entries"
                  values={{ count: lists.reduce((sum, { entries }) => sum + entries, 0) }}
                />
              )),
            ]
          : []),
      ]}
    />
  )
}

/** How many attributes purchases have. */
export function OntologyFigure() {
  const { id: environmentId } = useEnvironment()
  const query = useQuery(
    api.ontology.get.queryOptions({ input: { environmentId, eventType: 'purchase' }, staleTime: 30_000 }),
  )
  return (
    <Figure query={query}>
      {({ attributes }) => <FormattedMessage id="Data.Figure.Ontology" values={{ count: attributes.length }} />}
    </Figure>
  )
}
