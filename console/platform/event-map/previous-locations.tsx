import { Badge, cn, DateTime, Icon, IconButton, Switch, useFormat } from '@assay/design-system'
import type { PreviousLocation } from '@assay/risk-service/contract'
import { LocateFixed, TriangleAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../environments/environments.tsx'
import { legSentence, travelText } from './distance-sentences.ts'
import { speedText } from './distance-text.ts'
import { isShown, numberedLocations, previousId, type ShownLayers } from './drawn-places.ts'
import { countryText } from './place-text.ts'

interface PreviousLocationsProps {
  /** The newest first. */
  locations: readonly PreviousLocation[]
  /** The shown time; null while they are not shown. */
  time: ShownLayers['previous']
  onShownChange: (shown: boolean) => void
  /** Called with the id of the mark of a location that the map should show in its middle. */
  onLocate: (id: string) => void
}

/** Where the user was before: the locations of the latest IP addresses, and how fast the way between them was. */
export function PreviousLocations({ locations, time, onShownChange, onLocate }: PreviousLocationsProps) {
  const intl = useIntl()
  const { duration } = useFormat()
  const href = useHref()
  if (locations.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <Switch
        label={<FormattedMessage id="Review.Map.Previous" />}
        description={<FormattedMessage id="Review.Map.Previous.Text" values={{ count: locations.length }} />}
        checked={time !== null}
        onCheckedChange={onShownChange}
      />
      {time !== null ? (
        <ol reversed aria-label={intl.formatMessage({ id: 'Review.Map.Previous' })} className="flex flex-col">
          {numberedLocations(locations)
            .filter(({ location }) => isShown(location, time))
            .reverse()
            .map(({ location: { externalId, eventType, environmentId, at, ip, country, precision, leg }, number }) => {
              const warning = travelText(intl, leg)
              const isImpossible = leg?.travel === 'impossible'
              return (
                <li
                  key={`${eventType} ${externalId}`}
                  value={number}
                  className="flex flex-wrap items-center gap-x-2 border-be border-line-subtle py-1 text-sm"
                >
                  <span
                    className={cn(
                      'flex size-5 items-center justify-center rounded-full border text-xs tabular-nums',
                      isImpossible ? 'border-danger-border text-danger-text' : 'border-line',
                    )}
                  >
                    {intl.formatNumber(number)}
                  </span>
                  <bdi className="min-w-0 flex-1 truncate">
                    {country === null ? ip : countryText(intl, country)}{' '}
                    {country === null ? null : <span className="text-fg-muted">{ip}</span>}
                  </bdi>
                  <span className="text-xs text-fg-secondary">
                    <DateTime value={at} />
                  </span>
                  <Link
                    to={href(`/search/${eventType}/${environmentId}/${encodeURIComponent(externalId)}`)}
                    className="max-w-full truncate text-xs text-link focus-ring hover:underline"
                  >
                    <bdi>{externalId}</bdi>
                  </Link>
                  {precision === null ? (
                    <span className="text-xs text-fg-muted">
                      <FormattedMessage id="Review.Map.Unknown" />
                    </span>
                  ) : (
                    <IconButton
                      size="sm"
                      icon={LocateFixed}
                      label={intl.formatMessage({ id: 'Review.Map.Locate' }, { number })}
                      onClick={() => onLocate(previousId(number))}
                    />
                  )}
                  {warning === null && leg?.kmPerHour != null ? (
                    <bdi className="text-xs text-fg-muted tabular-nums">{speedText(intl, leg.kmPerHour)}</bdi>
                  ) : null}
                  {warning === null ? null : (
                    <Badge tone={isImpossible ? 'danger' : 'warning'}>
                      <Icon icon={TriangleAlert} size={12} />
                      {warning}
                    </Badge>
                  )}
                  {number === 1 ? null : (
                    <p className="basis-full text-xs text-fg-muted">
                      {legSentence({ intl, duration }, leg, { from: number - 1, to: number })}
                    </p>
                  )}
                </li>
              )
            })}
        </ol>
      ) : null}
    </section>
  )
}
