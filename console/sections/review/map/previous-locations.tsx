import { Badge, cn, DateTime, Icon, Switch } from '@assay/design-system'
import type { PreviousLocation } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { countryText, speedText } from './use-event-places.ts'

interface PreviousLocationsProps {
  /** The newest first. */
  locations: readonly PreviousLocation[]
  shown: boolean
  onShownChange: (shown: boolean) => void
}

/** Where the user was before: the locations of the latest IP addresses, and how fast the way between them was. */
export function PreviousLocations({ locations, shown, onShownChange }: PreviousLocationsProps) {
  const intl = useIntl()
  if (locations.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <Switch
        label={<FormattedMessage id="Review.Map.Previous" />}
        description={<FormattedMessage id="Review.Map.Previous.Text" values={{ count: locations.length }} />}
        checked={shown}
        onCheckedChange={onShownChange}
      />
      {shown ? (
        <ol reversed aria-label={intl.formatMessage({ id: 'Review.Map.Previous' })} className="flex flex-col">
          {locations.map(({ externalId, eventType, at, ip, country, kmPerHour, impossible }, index) => (
            <li
              key={`${eventType} ${externalId}`}
              className="flex flex-wrap items-center gap-x-2 border-be border-line-subtle py-1 text-sm"
            >
              <span
                className={cn(
                  'flex size-5 items-center justify-center rounded-full border text-xs tabular-nums',
                  impossible ? 'border-danger-border text-danger-text' : 'border-line',
                )}
              >
                {intl.formatNumber(locations.length - index)}
              </span>
              <bdi className="min-w-0 flex-1 truncate">
                {country === null ? ip : countryText(intl, country)}{' '}
                {country === null ? null : <span className="text-fg-muted">{ip}</span>}
              </bdi>
              <span className="text-xs text-fg-secondary">
                <DateTime value={at} />
              </span>
              {impossible ? (
                <Badge tone="danger">
                  <Icon icon={TriangleAlert} size={12} />
                  {kmPerHour === null ? (
                    <FormattedMessage id="Review.Map.Impossible" />
                  ) : (
                    <FormattedMessage id="Review.Map.ImpossibleSpeed" values={{ speed: speedText(intl, kmPerHour) }} />
                  )}
                </Badge>
              ) : kmPerHour === null ? null : (
                <bdi className="text-xs text-fg-muted tabular-nums">{speedText(intl, kmPerHour)}</bdi>
              )}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}
