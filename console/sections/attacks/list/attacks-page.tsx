import { Card, createColumns, EmptyState, Link, PageHeader, SimpleTable, useFormat } from '@assay/design-system'
import type { Attack } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import {
  environmentParameter,
  useEnvironment,
  useEnvironments,
  useHref,
} from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { AttackStatus } from '../attack-status.tsx'

const columns = createColumns<Attack>()
const refreshMs = 15_000

/** The attacks of the environment and those below it, the latest first; each opens in its own environment. */
export function Component() {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const title = intl.formatMessage({ id: 'Attacks.Title' })
  useTitle(title)
  useTitleFocus()
  const query = useQuery(
    api.attacks.list.queryOptions({ input: { environmentId }, staleTime: 5_000, refetchInterval: refreshMs }),
  )
  const attacks = query.data as readonly Attack[] | undefined
  const { environments } = useEnvironments()
  const names = new Map(environments.map(({ id, friendlyName }) => [id, friendlyName]))
  const isBelow = attacks?.some(attack => attack.environmentId !== environmentId) ?? false
  const kindOf = ({ kind }: Attack) => intl.formatMessage({ id: `Attacks.Kind.${kind}` })
  const statusOf = ({ endedAt }: Attack) =>
    intl.formatMessage({ id: endedAt === null ? 'Attacks.Status.running' : 'Attacks.Status.ended' })
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
          { id: 'attacks', label: title },
        ]}
        meta={<FormattedMessage id="Attacks.Text" />}
      />
      <div className="flex flex-col gap-4 px-page pbe-6">
        {query.isError && attacks ? <StaleNotice /> : null}
        <Card className="min-w-0 overflow-clip">
          {query.isError && attacks === undefined ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : attacks?.length === 0 ? (
            <EmptyState
              kind="first-use"
              title={<FormattedMessage id="Attacks.None" />}
              description={<FormattedMessage id="Attacks.None.Text" />}
            />
          ) : (
            <SimpleTable
              label={title}
              narrow="cards"
              gutter="card"
              loading={attacks === undefined}
              skeletonRows={3}
              columns={[
                columns.custom('kind', {
                  labelId: 'Attacks.Column.Kind',
                  value: kindOf,
                  cell: attack => (
                    <Link asChild>
                      <RouterLink
                        to={href(
                          `/fraud/attacks/${attack.id}`,
                          new URLSearchParams({ [environmentParameter]: attack.environmentId }),
                        )}
                      >
                        {kindOf(attack)}
                      </RouterLink>
                    </Link>
                  ),
                }),
                ...(isBelow
                  ? [
                      columns.text('environment', {
                        labelId: 'Queues.Environment',
                        value: attack => names.get(attack.environmentId) ?? '',
                      }),
                    ]
                  : []),
                columns.custom('status', {
                  labelId: 'Common.Status',
                  value: statusOf,
                  cell: attack => <AttackStatus attack={attack} />,
                }),
                columns.text('started', {
                  labelId: 'Alerts.Column.Began',
                  value: ({ startedAt }) => format.dateTime(startedAt, 'UTC'),
                }),
                columns.text('last', {
                  labelId: 'Attacks.Column.Last',
                  value: ({ lastAt }) => format.dateTime(lastAt, 'UTC'),
                }),
                columns.number('attempts', { labelId: 'Attacks.Figure.Attempts', value: ({ attempts }) => attempts }),
                columns.number('failed', { labelId: 'Attacks.Figure.Failed', value: ({ failed }) => failed }),
                columns.number('accounts', { labelId: 'Attacks.Figure.Accounts', value: ({ accounts }) => accounts }),
                columns.number('fallen', { labelId: 'Attacks.Figure.Fallen', value: ({ fallen }) => fallen }),
              ]}
              rows={attacks ?? []}
              getRowId={({ id }) => id}
            />
          )}
        </Card>
      </div>
    </div>
  )
}
