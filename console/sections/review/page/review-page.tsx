import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useParams } from 'react-router-dom'
import { useEnvironments, useHref } from '../../../platform/environments/environments.tsx'
import { NotFoundPage } from '../../../platform/errors/not-found-page.tsx'
import { CaseStrip } from '../case/case-strip.tsx'
import { EventPage } from './event-page.tsx'
import { isEventType } from './is-event-type.ts'

/** One event as the search finds it, with the way to its case. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const { environments } = useEnvironments()
  const { eventType = '', envId = '', id = '' } = useParams()
  const address = useMemo(() => ({ environmentId: envId, eventType, externalId: id }), [envId, eventType, id])
  if (!isEventType(eventType)) return <NotFoundPage />
  const seesCases = environments.some(each => each.id === envId && each.capabilities['cases.queues'] !== undefined)
  return (
    <EventPage
      address={address}
      breadcrumb={[{ id: 'search', label: intl.formatMessage({ id: 'Search.Title' }), href: href('/search') }]}
      bar={<CaseStrip address={address} enabled={seesCases} />}
    />
  )
}
