import {
  Badge,
  Button,
  Callout,
  DecisionBadge,
  Field,
  Input,
  KeyValue,
  KeyValueList,
  SidePanel,
  SkeletonRows,
} from '@assay/design-system'
import type { SimulatedRoute } from '@assay/risk-service/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useEnvironments, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useRoutedAssessments } from '../rule-queries.ts'
import { useRuleHref } from '../rule-scope.tsx'
import { RuntimeErrors } from './runtime-errors.tsx'

/** Where the published rules send a stored event, by its id. */
export function RouteSimulator({ onClose }: { onClose: () => void }) {
  const { id: environmentId } = useEnvironment()
  const [text, setText] = useState('')
  const [eventId, setEventId] = useState<string | null>(null)
  const query = useQuery(
    api.caseRouting.simulate.queryOptions({
      input: eventId === null ? skipToken : { environmentId, eventId },
      staleTime: 0,
      gcTime: 0,
    }),
  )
  return (
    <SidePanel variant="modal" title={<FormattedMessage id="Routing.Simulator.Open" />} onClose={onClose}>
      <form
        className="flex flex-col gap-4 p-4"
        onSubmit={event => {
          event.preventDefault()
          const id = text.trim()
          if (id === '') return
          if (id === eventId) void query.refetch()
          else setEventId(id)
        }}
      >
        <p className="text-fg-secondary">
          <FormattedMessage id="Routing.Simulator.Text" />
        </p>
        <div className="flex items-end gap-3">
          <Field label={<FormattedMessage id="Events.Column.EventId" />} className="min-w-0 flex-1">
            <Input
              value={text}
              maxLength={200}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              onChange={event => setText(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" loading={query.isFetching}>
            <FormattedMessage id="Routing.Simulator.Run" />
          </Button>
        </div>
        <div className="flex flex-col gap-4" aria-live="polite">
          {query.isError ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : query.data === undefined ? (
            query.isFetching ? (
              <SkeletonRows rows={3} />
            ) : null
          ) : query.data.length === 0 ? (
            <p>
              <FormattedMessage id="Routing.Simulator.None" />
            </p>
          ) : (
            query.data.map(each => <Simulated key={`${each.environmentId} ${each.eventType}`} simulated={each} />)
          )}
        </div>
      </form>
    </SidePanel>
  )
}

function Simulated({ simulated }: { simulated: SimulatedRoute }) {
  const { environmentId, eventType, externalId, decision, route } = simulated
  const intl = useIntl()
  const href = useHref()
  const ruleHref = useRuleHref()
  const nameOf = useAssessmentName()
  const names = useRoutedAssessments().data
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const assessment = nameOf(eventType, names?.find(each => each.eventType === eventType)?.name ?? eventType)
  const owner = environments.find(({ id }) => id === environmentId)?.friendlyName ?? ''
  return (
    <section className="flex flex-col gap-2 border-bs border-line-subtle pbs-3" aria-label={externalId}>
      <p className="flex flex-wrap items-center gap-2">
        <Link
          className="focus-ring rounded-chip font-medium text-link hover:underline"
          to={href(`/search/${eventType}/${environmentId}/${encodeURIComponent(externalId)}`)}
        >
          <bdi>{externalId}</bdi>
        </Link>
        <DecisionBadge decision={decision} />
        <span className="text-fg-secondary">
          <bdi>
            {environmentId === environment.id
              ? assessment
              : intl.formatMessage({ id: 'Routing.Preview.QueueIn' }, { queue: assessment, environment: owner })}
          </bdi>
        </span>
      </p>
      {route === null ? (
        <Callout tone="warning">
          <FormattedMessage id="Routing.Simulator.Unreadable" />
        </Callout>
      ) : (
        <>
          <KeyValueList termWidth="sm">
            <KeyValue term={<FormattedMessage id="Routing.Column.Queue" />}>
              <Badge tone="info">
                <bdi>{route.queue}</bdi>
              </Badge>
            </KeyValue>
            <KeyValue term={<FormattedMessage id="Events.Column.Rule" />}>
              {route.ruleId === null ? (
                <FormattedMessage id="Routing.Simulator.NoRule" />
              ) : (
                <Link className="focus-ring rounded-chip text-link hover:underline" to={ruleHref(route.ruleId)}>
                  <bdi>{route.rule}</bdi>
                </Link>
              )}
            </KeyValue>
            {route.clause === null ? null : (
              <KeyValue term={<FormattedMessage id="Events.Column.Clause" />}>
                <bdi>{route.clause}</bdi>
              </KeyValue>
            )}
            <KeyValue term={<FormattedMessage id="Routing.Simulator.CaseNow" />}>
              <CaseNow simulated={simulated} />
            </KeyValue>
          </KeyValueList>
          <RuntimeErrors errors={route.errors} />
        </>
      )}
    </section>
  )
}

/** Where the case is. */
function CaseNow({ simulated: { case: found } }: { simulated: SimulatedRoute }) {
  if (found === null) return <FormattedMessage id="Routing.Simulator.NoCase" />
  return found.queue === null ? <FormattedMessage id="Review.Case.State.NotRouted" /> : <bdi>{found.queue}</bdi>
}
