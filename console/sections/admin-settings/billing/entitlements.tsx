import { Callout, createColumns, EmptyState, Heading, SimpleTable, SkeletonRows, useFormat } from '@assay/design-system'
import { type CapabilityUse, reachedMark } from '@assay/risk-service/contract'
import { useId, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { ShareBar } from '../../../platform/metering/share-bar.tsx'
import { useUsageSummary } from '../../../platform/metering/use-usage.ts'

const columns = createColumns<CapabilityUse>()
const shareOf = ({ purchased, used }: CapabilityUse): number | null =>
  purchased === null || purchased === 0 ? null : used / purchased

/** What all production environments have used of each entitlement in the running cycle. */
export function Entitlements({ environmentId }: { environmentId: string }) {
  const heading = useId()
  const query = useUsageSummary({ kind: 'tenant', environmentId, rootId: null }, null)
  const { data } = query
  return (
    <section className="flex flex-col gap-3">
      <Heading level={2} size="md" id={heading}>
        <FormattedMessage id="Billing.Entitlements" />
      </Heading>
      {query.isError && data !== undefined ? <StaleNotice /> : null}
      {data === undefined ? (
        query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : (
        <>
          <EntitlementTable heading={heading} capabilities={data.capabilities} />
          {data.capabilities.every(({ used }) => used === 0) ? (
            <EmptyState kind="no-results" title={<FormattedMessage id="Billing.Empty" />} />
          ) : null}
          {data.capabilities.every(({ purchased }) => purchased === null) ? (
            <Callout tone="info">
              <FormattedMessage id="Billing.NoLimits" />
            </Callout>
          ) : null}
        </>
      )}
    </section>
  )
}

function EntitlementTable({ heading, capabilities }: { heading: string; capabilities: readonly CapabilityUse[] }) {
  const intl = useIntl()
  const format = useFormat()
  const shown = useMemo(
    () => [
      columns.text('capability', {
        labelId: 'Usage.Column.Capability',
        rowHeader: true,
        value: ({ capability }) => intl.formatMessage({ id: `Usage.Capability.${capability}` }),
      }),
      columns.number('purchased', { labelId: 'Usage.Purchased', value: ({ purchased }) => purchased }),
      columns.number('used', { labelId: 'Usage.Used', value: ({ used }) => used }),
      columns.text('share', {
        labelId: 'Usage.Accumulated.Short',
        value: use => {
          const share = shareOf(use)
          return share === null ? null : format.percent(share, 2)
        },
      }),
      columns.number('projected', { labelId: 'Usage.Projected', value: ({ projected }) => projected }),
    ],
    [intl, format],
  )
  return (
    <>
      <SimpleTable
        labelledBy={heading}
        columns={shown}
        rows={capabilities}
        getRowId={({ capability }) => capability}
        gutter="none"
        narrow="cards"
      />
      {capabilities.some(use => shareOf(use) !== null) ? (
        <ul aria-hidden className="flex max-w-prose flex-col gap-3">
          {capabilities.map(use => {
            const share = shareOf(use)
            return share === null ? null : (
              <li key={use.capability} className="grid grid-cols-[10rem_minmax(0,1fr)] items-center gap-3 text-xs">
                <FormattedMessage id={`Usage.Capability.${use.capability}`} />
                <ShareBar share={share} mark={reachedMark(use.used, use.purchased)} />
              </li>
            )
          })}
        </ul>
      ) : null}
    </>
  )
}
