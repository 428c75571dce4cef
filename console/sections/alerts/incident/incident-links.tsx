import { Card, CardHeader, Link } from '@assay/design-system'
import { type IncidentDetail, isTransactionMetric } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import { assessmentOf, incidentSearch } from './incident-search.ts'

/** What to do next: look at the events, change rules, review cases. Only pages that the user may open. */
export function IncidentLinks({ incident }: { incident: IncidentDetail }) {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const eventType = assessmentOf(incident)
  const { metric } = incident.settings
  const links = [
    can('search') && (isTransactionMetric(metric) || metric === 'fraudRate')
      ? { id: 'Events', to: href('/search', incidentSearch(incident)) }
      : null,
    can('rules') && eventType !== null ? { id: 'Rules', to: href(rulesPathOf(eventType)) } : null,
    can('cases.queues') ? { id: 'Queues', to: href('/casemanagement/queues') } : null,
    can('graphexplorer') ? { id: 'Rings', to: href('/data/explorer') } : null,
    can('ontology') && metric === 'fillRate' && eventType !== null
      ? {
          id: 'Field',
          to: href('/data/apimanagement/ontology', new URLSearchParams({ type: eventType, view: 'list' })),
        }
      : null,
  ].filter(link => link !== null)
  return (
    <Card>
      <CardHeader title={intl.formatMessage({ id: 'Alerts.Next' })} />
      <ul className="flex flex-col gap-2 px-4 pbe-4 text-sm">
        {links.map(({ id, to }) => (
          <li key={id}>
            <Link asChild>
              <RouterLink to={to}>
                <FormattedMessage id={`Alerts.Next.${id}`} />
              </RouterLink>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
