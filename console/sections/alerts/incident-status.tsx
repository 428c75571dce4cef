import { Badge } from '@assay/design-system'
import type { AlertIncident } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

const tones = { open: 'danger', acknowledged: 'warning', snoozed: 'neutral', resolved: 'success' } as const

/** The state of an incident as a word. */
export function IncidentStatus({ status }: Pick<AlertIncident, 'status'>) {
  return (
    <Badge tone={tones[status]}>
      <FormattedMessage id={`Alerts.Status.${status}`} />
    </Badge>
  )
}
