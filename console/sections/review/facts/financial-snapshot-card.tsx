import { Callout, CardBody, KeyValue, KeyValueList, SkeletonRows, useFormat } from '@assay/design-system'
import { type EventDetail, supportLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { FiguresTable } from '../../../platform/account-figures/figures-table.tsx'
import { api } from '../../../platform/api/client.ts'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { ReviewCard } from '../cards/review-card.tsx'
import { useSupportStatus } from '../support-status/use-support-status.tsx'

const measures = ['total', 'averageMonth', 'last30Days'] as const
/** Assessments about accounts: figures of purchases say little there. */
const accountTypes: ReadonlySet<string> = new Set(['accountcreation', 'accountlogin', 'signup', 'signin'])

/**
 * What the customer has bought, charged back and returned until now, since when they are one, and where they are listed.
 * It is read after the page is shown; deciding does not wait for it.
 */
export function FinancialSnapshotCard({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const format = useFormat()
  const support = useSupportStatus(detail)
  const { row } = detail
  const isShown = (row.userId !== null || row.email !== null) && !accountTypes.has(row.eventType)
  const query = useQuery(
    api.events.financialSnapshot.queryOptions({ input: caseInputOf(row), enabled: isShown, staleTime: 30_000 }),
  )
  const snapshot = query.data
  if (!isShown || snapshot?.by === null) return null
  const userStatus = support.validity('user', row.userId)
  const emailStatus = support.validity('email', row.email)
  return (
    <ReviewCard
      name="snapshot"
      className="overflow-x-auto"
      title={intl.formatMessage({ id: 'Review.Snapshot.Title' })}
      meta={
        snapshot ? (
          <FormattedMessage id={snapshot.by === 'email' ? 'Review.Snapshot.ByEmail' : 'Review.Snapshot.Meta'} />
        ) : undefined
      }
    >
      {query.isError && !snapshot ? (
        <CardBody>
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        </CardBody>
      ) : snapshot === undefined ? (
        <SkeletonRows rows={7} className="*:px-4" />
      ) : (
        <>
          {snapshot.complete ? null : (
            <Callout tone="info" className="mx-4 mbe-2">
              <p>
                <FormattedMessage id="Review.Snapshot.Incomplete" values={{ count: supportLimits.snapshotEvents }} />
              </p>
            </Callout>
          )}
          <FiguresTable summary={snapshot} measures={measures} />
          <CardBody>
            <KeyValueList termWidth="sm">
              <KeyValue
                term={<FormattedMessage id="Support.Account.MemberSince" />}
                qualifier={
                  snapshot.memberSinceSource === 'firstPurchase' && snapshot.memberSince !== null ? (
                    <FormattedMessage id="Support.Account.FirstPurchase" />
                  ) : undefined
                }
              >
                {snapshot.memberSince === null ? null : format.date(snapshot.memberSince)}
              </KeyValue>
              {userStatus === null ? null : (
                <KeyValue term={<FormattedMessage id="Review.Snapshot.UserStatus" />}>{userStatus}</KeyValue>
              )}
              {emailStatus === null ? null : (
                <KeyValue term={<FormattedMessage id="Review.Snapshot.EmailStatus" />}>{emailStatus}</KeyValue>
              )}
            </KeyValueList>
          </CardBody>
        </>
      )}
    </ReviewCard>
  )
}
