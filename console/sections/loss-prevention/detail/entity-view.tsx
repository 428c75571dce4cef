import {
  Callout,
  Card,
  CardHeader,
  LoadingRegion,
  PageHeader,
  SkeletonText,
  StatTile,
  StatTileRow,
  useFormat,
} from '@assay/design-system'
import type { LossEntity, LossEntityKind, LossSummary } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { CutMonths } from '../cut-months.tsx'
import { filterOf, type LossState, timeOfMonth } from '../loss-address.ts'
import { ChartPlace, plotHeight, TimeSeriesChart } from '../loss-charts.tsx'
import { LossFilters } from '../loss-filters.tsx'
import { EntityFile } from './entity-file.tsx'
import { OpenFileButton } from './open-file.tsx'
import { ReasonDetails } from './reason-details.tsx'
import { ReasonTable } from './reason-table.tsx'
import { TransactionTable } from './transaction-table.tsx'
import { useNamelessAfterExpiry } from './use-nameless-after-expiry.ts'

interface EntityViewProps {
  kind: LossEntityKind
  id: string
  state: LossState
  onChange: (changes: Partial<LossState>) => void
  /** Address of the report. */
  listHref: string
  hrefOf: (kind: LossEntityKind, id: string) => string
}

/** One member of staff or terminal: scores and reasons beside all others and beside those with the same work. */
export function EntityView({ kind, id, state, onChange, listHref, hrefOf }: EntityViewProps) {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const filter = filterOf(state, environmentId)
  const report = useQuery(api.lossPrevention.summary.queryOptions({ input: filterOf(state, environmentId) }))
  const { data, error, isPending, refetch } = useQuery(
    api.lossPrevention.entity.queryOptions({
      input: { ...filter, kind, id },
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    }),
  )
  const entity = useNamelessAfterExpiry(data as LossEntity | undefined)
  const title = intl.formatMessage({ id: 'LossPrevention.Title' })
  const name = entity?.name ?? id
  useTitle(`${title} ${id}`)
  useTitleFocus()
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        breadcrumb={[
          { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
          { id: 'loss', label: title, href: listHref },
          { id: 'entity', label: id },
        ]}
        meta={<FormattedMessage id={`LossPrevention.Detail.${kind}`} />}
        actions={kind === 'staff' && entity?.name === null ? <OpenFileButton id={id} /> : undefined}
      />
      <LossFilters state={state} months={(report.data as LossSummary | undefined)?.months ?? []} onChange={onChange} />
      <div className="flex flex-col gap-3 px-page pbe-6 pbs-3">
        {error && entity ? <StaleNotice /> : null}
        <CutMonths months={(report.data as LossSummary | undefined)?.cutMonths} />
        {error && !entity ? (
          <QueryError error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRegion loading={isPending} name={title} skeleton={<SkeletonText lines={8} />}>
            {entity ? <EntityBody entity={entity} hrefOf={hrefOf} /> : null}
          </LoadingRegion>
        )}
      </div>
    </>
  )
}

function EntityBody({ entity, hrefOf }: { entity: LossEntity } & Pick<EntityViewProps, 'hrefOf'>) {
  const intl = useIntl()
  const format = useFormat()
  const { kind, months, maxScore, averageScore, scoreCount } = entity
  const title = intl.formatMessage({ id: 'LossPrevention.ScoreByMonth' })
  const dash = '–'
  return (
    <div className="flex flex-col gap-3">
      <Card className="overflow-clip">
        <StatTileRow className="rounded-none border-0">
          <StatTile
            label={<FormattedMessage id="LossPrevention.Column.maxScore" />}
            value={maxScore === null ? dash : format.number(maxScore, 0)}
          />
          <StatTile
            label={<FormattedMessage id="LossPrevention.Column.averageScore" />}
            value={averageScore === null ? dash : format.number(averageScore, 0)}
          />
          <StatTile
            label={<FormattedMessage id="LossPrevention.Column.scoreCount" />}
            value={format.number(scoreCount, 0)}
          />
        </StatTileRow>
      </Card>
      {months.length === 0 ? (
        <Callout tone="info">
          <FormattedMessage id="LossPrevention.NoScores" />
        </Callout>
      ) : (
        <>
          <div className="grid gap-3 lg:grid-cols-2">
            <ChartPlace title={title}>
              <TimeSeriesChart
                title={title}
                height={plotHeight}
                timeZone="UTC"
                bucket="month"
                fileName={`loss-prevention-${entity.id}`}
                series={[
                  { key: 'own', label: intl.formatMessage({ id: 'LossPrevention.Own' }), tone: 'series-1' },
                  { key: 'all', label: intl.formatMessage({ id: 'LossPrevention.All' }), tone: 'series-5' },
                  { key: 'peers', label: intl.formatMessage({ id: 'LossPrevention.Peers' }), tone: 'series-4' },
                ]}
                points={months.map(({ month, score, populationScore, peerScore }) => ({
                  time: timeOfMonth(month),
                  values: {
                    own: score,
                    all: Math.round(populationScore),
                    peers: peerScore === null ? null : Math.round(peerScore),
                  },
                }))}
              />
            </ChartPlace>
            <EntityFile entity={entity} />
          </div>
          <Card className="min-w-0 overflow-clip">
            <CardHeader title={<FormattedMessage id="LossPrevention.Reasons" />} />
            <ReasonTable months={months} />
          </Card>
          <ReasonDetails entity={entity} />
        </>
      )}
      <TransactionTable entity={entity} hrefOf={otherId => hrefOf(kind === 'staff' ? 'terminal' : 'staff', otherId)} />
    </div>
  )
}
