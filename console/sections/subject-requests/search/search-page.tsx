import { Button, belowMd, DataTable, EmptyState, Icon, ListPage, useMediaQuery } from '@assay/design-system'
import { eventSubjectAttribute, type SubjectAssessment, type SubjectMatch } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, Info, Scale, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { SubjectHeader } from '../frame/subject-header.tsx'
import { HoldPanel } from '../review/hold-panel.tsx'
import { ReviewPanel } from '../review/review-panel.tsx'
import type { SearchedSubject } from '../searched-subject.ts'
import { searchParameters } from '../subject-address.ts'
import { matchColumns } from './match-columns.tsx'
import { SubjectForm } from './subject-form.tsx'
import { useMatches } from './use-matches.ts'

type Review = 'export' | 'delete' | 'hold'

/** Finds the events of a person, and reviews what an export, a deletion or a legal hold of them does. */
export function Component() {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.subjectRequests.assessments.queryOptions({ input: { environmentId } }))
  const assessments = query.data?.assessments as readonly SubjectAssessment[] | undefined
  const [first] = assessments ?? []
  return assessments !== undefined && first !== undefined ? (
    <SubjectSearch key={environmentId} environmentId={environmentId} assessments={assessments} first={first} />
  ) : (
    <ListPage
      name={intl.formatMessage({ id: 'Subjects.Title' })}
      header={<SubjectHeader tab="search" />}
      state={query.isError ? 'error' : 'loading'}
      message={<QueryError error={query.error} onRetry={() => void query.refetch()} />}
    >
      {null}
    </ListPage>
  )
}

interface SubjectSearchProps {
  environmentId: string
  assessments: readonly SubjectAssessment[]
  first: SubjectAssessment
}

function SubjectSearch({ environmentId, assessments, first }: SubjectSearchProps) {
  const intl = useIntl()
  const href = useHref()
  const small = useMediaQuery(belowMd)
  const narrow = useMediaQuery('(max-width: 1100px)')
  const nameOf = useAssessmentName()
  const [address, setAddress] = useSearchState(searchParameters)
  const [subject, setSubject] = useState<SearchedSubject | null>(null)
  const [review, setReview] = useState<Review | null>(null)
  const assessment = assessments.find(({ key }) => key === address.assessment) ?? first
  const attribute = assessment.attributes.find(({ path }) => path === address.attribute) ?? assessment.attributes[0]
  const { query, matches, count } = useMatches(environmentId, subject)
  const columns = useMemo(
    () =>
      matchColumns(
        ({ eventType, environmentId: id, externalId }: SubjectMatch) =>
          href(`/search/${eventType}/${id}/${encodeURIComponent(externalId)}`),
        ({ caseState }) => (caseState === null ? null : intl.formatMessage({ id: `Subjects.Case.${caseState}` })),
        narrow,
      ),
    [href, intl, narrow],
  )
  const search = (next: SearchedSubject) => {
    setReview(null)
    if (JSON.stringify(next) === JSON.stringify(subject)) void query.refetch()
    else setSubject(next)
  }
  const choose = (choice: { assessment: string; attribute: string | null }) => {
    setAddress(choice)
    setSubject(null)
    setReview(null)
  }
  const none = subject !== null && count === 0
  const panel =
    subject === null || review === null ? undefined : review === 'hold' ? (
      <HoldPanel
        environmentId={environmentId}
        subject={subject}
        assessment={nameOf(assessment.key, assessment.name)}
        onClose={() => setReview(null)}
      />
    ) : (
      <ReviewPanel
        key={review}
        environmentId={environmentId}
        subject={subject}
        assessment={nameOf(assessment.key, assessment.name)}
        type={review}
        onClose={() => setReview(null)}
      />
    )
  return (
    <ListPage
      name={intl.formatMessage({ id: 'Subjects.Title' })}
      header={<SubjectHeader tab="search" />}
      bars={
        <SubjectForm
          assessments={assessments}
          assessment={assessment}
          attribute={attribute?.path ?? ''}
          searching={query.isFetching && !query.isFetchingNextPage}
          onChoose={choose}
          onSearch={search}
        />
      }
      {...(panel === undefined ? {} : { panel })}
    >
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {subject === null ? null : (
          <div className="flex min-h-bar flex-wrap items-center gap-x-3 gap-y-2 border-be border-line-subtle px-page py-1.5">
            <span className="text-sm font-medium">
              {count === undefined ? null : <FormattedMessage id="Subjects.Count" values={{ count }} />}
            </span>
            <span className="text-xs text-fg-muted">
              <FormattedMessage id="Subjects.Exact" />
            </span>
            <span className="ms-auto flex flex-wrap gap-2">
              {(['hold', 'export', 'delete'] as const).map(each => (
                <Button
                  key={each}
                  size="sm"
                  disabled={!count && each !== 'hold'}
                  aria-expanded={review === each}
                  onClick={() => setReview(each)}
                >
                  <Icon icon={icons[each]} />
                  <FormattedMessage id={`Subjects.Action.${each}`} />
                </Button>
              ))}
            </span>
          </div>
        )}
        {subject === null ? (
          <EmptyState
            className="m-auto"
            title={<FormattedMessage id="Subjects.Start" />}
            description={<FormattedMessage id="Subjects.Start.Text" />}
          />
        ) : (
          <DataTable
            className="min-h-[14rem] min-w-0 flex-1"
            label={intl.formatMessage({ id: 'Subjects.Found' })}
            narrow={small ? 'cards' : 'scroll'}
            columnChooser={false}
            columns={columns}
            rows={matches}
            getRowId={row => row.eventId}
            getRowName={row => row.externalId}
            status={query.isPending ? 'loading' : query.isError ? 'error' : none ? 'noResults' : 'ready'}
            onRetry={() => void query.refetch()}
            {...(query.hasNextPage && !query.isFetching ? { onEndReached: () => void query.fetchNextPage() } : {})}
            message={
              none ? (
                <EmptyState
                  kind="no-results"
                  title={<FormattedMessage id="Subjects.None" />}
                  description={<FormattedMessage id="Subjects.None.Text" />}
                />
              ) : query.isError ? (
                <QueryError error={query.error} onRetry={() => void query.refetch()} />
              ) : undefined
            }
          />
        )}
        <p className="flex gap-2 px-page py-3 text-sm text-fg-secondary max-sm:hidden">
          <Icon icon={Info} className="mbs-0.5 shrink-0" />
          <span className="max-w-[44rem]">
            {attribute?.since ? (
              <FormattedMessage
                id="Subjects.Since"
                values={{ attribute: attribute.path, date: intl.formatDate(attribute.since, { dateStyle: 'medium' }) }}
              />
            ) : (
              <FormattedMessage
                id="Subjects.OtherIds"
                values={{ attribute: <code key="id">{eventSubjectAttribute}</code> }}
              />
            )}
          </span>
        </p>
      </div>
    </ListPage>
  )
}

const icons = { hold: Scale, export: Download, delete: Trash2 }
