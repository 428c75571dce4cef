import {
  Button,
  belowMd,
  Callout,
  EmptyState,
  Icon,
  ListPage,
  LoadingRegion,
  PageHeader,
  Skeleton,
  useMediaQuery,
} from '@assay/design-system'
import { assessmentLimits, type CustomAssessment } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { readRecovery } from '../../../platform/recovery/use-recovery.ts'
import { textParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { CustomDialog, customRecoveryId } from '../custom/custom-dialog.tsx'
import { NewCustom } from '../custom/new-custom.tsx'
import { AssessmentCards } from './assessment-cards.tsx'
import { AssessmentTable } from './assessment-table.tsx'
import { kindText } from './assessment-texts.ts'
import { features } from './feature-icons.tsx'
import { SelectedActions } from './selected-actions.tsx'
import { useAssessmentGroups } from './use-assessment-groups.tsx'

const searchSchema = { q: textParameter }

/** The assessments of the environment, each with its traffic and the pages about it. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const assessmentName = useAssessmentName()
  const can = useCan()
  const { id: environmentId, parentId } = useEnvironment()
  const [{ q }, setSearchState] = useSearchState(searchSchema)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const title = intl.formatMessage({ id: 'Monitoring.Overview.Title' })
  useTitle(title)
  const { data, error, isError, isFetching, refetch } = useQuery(
    api.assessments.list.queryOptions({ input: { environmentId }, staleTime: 60_000 }),
  )
  const Assessments = useMediaQuery(belowMd) ? AssessmentCards : AssessmentTable
  const text = q.trim().toLocaleLowerCase()
  const shown = (data ?? []).filter(row =>
    [assessmentName(row.eventType, row.name), row.eventType, kindText(intl, row)].some(each =>
      each.toLocaleLowerCase().includes(text),
    ),
  )
  const canCreate = parentId === null && can('assessments', 'write')
  const customCount = (data ?? []).filter(({ kind }) => kind === 'legacyCustom').length
  const { data: custom, ...customQuery } = useQuery(
    api.customAssessments.list.queryOptions({
      input: { environmentId },
      staleTime: 60_000,
      // Most environments have none, and the list says so.
      enabled: customCount > 0,
    }),
  )
  const [edited, setEdited] = useState<CustomAssessment | 'new' | null>(() =>
    readRecovery(customRecoveryId(environmentId, null)) === undefined ? null : 'new',
  )
  const groups = useAssessmentGroups(
    data ?? [],
    shown,
    canCreate ? <NewCustom full={customCount >= assessmentLimits.legacyCustom} onNew={() => setEdited('new')} /> : null,
  )
  const selected = shown.find(({ id }) => id === selectedId)
  const selectedCustom = custom?.find(({ id }) => id === selectedId)
  const withoutRule = new Set((custom ?? []).flatMap(({ id, activeRules }) => (activeRules === 0 ? [id] : [])))
  const wizardCount = (data ?? []).filter(({ kind }) => kind === 'wizard').length
  const retry = () => {
    void refetch()
    if (customQuery.isError) void customQuery.refetch()
  }
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
          {selected === undefined ? null : (
            <SelectedActions
              row={selected}
              onEdit={canCreate && selectedCustom !== undefined ? () => setEdited(selectedCustom) : undefined}
              onDeleted={() => setSelectedId(null)}
            />
          )}
        </div>
      }
      notice={
        data !== undefined && (isError || customQuery.isError) ? (
          <Callout tone="warning" live className="mx-page my-2">
            <FormattedMessage id="Authoring.List.Stale" />
          </Callout>
        ) : undefined
      }
    >
      {error !== null && data === undefined ? (
        <QueryError error={error} onRetry={retry} />
      ) : (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <LoadingRegion
            className="relative min-h-0 flex-1 overflow-auto"
            loading={data === undefined}
            name={title}
            skeleton={['1', '2', '3', '4', '5', '6'].map(row => <Skeleton key={row} className="mx-page my-2 h-2" />)}
          >
            {groups.length === 0 ? (
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
              <Assessments
                label={title}
                groups={groups}
                selected={selectedId}
                onSelect={setSelectedId}
                withoutRule={withoutRule}
              />
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
      {edited === null ? null : (
        <CustomDialog assessment={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
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
