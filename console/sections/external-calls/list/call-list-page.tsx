import { Button, EmptyState, Icon } from '@assay/design-system'
import type { ExternalCall } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { ListPage } from '../../../platform/authoring/catalogue/list-page.tsx'
import { useListSearch } from '../../../platform/authoring/catalogue/use-list-search.ts'
import { DeleteDialog } from '../../../platform/authoring/usage/delete-dialog.tsx'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { OutgoingCards, OutgoingCardsLoading } from '../../../platform/outgoing-requests/outgoing-card.tsx'
import { PeriodSelect, periodParameter } from '../../../platform/outgoing-requests/period-select.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { newCall, useCallHref } from '../links.ts'
import { CallCard } from './call-card.tsx'
import { TestCallDialog } from './test-call-dialog.tsx'

const searchSchema = { period: periodParameter }

/** External calls of the environment with their figures of one period. */
export function CallListPage() {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const callHref = useCallHref()
  const environmentId = useEnvironment().id
  const write = useCan()('externalcalls', 'write')
  const search = useListSearch()
  const [{ period }, setSearchState] = useSearchState(searchSchema)
  const [deleting, setDeleting] = useState<ExternalCall | null>(null)
  const [tested, setTested] = useState<ExternalCall | null>(null)
  const title = intl.formatMessage({ id: 'Calls.Title' })
  const query = useQuery(
    api.externalCalls.list.queryOptions({
      input: { environmentId, period },
      staleTime: 5_000,
      placeholderData: keepPreviousData,
    }),
  )
  const all = query.data ?? []
  const shown = all.filter(({ body }) => search.matches(body.name, body.description, body.url))
  const create = () => void navigate(callHref(newCall))
  return (
    <ListPage
      kind="cards"
      id="calls"
      title={title}
      query={query}
      search={search}
      searchLabel={intl.formatMessage({ id: 'Calls.Search' })}
      actions={
        <>
          {all.length > 0 ? <PeriodSelect period={period} onPeriod={next => setSearchState({ period: next })} /> : null}
          {write && query.data?.length !== 0 ? (
            <Button variant="primary" onClick={create}>
              <Icon icon={Plus} />
              <FormattedMessage id="Calls.New" />
            </Button>
          ) : null}
        </>
      }
      bar={
        write ? null : (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Calls.ReadOnly" />
          </span>
        )
      }
      loading={<OutgoingCardsLoading />}
      empty={
        <EmptyState
          kind="first-use"
          title={<FormattedMessage id="Calls.Empty.Title" />}
          description={<FormattedMessage id={write ? 'Calls.Empty.How' : 'Calls.Empty.Nobody'} />}
          actions={
            write ? (
              <Button onClick={create}>
                <FormattedMessage id="Calls.New" />
              </Button>
            ) : undefined
          }
        />
      }
      found={shown.length}
      noneFound={<FormattedMessage id="Calls.NoneFound" />}
      dialogs={
        <>
          <DeleteDialog
            name={deleting?.body.name ?? null}
            confirm={<FormattedMessage id="Calls.Delete" />}
            onClose={() => setDeleting(null)}
            onDeleted={() => queryClient.invalidateQueries({ queryKey: api.externalCalls.list.key() })}
            remove={() => client.externalCalls.remove({ environmentId, callId: deleting?.id ?? '' })}
          />
          {tested ? <TestCallDialog call={tested} onClose={() => setTested(null)} /> : null}
        </>
      }
    >
      <OutgoingCards label={title}>
        {shown.map(call => ({
          key: call.id,
          card: (
            <CallCard call={call} write={write} onTest={() => setTested(call)} onDelete={() => setDeleting(call)} />
          ),
        }))}
      </OutgoingCards>
    </ListPage>
  )
}
