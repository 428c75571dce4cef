import { Badge, KeyValue } from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { travelText } from '../../../platform/event-map/distance-sentences.ts'
import { distanceText, speedText } from '../../../platform/event-map/distance-text.ts'

/**
 * How far the user came since the location before, and how fast; nothing for the first location of a user, and for one
 * that is not known. The map reads the same places.
 */
export function PreviousIp({ row }: { row: Pick<EventRow, 'environmentId' | 'eventType' | 'externalId'> }) {
  const intl = useIntl()
  const { data } = useQuery(api.events.places.queryOptions({ input: caseInputOf(row), staleTime: 60_000 }))
  const leg = data?.previous[0]?.leg ?? null
  if (leg === null) return null
  const warning = travelText(intl, leg)
  const distance = (unit: 'mile' | 'kilometer') => distanceText(intl, leg.km, unit, leg.approximate)
  return (
    <KeyValue
      term={<FormattedMessage id="Review.Ip.Previous" />}
      qualifier={
        warning === null ? (
          leg.kmPerHour === null ? null : (
            speedText(intl, leg.kmPerHour)
          )
        ) : (
          <Badge tone="warning">{warning}</Badge>
        )
      }
    >
      <FormattedMessage
        id="Review.Ip.Distance"
        values={{ miles: distance('mile'), kilometres: distance('kilometer') }}
      />
    </KeyValue>
  )
}
