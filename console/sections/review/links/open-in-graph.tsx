import { Link as StyledLink } from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { environmentParameter, useCan, useHref } from '../../../platform/environments/environments.tsx'

/** The way from an event to the graph explorer, for who may open that. */
export function OpenInGraph({ row }: { row: Pick<EventRow, 'environmentId' | 'eventType' | 'externalId'> }) {
  const href = useHref()
  const can = useCan()
  if (!can('graphexplorer')) return null
  // In the environment of the event: another one may have an event of the same id, or none.
  const start = new URLSearchParams({
    [environmentParameter]: row.environmentId,
    type: row.eventType,
    event: row.externalId,
  })
  return (
    <StyledLink asChild external variant="standalone" className="text-xs">
      <Link to={href('/data/explorer', start)}>
        <FormattedMessage id="Review.Links.OpenInGraph" />
      </Link>
    </StyledLink>
  )
}
