import { Callout } from '@assay/design-system'
import type { Reroute } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'

/** How many cases moved, and which did not and why. */
export function RerouteResult({ result: { moved, left } }: { result: NonNullable<Reroute['result']> }) {
  const href = useHref()
  return (
    <>
      <p aria-live="polite" className="font-medium">
        <FormattedMessage id="Routing.Reroute.Done" values={{ count: moved }} />
      </p>
      {left.length === 0 ? null : (
        <Callout tone="warning" title={<FormattedMessage id="Routing.Reroute.Left" values={{ count: left.length }} />}>
          <ul className="max-h-[15rem] list-disc overflow-auto ps-5">
            {left.map(({ environmentId, eventType, externalId, obstacle, by }) => (
              <li key={`${environmentId} ${eventType} ${externalId}`}>
                <Link
                  className="focus-ring rounded-chip text-link underline"
                  to={href(`/search/${eventType}/${environmentId}/${encodeURIComponent(externalId)}`)}
                >
                  <bdi>{externalId}</bdi>
                </Link>
                <span className="ms-2">
                  <FormattedMessage
                    id={`Routing.Reroute.Obstacle.${obstacle}`}
                    values={{ by: <bdi key="by">{by}</bdi> }}
                  />
                </span>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  )
}
