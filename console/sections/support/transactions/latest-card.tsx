import { Button, Card, CardHeader, SimpleTable } from '@assay/design-system'
import type { SupportTransaction } from '@assay/risk-service/contract'
import { useId, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { historyColumns } from './history-columns.tsx'

const shown = 3

interface LatestCardProps {
  rows: readonly SupportTransaction[]
  total: number | undefined
  loading: boolean
  /** Address of the tab with all of them. */
  allHref: string
}

/** The newest purchases in the range, with the way to all of them. */
export function LatestCard({ rows, total, loading, allHref }: LatestCardProps) {
  const intl = useIntl()
  const titleId = useId()
  const columns = useMemo(() => historyColumns(intl), [intl])
  return (
    <Card>
      <CardHeader
        title={
          <span id={titleId}>
            <FormattedMessage id="Support.Latest.Title" />
          </span>
        }
        actions={
          total === undefined || total === 0 ? undefined : (
            <Button asChild variant="ghost" size="sm">
              <Link to={allHref} replace>
                <FormattedMessage id="Support.Latest.All" values={{ count: total }} />
              </Link>
            </Button>
          )
        }
      />
      <SimpleTable
        labelledBy={titleId}
        columns={columns}
        rows={rows.slice(0, shown)}
        getRowId={row => row.eventId}
        loading={loading}
        skeletonRows={shown}
        empty={<FormattedMessage id="Support.History.NoneInRange" />}
      />
    </Card>
  )
}
