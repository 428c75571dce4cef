import { type IncidentDetail, isTransactionMetric } from '@assay/risk-service/contract'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { RangeContrast } from '../../../platform/contrast/range-contrast.tsx'
import { useCan } from '../../../platform/environments/environments.tsx'
import { assessmentOf, conditionsOf } from './incident-search.ts'

/** What tells the events of the incident apart from those of the same range in earlier weeks. */
export function IncidentContrast({ incident }: { incident: IncidentDetail }) {
  const intl = useIntl()
  const can = useCan()
  const eventType = assessmentOf(incident)
  // While the incident goes on, its end moves each minute, and a comparison is long.
  const [{ from, to }] = useState(incident)
  if (!can('search') || eventType === null || !isTransactionMetric(incident.settings.metric)) return null
  return (
    <RangeContrast
      title={intl.formatMessage({ id: 'Alerts.Contrast' })}
      eventType={eventType}
      from={from}
      to={to}
      conditions={conditionsOf(incident)}
    />
  )
}
