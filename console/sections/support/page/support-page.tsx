import {
  Button,
  belowMd,
  Card,
  EmptyState,
  Icon,
  ListPage,
  PageHeader,
  SkeletonText,
  TabLink,
  TabNav,
  useMediaQuery,
} from '@assay/design-system'
import { defined, type SupportCandidate } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { RevealButton } from '../../../platform/personal-data/reveal-button.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import type { ListedValue } from '../../../platform/support-status/support-entries.ts'
import { AccountsTab } from '../account/accounts-tab.tsx'
import { accountName, CandidateList } from '../lookup/candidate-list.tsx'
import { LookupBar } from '../lookup/lookup-bar.tsx'
import { readLookups, recordLookup } from '../lookup/recent-lookups.ts'
import { StartState } from '../lookup/start-state.tsx'
import { type PanelStatus, suggestedStatus } from '../status/status-form.ts'
import { StatusPanel } from '../status/status-panel.tsx'
import { allDates, boundsOf, supportSchema, supportTabs } from '../support-address.ts'
import { TransactionsTab } from '../transactions/transactions-tab.tsx'
import { useHistory } from '../transactions/use-history.ts'

/** What a chosen account changes in the address. */
const selectionOf = ({ account, order }: Pick<SupportCandidate, 'account' | 'order'>) => ({
  account,
  order,
  tab: order === null ? ('accounts' as const) : ('transactions' as const),
  edit: null,
})

/**
 * Customer support: one box finds a customer; the page says what happened, what may be told, and lets an employee
 * allow, block or watch the customer.
 */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const can = useCan()
  const box = useRef<HTMLInputElement>(null)
  const [state, setState, hrefOf] = useSearchState(supportSchema)
  const { q, key, range, account, tab, order, edit } = state
  const [initial, setInitial] = useState<PanelStatus | null>(null)
  useTitle(intl.formatMessage({ id: 'Support.Title' }))

  const [now] = useState(() => Date.now())
  const bounds = useMemo(() => boundsOf(range, now), [range, now])
  const found = useQuery(
    api.support.find.queryOptions({
      input: {
        environmentId: environment.id,
        text: q,
        from: bounds.from,
        to: range.kind === 'relative' ? null : bounds.to,
        ...defined({ key: key ?? undefined }),
      },
      enabled: q !== '' && account === null,
      staleTime: 10_000,
    }),
  )
  const candidates = found.data?.candidates
  const only = candidates?.length === 1 ? candidates[0] : undefined
  useEffect(() => {
    if (account !== null || only === undefined) return
    recordLookup(environment.id, { text: q, key, name: accountName(only) })
    setState(selectionOf(only))
  }, [account, only, environment.id, q, key, setState])

  const summary = useQuery(
    api.support.summary.queryOptions({
      input: { environmentId: environment.id, account: account ?? { type: 'user', value: '-' } },
      enabled: account !== null,
      staleTime: 10_000,
    }),
  )
  const history = useHistory(environment.id, account, range)
  const search = (text: string, nextKey: typeof key) =>
    setState({ q: text, key: nextKey, account: null, order: null, edit: null, tab: 'accounts' }, 'push')
  const hasChildren = environments.some(({ parentId }) => parentId === environment.id)
  const entry = useMemo(
    () =>
      [...(summary.data?.values ?? []), ...(summary.data?.instruments ?? [])].find(
        ({ list, value }) => list === edit?.list && value === edit.value,
      ),
    [summary.data, edit],
  )
  const small = useMediaQuery(belowMd)
  const main = summary.data?.values[0]
  const onEdit = can('lists.support.entry', 'write')
    ? (listed: ListedValue, status?: PanelStatus) => {
        setInitial(status ?? null)
        setState({ edit: listed })
      }
    : undefined

  return (
    <ListPage
      name={intl.formatMessage({ id: 'Support.Title' })}
      className="bg-canvas"
      header={null}
      panel={
        edit !== null && entry !== undefined && onEdit !== undefined ? (
          <StatusPanel
            key={`${edit.list}:${edit.value} ${initial ?? ''}`}
            environmentId={environment.id}
            listed={edit}
            entry={entry.entry}
            initial={initial ?? suggestedStatus(entry.entry)}
            draft={`support-view/${environment.id}/${edit.list}/${edit.value}`}
            onClose={() => setState({ edit: null })}
          />
        ) : null
      }
    >
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PageHeader
          title={<FormattedMessage id="Support.Title" />}
          breadcrumb={[
            { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }) },
            { id: 'support', label: intl.formatMessage({ id: 'Support.Title' }) },
          ]}
          meta={
            <FormattedMessage
              id={hasChildren ? 'Support.ScopeBelow' : 'Support.Scope'}
              values={{ environment: <bdi key="environment">{environment.friendlyName}</bdi> }}
            />
          }
          actions={
            account === null ? undefined : <RevealButton environmentId={environment.id} subjects={[{ account }]} />
          }
        />
        <LookupBar
          key={`${q} ${key ?? ''}`}
          text={q}
          searchKey={key}
          range={range}
          box={box}
          busy={found.isFetching}
          onSearch={search}
          onRangeChange={next => setState({ range: next })}
        />
        {account === null ? null : (
          <TabNav label={intl.formatMessage({ id: 'Support.Tabs' })} className="px-page">
            {supportTabs.map(name => (
              <TabLink
                key={name}
                asChild
                current={tab === name}
                {...defined({ count: name === 'transactions' ? history.total : 1 })}
              >
                <Link to={hrefOf({ tab: name })} replace>
                  <FormattedMessage id={`Support.Tab.${name}`} />
                </Link>
              </TabLink>
            ))}
          </TabNav>
        )}
        <div className="@container relative min-h-0 min-w-0 flex-1 overflow-y-auto px-page py-3">
          <div className="flex max-w-5xl flex-col gap-3">
            {account !== null ? (
              tab === 'accounts' ? (
                <AccountsTab
                  environmentId={environment.id}
                  query={summary}
                  latest={{ rows: history.rows, total: history.total, loading: history.query.isPending }}
                  transactionsHref={hrefOf({ tab: 'transactions' })}
                  onEdit={onEdit}
                />
              ) : (
                <TransactionsTab
                  environmentId={environment.id}
                  account={account}
                  range={range}
                  order={order}
                  onOrderChange={next => setState({ order: next })}
                  onRangeChange={next => setState({ range: next })}
                />
              )
            ) : q === '' ? (
              <StartState lookups={readLookups(environment.id)} onLookup={lookup => search(lookup.text, lookup.key)} />
            ) : found.isError && candidates === undefined ? (
              <QueryError error={found.error} onRetry={() => void found.refetch()} />
            ) : candidates === undefined || only !== undefined ? (
              <Card aria-busy className="p-4">
                <SkeletonText lines={5} />
              </Card>
            ) : candidates.length === 0 ? (
              <Card>
                <EmptyState
                  kind="no-results"
                  level={2}
                  title={<FormattedMessage id="Support.None.Title" values={{ text: <bdi key="text">{q}</bdi> }} />}
                  description={<FormattedMessage id="Support.None.Description" />}
                  actions={
                    <>
                      {key === null ? null : (
                        <Button onClick={() => search(q, null)}>
                          <FormattedMessage id="Support.None.AnyKey" />
                        </Button>
                      )}
                      {/^\D*\d{4}$/.test(q) && bounds.from > boundsOf(allDates, now).from ? (
                        <Button onClick={() => setState({ range: allDates })}>
                          <FormattedMessage id="Support.History.AllDates" />
                        </Button>
                      ) : null}
                    </>
                  }
                />
              </Card>
            ) : (
              <CandidateList
                candidates={candidates}
                more={found.data?.more ?? false}
                hrefOf={candidate => hrefOf(selectionOf(candidate))}
              />
            )}
          </div>
        </div>
        {small && onEdit !== undefined && main !== undefined && account !== null ? (
          <div className="border-bs border-line-subtle bg-surface px-page py-2">
            <Button
              variant="primary"
              className="h-10 w-full max-sm:min-h-10"
              start={<Icon icon={Pencil} />}
              onClick={() => onEdit({ list: main.list, value: main.value })}
            >
              <FormattedMessage id="Support.Panel.Title" />
            </Button>
          </div>
        ) : null}
      </div>
    </ListPage>
  )
}
