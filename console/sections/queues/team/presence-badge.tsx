import { Badge } from '@assay/design-system'
import type { TeamMember } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** Whether the service assigns cases to a person now, else why not. */
export function PresenceBadge({ member }: { member: Pick<TeamMember, 'away' | 'present' | 'load' | 'openCases'> }) {
  const { away, present, load, openCases } = member
  if (away)
    return (
      <Badge tone="warning">
        <FormattedMessage id="Cases.Availability.Away" />
      </Badge>
    )
  if (!present)
    return (
      <Badge>
        <FormattedMessage id="Cases.Availability.Off" />
      </Badge>
    )
  return load >= openCases ? (
    <Badge tone="warning">
      <FormattedMessage id="Cases.Availability.Full" />
    </Badge>
  ) : (
    <Badge tone="success">
      <FormattedMessage id="Cases.Availability.Available" />
    </Badge>
  )
}
