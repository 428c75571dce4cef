import { PageHeader } from '@assay/design-system'
import {
  Activity,
  ChartSpline,
  LayoutTemplate,
  List,
  ListChecks,
  Send,
  Settings2,
  Shapes,
  SquareFunction,
  Upload,
  Waypoints,
  Workflow,
} from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Navigate, useLocation } from 'react-router-dom'
import { useCan, useEnvironment } from '../../platform/environments/environments.tsx'
import { PageCard, type PageCardEntry } from '../../platform/page-card/page-card.tsx'
import { NoAccess } from '../../platform/permissions/no-access.tsx'
import { canOpen } from '../../platform/permissions/route-table.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import {
  AssessmentsFigure,
  CallsFigure,
  ExternalAssessmentsFigure,
  FunctionsFigure,
  ListsFigure,
  OntologyFigure,
  RulesFigure,
  TemplatesFigure,
  VelocitiesFigure,
} from './data-figures.tsx'

/** What the area has: a card per page that this role opens, with one real figure each. */
export function Component() {
  const intl = useIntl()
  const can = useCan()
  const { search, hash } = useLocation()
  const environment = useEnvironment()
  const title = intl.formatMessage({ id: 'Shell.Nav.Data' })
  useTitle(title)
  const groups: { id: string; entries: PageCardEntry[] }[] = [
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
      id: 'look',
      entries: [
        {
          path: '/data/eventtracing',
          icon: Send,
          name: 'EventTracing.Title',
          text: 'Data.Card.EventTracing',
          figure: () => null,
        },
        {
          path: '/data/apimanagement/requests',
          icon: ChartSpline,
          name: 'ApiManagement.Title',
          text: 'Data.Card.ApiManagement',
          figure: () => null,
        },
        {
          path: '/data/apimanagement/ontology',
          icon: Shapes,
          name: 'Ontology.Title',
          text: 'Data.Card.Ontology',
          figure: () => <OntologyFigure />,
        },
      ],
    },
    {
      id: 'reuse',
      entries: [
        {
          path: '/data/upload',
          icon: Upload,
          name: 'Upload.Title',
          text: 'Upload.Card',
          figure: () => null,
        },
        {
          path: '/data/explorer',
          icon: Waypoints,
          name: 'Explorer.Title',
          text: 'Data.Card.Explorer',
          figure: () => null,
        },
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
      {/* The area has more pages than exist so far: a user who may open none of these sees a notice. */}
      {pages.length === 0 ? <NoAccess /> : null}
      <div className="flex flex-col gap-6 px-page pbe-6">
        {shown.map(({ id, entries }) => (
          <section key={id} aria-labelledby={`data-${id}`} className="flex flex-col gap-2">
            <h2 id={`data-${id}`} className="text-sm font-semibold text-fg-secondary">
              <FormattedMessage id={`Data.Group.${id}`} />
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {entries.map(entry => (
                <PageCard key={entry.path} entry={entry} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
