import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useParams } from 'react-router-dom'
import { useEnvironments, useHref } from '../../../platform/environments/environments.tsx'
import { NotFoundPage } from '../../../platform/errors/not-found-page.tsx'
import { CaseStrip } from '../case/case-strip.tsx'
import { useEventCase } from '../case/model/use-case.ts'
import { useCaseHistory } from '../case/panels/use-case-history.ts'
import { EventPage } from './event-page.tsx'
import { isEventType } from './is-event-type.ts'

/** One event as the search finds it, with the way to its case. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const { environments } = useEnvironments()
  const { eventType = '', envId = '', id = '' } = useParams()
  const address = useMemo(() => ({ environmentId: envId, eventType, externalId: id }), [envId, eventType, id])
  const seesCases = environments.some(each => each.id === envId && each.capabilities['cases.queues'] !== undefined)
  const isEvent = isEventType(eventType)
  const history = useCaseHistory(useEventCase(address, seesCases && isEvent))
  if (!isEvent) return <NotFoundPage />
  return (
    <EventPage
      address={address}
      breadcrumb={[{ id: 'search', label: intl.formatMessage({ id: 'Search.Title' }), href: href('/search') }]}
      history={history}
      bar={<CaseStrip address={address} enabled={seesCases} />}
    />
  )
}
