import {
  Button,
  Callout,
  downloadFile,
  EmptyState,
  Icon,
  ListPage,
  LoadingRegion,
  PageHeader,
  Skeleton,
} from '@assay/design-system'
import { type Assessment, assessmentLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FileBraces, Info, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { textParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { AssessmentTable } from './assessment-table.tsx'
import { kindText } from './assessment-texts.ts'
import { DeleteAssessment } from './delete-assessment.tsx'
import { features } from './feature-icons.tsx'
import { useAssessmentGroups } from './use-assessment-groups.tsx'

const searchSchema = { q: textParameter }

/** The assessments of the environment, each with its traffic and the pages about it. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const assessmentName = useAssessmentName()
  const { id: environmentId } = useEnvironment()
  const [{ q }, setSearchState] = useSearchState(searchSchema)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const title = intl.formatMessage({ id: 'Monitoring.Overview.Title' })
  useTitle(title)
  const { data, error, isError, isFetching, refetch } = useQuery(
    api.assessments.list.queryOptions({ input: { environmentId }, staleTime: 60_000 }),
  )
  const text = q.trim().toLocaleLowerCase()
  const shown = (data ?? []).filter(row =>
    [assessmentName(row.eventType, row.name), row.eventType, kindText(intl, row)].some(each =>
      each.toLocaleLowerCase().includes(text),
    ),
  )
  const groups = useAssessmentGroups(data ?? [], shown)
  const selected = shown.find(({ id }) => id === selectedId)
  const wizardCount = (data ?? []).filter(({ kind }) => kind === 'wizard').length
  const retry = () => void refetch()
  return (
    <ListPage
      name={title}
      header={
        <PageHeader
          title={title}
          meta={
            data === undefined ? undefined : (
              <FormattedMessage
                id="Assessments.Count"
                values={{ count: wizardCount, limit: assessmentLimits.wizard }}
              />
            )
          }
          breadcrumb={[
            { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
            { id: 'assessments', label: title },
          ]}
          actions={
            <>
              <Button variant="ghost" loading={isFetching} onClick={retry}>
                <Icon icon={RefreshCw} />
                <FormattedMessage id="Common.Refresh" />
              </Button>
              {data === undefined ? null : <NewAssessment full={wizardCount >= assessmentLimits.wizard} />}
            </>
          }
        />
      }
      bars={
        <div className="flex min-h-bar flex-wrap items-center gap-3 px-page py-1.5">
          <SearchBox
            label={intl.formatMessage({ id: 'Assessments.Search' })}
            value={q}
            onChange={next => setSearchState({ q: next })}
          />
          {selected === undefined ? null : <SelectedActions row={selected} onDeleted={() => setSelectedId(null)} />}
        </div>
      }
      notice={
        isError && data !== undefined ? (
          <Callout tone="warning" live className="mx-page my-2">
            <FormattedMessage id="Authoring.List.Stale" />
          </Callout>
        ) : undefined
      }
    >
      {error !== null && data === undefined ? (
        <QueryError error={error} onRetry={retry} />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col">
          <LoadingRegion
            className="min-h-0 flex-1 overflow-auto"
            loading={data === undefined}
            name={title}
            skeleton={['1', '2', '3', '4', '5', '6'].map(row => <Skeleton key={row} className="mx-page my-2 h-2" />)}
          >
            {shown.length === 0 ? (
              <EmptyState
                kind="no-results"
                title={<FormattedMessage id="Assessments.None" />}
                actions={
                  <Button onClick={() => setSearchState({ q: '' })}>
                    <FormattedMessage id="Common.ClearSearch" />
                  </Button>
                }
              />
            ) : (
              <AssessmentTable label={title} groups={groups} selected={selectedId} onSelect={setSelectedId} />
            )}
          </LoadingRegion>
          <footer className="flex min-h-row flex-wrap items-center gap-4 border-bs border-line-subtle px-page text-xs text-fg-muted">
            {features.map(({ name, icon, labelId }) => (
              <span key={name} className="flex items-center gap-1.5">
                <Icon icon={icon} size={12} />
                <FormattedMessage id={labelId} />
              </span>
            ))}
            <span className="ms-auto">
              <FormattedMessage id="Assessments.EventsBelow" />
            </span>
          </footer>
        </div>
      )}
    </ListPage>
  )
}

/** Leads to the wizard: only in a root environment, for who may create assessments. At the limit it says so. */
function NewAssessment({ full }: { full: boolean }) {
  const href = useHref()
  const can = useCan()
  const { parentId } = useEnvironment()
  if (parentId !== null || !can('assessments', 'write')) return null
  const content = (
    <>
      <Icon icon={Plus} />
      <FormattedMessage id="Assessments.Wizard.Title" />
    </>
  )
  return full ? (
    <>
      <span id="new-assessment-limit" className="text-xs text-fg-secondary">
        <FormattedMessage id="Templates.Assessment.limit" />
      </span>
      <Button variant="primary" aria-disabled aria-describedby="new-assessment-limit">
        {content}
      </Button>
    </>
  ) : (
    <Button asChild variant="primary">
      <Link to={href('/fraud/assessments/setup')}>{content}</Link>
    </Button>
  )
}

/** What can be done with the selected assessment. */
function SelectedActions({ row, onDeleted }: { row: Assessment; onDeleted: () => void }) {
  const { id: environmentId } = useEnvironment()
  const { mutate, isPending } = useApiMutation({
    mutationFn: () => client.assessments.exportSchema({ environmentId, assessmentId: row.id }),
    onSuccess: schema =>
      downloadFile(
        `${row.eventType}.schema.json`,
        new Blob([`${JSON.stringify(schema, null, 2)}\n`], { type: 'application/schema+json' }),
      ),
  })
  return (
    <>
      <span className="border-s border-line-subtle ps-3 text-sm font-medium">
        <FormattedMessage id="DesignSystem.DataTable.Selected" values={{ count: 1 }} />
      </span>
      {row.kind === 'wizard' ? (
        <Button variant="ghost" loading={isPending} onClick={() => mutate()}>
          <Icon icon={FileBraces} />
          <FormattedMessage id="Assessments.ExportSchema" />
        </Button>
      ) : (
        <span className="flex items-center gap-1.5 text-xs text-fg-muted">
          <Icon icon={Info} size={12} />
          <FormattedMessage id="Assessments.NoSchema" />
        </span>
      )}
      <DeleteAssessment key={row.id} row={row} onDeleted={onDeleted} />
    </>
  )
}
