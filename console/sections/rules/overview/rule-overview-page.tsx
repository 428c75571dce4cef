import {
  Button,
  Callout,
  downloadText,
  EmptyState,
  Icon,
  IconButton,
  ListPage,
  lazyPart,
  PageHeader,
  Skeleton,
  Switch,
} from '@assay/design-system'
import type { RuleOverview } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, RefreshCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import {
  flagParameter,
  optionalParameter,
  textParameter,
  useSearchState,
} from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { overviewCsv, overviewRows } from './rule-overview.ts'
import { RuleOverviewTable } from './rule-overview-table.tsx'

const SettingsPanel = lazyPart(() =>
  import('../settings/settings-panel.tsx').then(module => ({ default: module.SettingsPanel })),
)

const searchSchema = { q: textParameter, warnings: flagParameter('1'), row: optionalParameter }

/** How rules are set up across all assessments of the environment. */
export function Component() {
  const intl = useIntl()
  const environment = useEnvironment()
  const write = useCan()('rules', 'write')
  const nameOf = useAssessmentName()
  const [{ q, warnings, row }, setSearchState] = useSearchState(searchSchema)
  const [text, setText] = useState(q)
  const title = intl.formatMessage({ id: 'Rules.Configuration.Title' })
  useTitle(title)
  const query = useQuery(
    api.rules.overview.queryOptions({ input: { environmentId: environment.id }, staleTime: 10_000 }),
  )
  const look = (next: string) => {
    setText(next)
    setSearchState({ q: next })
  }
  const name = (row: RuleOverview) => nameOf(row.eventType, row.name)
  const rows = overviewRows(query.data ?? [], { text, warnings }, name)
  const chosen = query.data?.find(each => each.eventType === row)
  return (
    <ListPage
      name={title}
      header={
        <PageHeader
          title={title}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }) },
            { id: 'configuration', label: title },
          ]}
          meta={<FormattedMessage id={write ? 'Rules.Configuration.Meta' : 'Rules.List.ReadOnly'} />}
          actions={
            <>
              <IconButton
                icon={RefreshCw}
                label={intl.formatMessage({ id: 'Common.Refresh' })}
                loading={query.isFetching && !query.isPending}
                onClick={() => void query.refetch()}
              />
              <Button
                variant="ghost"
                disabled={!query.data}
                onClick={() => downloadText('rules-configuration.csv', overviewCsv(rows))}
              >
                <Icon icon={Download} />
                <FormattedMessage id="Rules.Configuration.Export" />
              </Button>
            </>
          }
        />
      }
      bars={
        <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
          <SearchBox label={intl.formatMessage({ id: 'Rules.Configuration.Search' })} value={text} onChange={look} />
          <Switch
            className="text-sm"
            checked={warnings}
            onCheckedChange={next => setSearchState({ warnings: next })}
            label={<FormattedMessage id="Rules.Configuration.OnlyWarnings" />}
          />
          {query.isError && query.data ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Authoring.List.Stale" />
            </Callout>
          ) : null}
        </div>
      }
      panel={
        chosen ? (
          <Suspense
            fallback={
              <div className="w-panel border-s border-line p-4" aria-busy="true">
                <Skeleton className="h-2 w-1/2" />
              </div>
            }
          >
            <SettingsPanel
              key={chosen.eventType}
              eventType={chosen.eventType}
              name={name(chosen)}
              onClose={() => setSearchState({ row: null })}
            />
          </Suspense>
        ) : undefined
      }
    >
      {query.isError && !query.data ? (
        <div className="min-w-0 flex-1">
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : query.data && rows.length === 0 ? (
        query.data.length === 0 ? (
          <EmptyState className="flex-1" kind="first-use" title={<FormattedMessage id="Rules.Configuration.Empty" />} />
        ) : (
          <EmptyState
            className="flex-1"
            kind="no-results"
            title={<FormattedMessage id="Rules.Configuration.NoneFound" />}
            actions={
              <Button
                onClick={() => {
                  setText('')
                  setSearchState({ q: '', warnings: false })
                }}
              >
                <FormattedMessage id="Authoring.List.ClearSearch" />
              </Button>
            }
          />
        )
      ) : (
        <RuleOverviewTable
          rows={rows}
          loading={query.isPending}
          chosen={chosen?.eventType ?? null}
          onChoose={eventType => setSearchState({ row: eventType })}
        />
      )}
    </ListPage>
  )
}
