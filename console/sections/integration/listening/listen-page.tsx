import {
  Card,
  CardBody,
  CardHeader,
  DecisionBadge,
  EmptyState,
  Link,
  SegmentedControl,
  useFormat,
} from '@assay/design-system'
import { type EventGrade, gradedEventTypes, type ListenedEvent } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { useLive, useLiveEvents } from '../../../platform/live/use-live-events.ts'
import { defaultedParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useSpaced } from '../../../platform/timing/use-spaced.ts'
import { IntegrationPage } from '../shared/integration-page.tsx'
import { QueryContent } from '../shared/query-content.tsx'

const searchSchema = { event: defaultedParameter(gradedEventTypes, 'purchase') }
const decisionLooks = { Approve: 'approve', Review: 'review', Challenge: 'challenge', Reject: 'reject' } as const
/** Milliseconds between reads while there is no live stream, and as a safeguard beside it. */
const pollMs = { live: 30_000, alone: 3_000 }
/** Milliseconds between two reads at least, however many events arrive. */
const minimumMs = 3_000

/** Waits for an event of the environment, and grades the latest one by what the environment's rules read. */
export function Component() {
  const intl = useIntl()
  const live = useLive()
  const queries = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const [{ event: eventType }, setSearch] = useSearchState(searchSchema)
  const title = intl.formatMessage({ id: 'Integration.Listen' })
  const query = useQuery(
    api.integration.listen.queryOptions({
      input: { environmentId, eventType },
      staleTime: 0,
      refetchInterval: live ? pollMs.live : pollMs.alone,
    }),
  )
  const refetch = useSpaced(minimumMs, () =>
    queries.invalidateQueries({ queryKey: api.integration.listen.key({ input: { environmentId, eventType } }) }),
  )
  useLiveEvents(['decisions'], event => {
    if (event.kind === 'decisions' && event.environmentId === environmentId && event.eventType === eventType) refetch()
  })
  const listened = query.data as ListenedEvent | undefined
  return (
    <IntegrationPage
      title={title}
      width="form"
      badges={
        <SegmentedControl
          label={intl.formatMessage({ id: 'Integration.Listen.Events' })}
          value={eventType}
          segments={gradedEventTypes.map(value => ({
            value,
            label: intl.formatMessage({ id: `Events.Assessment.${value}` }),
          }))}
          onValueChange={value => setSearch({ event: value })}
        />
      }
    >
      <p className="sr-only" role="status">
        {listened?.grade ? <GradeStatus grade={listened.grade} /> : null}
      </p>
      <QueryContent query={query} data={listened} rows={4}>
        {({ event, grade }) =>
          event === null || grade === null ? (
            <Card>
              <EmptyState
                kind="first-use"
                title={<FormattedMessage id="Integration.Listen.Waiting" />}
                description={<FormattedMessage id="Integration.Listen.Waiting.Text" />}
              />
            </Card>
          ) : (
            <>
              <LatestEvent event={event} eventType={eventType} />
              <Grade grade={grade} />
            </>
          )
        }
      </QueryContent>
    </IntegrationPage>
  )
}

/** What a screen reader announces when the wait is over, and when the share changes. */
function GradeStatus({ grade: { fields, present } }: { grade: EventGrade }) {
  return fields === 0 ? (
    <FormattedMessage id="Integration.Listen.Latest" />
  ) : (
    <FormattedMessage id="Integration.Listen.Status" values={{ share: present / fields }} />
  )
}

interface LatestEventProps {
  event: NonNullable<ListenedEvent['event']>
  eventType: string
}

function LatestEvent({ event: { id, at, decision }, eventType }: LatestEventProps) {
  const format = useFormat()
  const href = useHref()
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Integration.Listen.Latest" />} />
      <CardBody className="flex flex-wrap items-center gap-3 text-sm">
        {can('search') ? (
          <Link asChild>
            <RouterLink to={href(`/search/${eventType}/${environmentId}/${encodeURIComponent(id)}`)}>
              <bdi dir="ltr">{id}</bdi>
            </RouterLink>
          </Link>
        ) : (
          <bdi dir="ltr">{id}</bdi>
        )}
        <DecisionBadge decision={decisionLooks[decision]} />
        <span className="text-fg-secondary">{format.dateTime(at, 'UTC')}</span>
      </CardBody>
    </Card>
  )
}

function Grade({ grade: { rules, fields, present, missing } }: { grade: EventGrade }) {
  const intl = useIntl()
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Integration.Grade" />} />
      <CardBody className="flex flex-col gap-3">
        {fields === 0 ? (
          <p className="text-sm">
            <FormattedMessage id="Integration.Grade.NoRules" />
          </p>
        ) : (
          <>
            <p className="text-2xl font-semibold">
              <FormattedMessage id="Integration.Grade.Complete" values={{ share: present / fields }} />
            </p>
            <p className="text-sm text-fg-secondary">
              <FormattedMessage id="Integration.Grade.Fields" values={{ present, fields, rules }} />
            </p>
            {missing.length === 0 ? null : (
              <ul className="flex flex-col" aria-label={intl.formatMessage({ id: 'Integration.Grade.Missing' })}>
                {missing.map(({ part, fields: names, rules: readers }) => (
                  <li key={part} className="border-be border-line-subtle py-2 text-sm last:border-be-0">
                    <FormattedMessage
                      id="Integration.Grade.Part"
                      values={{
                        part: (
                          <code key="part" dir="ltr">
                            {part}
                          </code>
                        ),
                        readers,
                        rules,
                      }}
                    />
                    <bdi dir="ltr" className="block font-mono text-xs wrap-anywhere text-fg-secondary">
                      {names.join(', ')}
                    </bdi>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </CardBody>
    </Card>
  )
}
