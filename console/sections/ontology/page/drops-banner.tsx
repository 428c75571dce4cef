import { Callout, useFormat } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { fieldKeyOf } from '../ontology-address.ts'

interface DropsBannerProps {
  eventType: string
  /** Address of an attribute. `client`: with the simulation of its outage at this API client, null for all. */
  hrefOf: (field: string, client?: string | null) => string
  canSimulate: boolean
}

/** How often the banner looks for drops that began or ended: milliseconds. */
const refetchInterval = 60_000

/** Fields that are sent less often than in the same hours before; nothing while there is none. */
export function DropsBanner({ eventType, hrefOf, canSimulate }: DropsBannerProps) {
  const intl = useIntl()
  const format = useFormat()
  const { id: environmentId } = useEnvironment()
  const { data = [] } = useQuery(
    api.ontology.drops.queryOptions({
      input: { environmentId, eventType },
      refetchInterval,
      staleTime: refetchInterval,
    }),
  )
  if (data.length === 0) return null
  const share = ({ filled, events }: { filled: number; events: number }) =>
    intl.formatNumber(events === 0 ? 0 : filled / events, { style: 'percent' })
  return (
    <Callout tone="warning" live className="mx-page my-2" title={<FormattedMessage id="Ontology.Drops" />}>
      <ul className="flex max-h-[10rem] flex-col gap-1 overflow-y-auto">
        {data.map(
          ({
            id,
            field,
            client,
            recent,
            usual,
            since,
            missing,
            isMissingLimited,
            environmentId: place,
            environment,
          }) => {
            const key = fieldKeyOf({ event: eventType, path: field })
            return (
              <li key={id} className="flex flex-wrap items-baseline gap-x-3">
                <Link to={hrefOf(key)} className="font-mono text-link focus-ring hover:underline">
                  <bdi>{field}</bdi>
                </Link>
                {client === null ? null : (
                  <span>
                    <FormattedMessage
                      id="Ontology.Drop.Client"
                      values={{ client: <bdi key="client">{client.name}</bdi> }}
                    />
                  </span>
                )}
                {place === environmentId ? null : <bdi>{environment}</bdi>}
                <span>
                  <FormattedMessage
                    id="Ontology.Drop.Line"
                    values={{
                      recent: share(recent),
                      usual: share(usual),
                      since: format.dateTime(since),
                      missing,
                      limited: isMissingLimited,
                    }}
                  />
                </span>
                {canSimulate ? (
                  <Link to={hrefOf(key, client?.id ?? null)} className="text-link focus-ring hover:underline">
                    <FormattedMessage id="Ontology.Drop.Simulate" />
                  </Link>
                ) : null}
              </li>
            )
          },
        )}
      </ul>
    </Callout>
  )
}
