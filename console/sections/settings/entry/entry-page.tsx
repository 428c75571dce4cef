import { Button, DirectionalIcon, EmptyState, Icon, PageHeader, SkeletonRows } from '@assay/design-system'
import { type LogEntry, logNoteType } from '@assay/risk-service/contract'
import { ExternalLink, RotateCcw } from 'lucide-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { readApiError } from '../../../platform/api/api-error.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { NotesButton } from '../../../platform/notes/notes-button.tsx'
import { NotesPanel } from '../../../platform/notes/notes-panel.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useLogNames } from '../log-names.ts'
import { ChangeSteps } from './change-steps.tsx'
import { entryParameters, entryPath } from './entry-address.ts'
import { EntryDiff } from './entry-diff.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { resourceLink, restoreLink } from './resource-links.ts'
import { useEntry } from './use-entry.ts'
import { useEntryEnvironment } from './use-entry-environment.ts'

/** The entry that the address names. */
export function Component() {
  const { envId = '', id = '' } = useParams()
  return <EntryPage environmentId={envId} id={id} />
}

/** One entry of the activity log: what was before and after, and the notes on it. */
export function EntryPage({ environmentId, id }: { environmentId: string; id: string }) {
  const intl = useIntl()
  const href = useHref()
  const title = intl.formatMessage({ id: 'ActivityLog.Title' })
  useTitle(`${id.slice(0, 8)}, ${title}`)
  const query = useEntry(environmentId, id)
  const entry = query.data as LogEntry | undefined
  const breadcrumb = [
    { id: 'settings', label: intl.formatMessage({ id: 'Shell.Nav.Settings' }), href: href('/settings') },
    { id: 'audit', label: title, href: href('/settings/audit') },
    { id: 'entry', label: `${id.slice(0, 8)}…` },
  ]
  if (entry !== undefined) return <EntryView environmentId={environmentId} entry={entry} breadcrumb={breadcrumb} />
  const failure = query.isError ? readApiError(query.error) : null
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader title={<FormattedMessage id="EventTracing.Kind.activityLog" />} breadcrumb={breadcrumb} />
      {failure === null ? (
        <SkeletonRows rows={10} />
      ) : failure.kind === 'missing' || failure.kind === 'invalid' ? (
        <EmptyState
          page
          kind="no-results"
          title={<FormattedMessage id="ActivityLog.Gone" />}
          actions={
            <Button asChild>
              <Link to={href('/settings/audit')}>{title}</Link>
            </Button>
          }
        />
      ) : (
        <QueryError page error={query.error} onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}

interface EntryViewProps {
  environmentId: string
  entry: LogEntry
  breadcrumb: Parameters<typeof PageHeader>[0]['breadcrumb']
}

function EntryView({ environmentId, entry, breadcrumb }: EntryViewProps) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const names = useLogNames()
  const notesPanel = useRef<HTMLElement>(null)
  const [{ fields, notes }, setState] = useSearchState(entryParameters)
  const place = {
    environmentId: useEntryEnvironment(environmentId)(entry),
    eventType: logNoteType,
    eventId: entry.id,
  }
  const resource = resourceLink(entry)
  const restore = restoreLink(entry)
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader
        title={<bdi>{entry.resourceName || entry.id}</bdi>}
        breadcrumb={breadcrumb ?? []}
        meta={intl.formatList([names.resource(entry.resourceType), names.operation(entry.operation)], { type: 'unit' })}
        actions={
          <>
            <NotesButton
              {...place}
              open={notes}
              onOpen={() => {
                setState({ notes: true })
                notesPanel.current?.focus()
              }}
              onCompose={() => setState({ notes: true })}
            />
            {restore ? (
              <Button asChild>
                <Link to={href(restore.path, restore.query)}>
                  <Icon icon={RotateCcw} />
                  <FormattedMessage id="ActivityLog.Restore" />
                </Link>
              </Button>
            ) : null}
            {resource ? (
              <Button asChild>
                <Link to={href(resource.path, resource.query)}>
                  <FormattedMessage id="ActivityLog.OpenResource" />
                  <DirectionalIcon icon={ExternalLink} size={12} />
                </Link>
              </Button>
            ) : null}
          </>
        }
      />
      <EntryFacts entry={entry} />
      <div className={notes ? 'grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_22rem]' : 'grid min-h-0 flex-1'}>
        <div className="flex min-h-0 min-w-0 flex-col">
          <div className="flex min-h-bar items-center border-be border-line-subtle px-page py-1.5">
            <ChangeSteps
              entry={entry}
              onGo={id => void navigate(href(entryPath({ ...entry, id }, environmentId)))}
              all={fields}
              onAllChange={all => setState({ fields: all })}
            />
          </div>
          <EntryDiff key={entry.id} entry={entry} all={fields} />
        </div>
        {notes ? (
          <div className="min-h-0 border-line-subtle p-3 lg:border-s">
            <NotesPanel ref={notesPanel} {...place} onClose={() => setState({ notes: false })} />
          </div>
        ) : null}
      </div>
    </div>
  )
}
