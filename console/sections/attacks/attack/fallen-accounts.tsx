import { Card, CardHeader, createColumns, Link, SimpleTable, useFormat } from '@assay/design-system'
import type { AttackDetail, FallenAccount } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'

const columns = createColumns<FallenAccount>()

/** The accounts with an attempt that got through after others had failed; each opens its event. */
export function FallenAccounts({ attack }: { attack: AttackDetail }) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const can = useCan()
  const { fallen, fallenAccounts, kind } = attack
  const title = intl.formatMessage({ id: 'Attacks.Fallen' })
  const path = ({ eventType, environmentId, externalId }: FallenAccount) =>
    href(`/search/${eventType}/${environmentId}/${encodeURIComponent(externalId)}`)
  const nameOf = ({ userId, externalId }: FallenAccount) => userId ?? externalId
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader title={title} />
      {fallenAccounts.length === 0 ? (
        <p className="px-4 pbe-4 text-sm text-fg-secondary">
          <FormattedMessage id="Attacks.Fallen.None" />
        </p>
      ) : (
        <SimpleTable
          label={title}
          narrow="cards"
          gutter="card"
          columns={[
            columns.custom('account', {
              labelId: 'Attacks.Column.Account',
              value: nameOf,
              cell: account =>
                can('search') ? (
                  <Link asChild>
                    <RouterLink to={path(account)}>
                      <bdi>{nameOf(account)}</bdi>
                    </RouterLink>
                  </Link>
                ) : (
                  <bdi>{nameOf(account)}</bdi>
                ),
            }),
            columns.text('email', { labelId: 'Events.Column.Email', value: ({ email }) => email }),
            ...(kind === 'cardTesting'
              ? [
                  columns.text('card', {
                    labelId: 'Attacks.Column.Card',
                    value: ({ lastFour }) => lastFour,
                    mono: true,
                  }),
                ]
              : []),
            columns.text('at', { labelId: 'Attacks.Column.Through', value: ({ at }) => format.dateTime(at, 'UTC') }),
            columns.number('failedBefore', {
              labelId: 'Attacks.Column.FailedBefore',
              value: ({ failedBefore }) => failedBefore,
            }),
            columns.text('confirmed', {
              labelId: 'Attacks.Column.Confirmed',
              value: ({ confirmed }) =>
                intl.formatMessage({ id: confirmed ? 'Attacks.Outcome.succeeded' : 'Attacks.Outcome.open' }),
            }),
          ]}
          rows={fallenAccounts}
          getRowId={({ externalId }) => externalId}
        />
      )}
      {fallen > fallenAccounts.length ? (
        <p className="px-4 pbe-4 text-xs text-fg-secondary">
          <FormattedMessage id="Attacks.Fallen.More" values={{ shown: fallenAccounts.length, all: fallen }} />
        </p>
      ) : null}
    </Card>
  )
}
