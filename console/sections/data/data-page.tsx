import { Button, Icon, PageHeader, Skeleton, useFormat } from '@assay/design-system'
import { functionLimits } from '@assay/risk-service/contract'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import {
  Activity,
  LayoutTemplate,
  List,
  ListChecks,
  type LucideIcon,
  Settings2,
  SquareFunction,
  Waypoints,
  Workflow,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { api } from '../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../platform/environments/environments.tsx'
import { NoAccess } from '../../platform/permissions/no-access.tsx'
import { canOpen, type RoutePath } from '../../platform/permissions/route-table.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import {
  templateCapabilities,
  templateKindList,
  templateQueries,
} from '../../platform/templates/template-procedures.ts'

interface Entry {
  path: RoutePath
  icon: LucideIcon
  name: string
  text: string
  figure: () => ReactNode
}

/** What the area has: a card per page that this role opens, with one real figure each. */
export function Component() {
  const intl = useIntl()
  const can = useCan()
  const { search, hash } = useLocation()
  const environment = useEnvironment()
  const title = intl.formatMessage({ id: 'Shell.Nav.Data' })
  useTitle(title)
  const groups: { id: string; entries: Entry[] }[] = [
    {
      id: 'rules',
      entries: [
        {
          path: '/rulesconfiguration',
          icon: Settings2,
          name: 'Shell.Nav.RulesConfiguration',
          text: 'Data.Card.RulesConfiguration',
          figure: () => <AssessmentsFigure />,
        },
        {
          path: '/fraud/purchase/rules',
          icon: ListChecks,
          name: 'Shell.Nav.PurchaseRules',
          text: 'Data.Card.PurchaseRules',
          figure: () => <RulesFigure />,
        },
      ],
    },
    {
      id: 'blocks',
      entries: [
        {
          path: '/data/velocities',
          icon: Activity,
          name: 'Velocities.Title',
          text: 'Data.Card.Velocities',
          figure: () => <VelocitiesFigure />,
        },
        {
          path: '/data/functions',
          icon: SquareFunction,
          name: 'Functions.Title',
          text: 'Data.Card.Functions',
          figure: () => <FunctionsFigure />,
        },
        {
          path: '/data/externalcalls',
          icon: Waypoints,
          name: 'Calls.Title',
          text: 'Data.Card.Calls',
          figure: () => <CallsFigure />,
        },
        {
          path: '/data/externalassessments',
          icon: Workflow,
          name: 'ExternalAssessments.Title',
          text: 'Data.Card.ExternalAssessments',
          figure: () => <ExternalAssessmentsFigure />,
        },
        {
          path: '/data/lists',
          icon: List,
          name: 'Lists.Title',
          text: 'Data.Card.Lists',
          figure: () => <ListsFigure />,
        },
      ],
    },
    {
      id: 'reuse',
      entries: [
        {
          path: '/data/templates',
          icon: LayoutTemplate,
          name: 'Templates.Title',
          text: 'Data.Card.Templates',
          figure: () => <TemplatesFigure />,
        },
      ],
    },
  ]
  const shown = groups
    .map(group => ({ ...group, entries: group.entries.filter(({ path }) => canOpen(path, can)) }))
    .filter(({ entries }) => entries.length > 0)
  const pages = shown.flatMap(({ entries }) => entries)
  const [only] = pages
  if (only && pages.length === 1) return <Navigate replace to={{ pathname: only.path, search, hash }} />
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader
        title={title}
        breadcrumb={[{ id: 'data', label: title }]}
        meta={<bdi>{environment.friendlyName}</bdi>}
      />
      {/* The area has more pages than are built: who may open none of these is told so. */}
      {pages.length === 0 ? <NoAccess /> : null}
      <div className="flex flex-col gap-6 px-page pbe-6">
        {shown.map(({ id, entries }) => (
          <section key={id} aria-labelledby={`data-${id}`} className="flex flex-col gap-2">
            <h2 id={`data-${id}`} className="text-sm font-semibold text-fg-secondary">
              <FormattedMessage id={`Data.Group.${id}`} />
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {entries.map(entry => (
                <DataCard key={entry.path} entry={entry} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

/** The link covers the card; what can be pressed beside it lies above. */
function DataCard({ entry: { path, icon, name, text, figure } }: { entry: Entry }) {
  const href = useHref()
  return (
    <li className="relative flex min-w-0 gap-3 rounded-card border border-line-subtle bg-surface p-4 text-sm hover:border-line-strong">
      <span className="mbs-0.5 flex text-fg-muted">
        <Icon icon={icon} size={20} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="text-md font-semibold">
          <Link to={href(path)} className="text-link focus-ring after:absolute after:inset-0 hover:underline">
            <FormattedMessage id={name} />
          </Link>
        </h3>
        <p className="text-fg-secondary">
          <FormattedMessage id={text} />
        </p>
        <div className="mbs-1 min-h-6 font-medium tabular-nums">{figure()}</div>
      </div>
    </li>
  )
}

type FigureQuery = Pick<UseQueryResult, 'isPending' | 'refetch'>

/** A figure on its way, there, or missing with a way to ask again on its card only. */
function Figure<Data>({
  query,
  children,
}: {
  query: FigureQuery & { data: Data | undefined }
  children: (data: Data) => ReactNode
}) {
  return <Figures parts={[part('only', query, children)]} />
}

interface Part {
  id: string
  query: FigureQuery
  figure: ReactNode
}
const part = <Data,>(
  id: string,
  query: FigureQuery & { data: Data | undefined },
  figure: (data: Data) => ReactNode,
): Part => ({ id, query, figure: query.data === undefined ? null : figure(query.data) })

/**
 * Several figures of a card. Those that are missing are asked for again together: beside each other their buttons would
 * all say the same.
 */
function Figures({ parts }: { parts: readonly Part[] }) {
  const failed = parts.filter(({ query, figure }) => figure === null && !query.isPending)
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      {parts.map(({ id, query, figure }) =>
        figure !== null ? (
          <span key={id}>{figure}</span>
        ) : query.isPending ? (
          <span key={id} className="flex h-5 items-center">
            <Skeleton className="w-16" />
          </span>
        ) : null,
      )}
      {failed.length === 0 ? null : (
        <span className="relative flex items-center gap-2 text-fg-muted">
          {missingMark}
          <Button
            size="sm"
            onClick={() => {
              for (const { query } of failed) void query.refetch()
            }}
          >
            <FormattedMessage id="Data.Retry" />
          </Button>
        </span>
      )}
    </span>
  )
}
const missingMark = '–'

function useOverview() {
  const environment = useEnvironment()
  return useQuery(api.rules.overview.queryOptions({ input: { environmentId: environment.id }, staleTime: 30_000 }))
}

function AssessmentsFigure() {
  return (
    <Figure query={useOverview()}>
      {rows => <FormattedMessage id="Data.Figure.Assessments" values={{ count: rows.length }} />}
    </Figure>
  )
}

function RulesFigure() {
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

function VelocitiesFigure() {
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

function FunctionsFigure() {
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

function CallsFigure() {
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

function ExternalAssessmentsFigure() {
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
function TemplatesFigure() {
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
          ? part(kind, query, ({ used, limit }) => (
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

function ListsFigure() {
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
              part('custom', custom, ({ total }) => (
                <FormattedMessage id="Data.Figure.Lists" values={{ count: total }} />
              )),
            ]
          : []),
        ...(can('lists.support')
          ? [
              part('support', support, lists => (
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
