import { CopyableId, useFormat } from '@assay/design-system'
import type { LogEntry, LogField } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'
import { valueSearch } from '../log-address.ts'
import { fieldMessage, useLogNames } from '../log-names.ts'

/** The facts of an entry; most lead to a search for their value in a new tab. */
export function EntryFacts({ entry }: { entry: LogEntry }) {
  const intl = useIntl()
  const format = useFormat()
  const names = useLogNames()
  const short = (id: string) => (id.length > 20 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 border-be border-line-subtle px-page py-2 text-sm">
      <Fact term={fieldMessage('changedBy')}>
        <ValueLink field="changedBy" value={entry.actorName} />{' '}
        {entry.actorRoles.length > 0 ? (
          <span className="text-fg-muted">
            <bdi>{intl.formatList(entry.actorRoles, { type: 'unit' })}</bdi>
          </span>
        ) : null}
      </Fact>
      <Fact term={fieldMessage('timestamp')}>{format.dateTime(entry.at)}</Fact>
      <Fact term={fieldMessage('changedById')}>
        <ValueLink field="changedById" value={entry.actorId} text={short(entry.actorId)} mono />
      </Fact>
      <Fact term={fieldMessage('resourceId')}>
        <ValueLink field="resourceId" value={entry.resourceId} text={short(entry.resourceId)} mono />
      </Fact>
      <Fact term={fieldMessage('environmentName')}>
        {entry.environmentId === null ? (
          <FormattedMessage id="ActivityLog.Tenant" />
        ) : (
          <>
            <bdi>{entry.environmentName}</bdi>{' '}
            <ValueLink field="environmentId" value={entry.environmentId} text={short(entry.environmentId)} mono />
          </>
        )}
      </Fact>
      {entry.assessmentId === null ? null : (
        <Fact term={fieldMessage('assessmentName')}>
          <ValueLink field="assessmentId" value={entry.assessmentId} text={names.assessment(entry)} />
        </Fact>
      )}
      <Fact term={fieldMessage('logId')}>
        <CopyableId value={entry.id} label={intl.formatMessage({ id: fieldMessage('logId') })} truncated />
      </Fact>
      {entry.correlationId === null ? null : (
        <Fact term="Recorder.Fact.CorrelationId">
          <CopyableId
            value={entry.correlationId}
            label={intl.formatMessage({ id: 'Recorder.Fact.CorrelationId' })}
            truncated
          />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-xs text-fg-secondary">
        <FormattedMessage id={term} />
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

interface ValueLinkProps {
  field: LogField
  value: string
  text?: string
  mono?: boolean
}

/** A value that leads to the entries which have it. */
function ValueLink({ field, value, text = value, mono = false }: ValueLinkProps) {
  const intl = useIntl()
  const href = useHref()
  if (value === '') return null
  return (
    <Link
      to={href('/settings/audit', valueSearch(field, value))}
      target="_blank"
      rel="noreferrer"
      aria-label={intl.formatMessage(
        { id: 'ActivityLog.SearchValue' },
        { field: intl.formatMessage({ id: fieldMessage(field) }), value },
      )}
      className={mono ? 'font-mono text-xs text-link hover:underline' : 'text-link hover:underline'}
    >
      <bdi>{text}</bdi>
    </Link>
  )
}
