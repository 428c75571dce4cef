import { Card, CardBody, SkeletonText } from '@assay/design-system'
import { type AccountSummary, isMaskedText, type SupportTransaction } from '@assay/risk-service/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import type { ListedValue } from '../../../platform/support-status/support-entries.ts'
import type { PanelStatus } from '../status/status-form.ts'
import { LatestCard } from '../transactions/latest-card.tsx'
import { TextsCard } from '../transactions/texts-card.tsx'
import { AccountCard } from './account-card.tsx'
import { ActivityCard } from './activity-card.tsx'
import { InstrumentsCard } from './instruments-card.tsx'

interface AccountsTabProps {
  environmentId: string
  query: UseQueryResult<AccountSummary>
  latest: { rows: readonly SupportTransaction[]; total: number | undefined; loading: boolean }
  transactionsHref: string
  onEdit: ((listed: ListedValue, status?: PanelStatus) => void) | undefined
}

/** The customer: what happened last and what may be told, figures, instruments, purchases, and changes of lists. */
export function AccountsTab({ environmentId, query, latest, transactionsHref, onEdit }: AccountsTabProps) {
  const { data: summary } = query
  if (summary === undefined)
    return query.isError ? (
      <QueryError error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Card aria-busy>
        <CardBody>
          <SkeletonText lines={6} />
        </CardBody>
      </Card>
    )
  const values = [...summary.values, ...summary.instruments].flatMap(({ list, value }) =>
    isMaskedText(value) ? [] : [{ list, value }],
  )
  const [newest] = latest.rows
  return (
    <>
      {onEdit === undefined ? (
        <p className="text-xs text-fg-secondary">
          <FormattedMessage id="Support.ReadOnly" />
        </p>
      ) : null}
      <AccountCard summary={summary} onEdit={onEdit} />
      {newest === undefined ? null : <TextsCard environmentId={environmentId} id={newest.eventId} />}
      <InstrumentsCard instruments={summary.instruments} onEdit={onEdit} />
      <LatestCard {...latest} allHref={transactionsHref} />
      <ActivityCard environmentId={environmentId} values={values} />
    </>
  )
}
