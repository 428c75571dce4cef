import { Button, EmptyState, Icon, lazyPart } from '@assay/design-system'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { ListPage } from '../../platform/authoring/catalogue/list-page.tsx'
import { useListSearch } from '../../platform/authoring/catalogue/use-list-search.ts'
import { DeleteDialog } from '../../platform/authoring/usage/delete-dialog.tsx'
import { useCan, useEnvironment } from '../../platform/environments/environments.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { OutgoingCards, OutgoingCardsLoading } from '../../platform/outgoing-requests/outgoing-card.tsx'
import { PeriodSelect, periodParameter } from '../../platform/outgoing-requests/period-select.tsx'
import { readRecovery } from '../../platform/recovery/use-recovery.ts'
import { optionalParameter, useSearchState } from '../../platform/router/use-search-state.ts'
import { AssessmentCard } from './assessment-card.tsx'
import { AssessmentPanel } from './assessment-panel.tsx'
import { formParameter, newForm, sharingRecoveryId } from './links.ts'

const searchSchema = { period: periodParameter, [formParameter]: optionalParameter }

const SharingDialog = lazyPart(() => import('./sharing-dialog.tsx').then(module => ({ default: module.SharingDialog })))

/** Other assessments that rules of the environment can call, with how that went. */
export function AssessmentListPage() {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const offline = useOffline()
  const { id: environmentId, parentId } = useEnvironment()
  const write = useCan()('externalassessments', 'write')
  const search = useListSearch()
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null)
  const [sharing, setSharing] = useState(() => readRecovery(sharingRecoveryId(environmentId)) !== undefined)
  const [{ period, [formParameter]: form }, setSearchState] = useSearchState(searchSchema)
  const open = (id: string) => setSearchState({ [formParameter]: id }, 'push')
  const title = intl.formatMessage({ id: 'ExternalAssessments.Title' })
  const query = useQuery(
    api.externalAssessments.list.queryOptions({
      input: { environmentId, period },
      staleTime: 5_000,
      placeholderData: keepPreviousData,
    }),
  )
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.externalAssessments.key() })
  const all = query.data ?? []
  const shown = all.filter(({ body, target }) =>
    search.matches(body.name, body.description, target?.name ?? '', target?.environmentPath ?? ''),
  )
  const edited = all.find(({ id }) => id === form) ?? null
  const create = { disabled: !query.data || offline, onClick: () => open(newForm) }
  return (
    <ListPage
      kind="cards"
      id="externalassessments"
      title={title}
      query={query}
      search={search}
      searchLabel={intl.formatMessage({ id: 'ExternalAssessments.Search' })}
      actions={
        <>
          {all.length > 0 ? <PeriodSelect period={period} onPeriod={next => setSearchState({ period: next })} /> : null}
          {write && parentId === null ? (
            <Button variant="ghost" disabled={offline} onClick={() => setSharing(true)}>
              <Icon icon={Share2} />
              <FormattedMessage id="ExternalAssessments.Sharing.Title" />
            </Button>
          ) : null}
          {write && query.data?.length !== 0 ? (
            <Button {...create} variant="primary">
              <Icon icon={Plus} />
              <FormattedMessage id="ExternalAssessments.New" />
            </Button>
          ) : null}
        </>
      }
      bar={
        write ? null : (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="ExternalAssessments.ReadOnly" />
          </span>
        )
      }
      loading={<OutgoingCardsLoading />}
      empty={
        <EmptyState
          kind="first-use"
          title={<FormattedMessage id="ExternalAssessments.Empty.Title" />}
          description={
            <FormattedMessage id={write ? 'ExternalAssessments.Empty.How' : 'ExternalAssessments.Empty.Nobody'} />
          }
          actions={
            write ? (
              <Button {...create}>
                <FormattedMessage id="ExternalAssessments.New" />
              </Button>
            ) : undefined
          }
        />
      }
      found={shown.length}
      noneFound={<FormattedMessage id="ExternalAssessments.NoneFound" />}
      dialogs={
        <>
          {edited !== null || (form === newForm && write && query.data) ? (
            <AssessmentPanel
              key={form}
              assessment={edited}
              write={write}
              all={all}
              onClose={() => open('')}
              onSaved={() => void refresh()}
            />
          ) : null}
          {sharing ? (
            <Suspense>
              <SharingDialog environmentId={environmentId} onClose={() => setSharing(false)} />
            </Suspense>
          ) : null}
          <DeleteDialog
            name={deleting?.name ?? null}
            confirm={<FormattedMessage id="ExternalAssessments.Delete" />}
            onClose={() => setDeleting(null)}
            onDeleted={refresh}
            remove={() => client.externalAssessments.remove({ environmentId, assessmentId: deleting?.id ?? '' })}
          />
        </>
      }
    >
      <OutgoingCards label={title}>
        {shown.map(each => ({
          key: each.id,
          card: (
            <AssessmentCard
              assessment={each}
              write={write}
              onOpen={() => open(each.id)}
              onDelete={() => setDeleting({ id: each.id, name: each.body.name })}
            />
          ),
        }))}
      </OutgoingCards>
    </ListPage>
  )
}
