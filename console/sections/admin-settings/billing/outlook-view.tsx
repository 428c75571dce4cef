import {
  Callout,
  createColumns,
  Heading,
  KeyValue,
  KeyValueList,
  Money,
  SimpleTable,
  SkeletonRows,
  useFormat,
} from '@assay/design-system'
import { busyShare, leastMeasuredCalls, type Outlook, outlookDays } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { BillingViews } from './billing-views.tsx'

/** What a stopped fraud costs, and what the installation needs in 90 days, each with how it is computed. */
export function OutlookView({ environmentId }: { environmentId: string }) {
  const query = useQuery(api.billing.outlook.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const { data } = query
  return (
    <AdminFrame tab="billing" width="full">
      <BillingViews />
      {data !== undefined ? (
        <div className="flex max-w-prose flex-col gap-6">
          <Cost cost={data.cost} />
          <section className="flex flex-col gap-3">
            <Heading level={2} size="md">
              <FormattedMessage id="Billing.Outlook.Capacity" values={{ count: outlookDays }} />
            </Heading>
            {data.capacity === null ? (
              <Callout tone="info">
                <FormattedMessage id="Billing.Outlook.OtherTenants" />
              </Callout>
            ) : (
              <Capacity capacity={data.capacity} />
            )}
          </section>
        </div>
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={10} />
      )}
    </AdminFrame>
  )
}

const columns = createColumns<Outlook['cost']['months'][number]>()

function Cost({ cost: { months, dollars, source, stoppedFrauds, perStoppedFraud } }: { cost: Outlook['cost'] }) {
  const intl = useIntl()
  const format = useFormat()
  const heading = useId()
  const shown = useMemo(
    () => [
      columns.text('month', {
        labelId: 'Billing.Outlook.Month',
        rowHeader: true,
        value: ({ month }) =>
          intl.formatDate(`${month}-15T12:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
      }),
      columns.text('dollars', {
        labelId: 'Billing.Prices.Dollars',
        value: each => format.money(each.dollars, 'USD'),
      }),
    ],
    [intl, format],
  )
  return (
    <section className="flex flex-col gap-3">
      <Heading level={2} size="md" id={heading}>
        <FormattedMessage id="Billing.Outlook.Cost" />
      </Heading>
      <p className="text-2xl font-semibold tabular-nums">
        {perStoppedFraud === null ? (
          <FormattedMessage id="Billing.Outlook.NoFraud" />
        ) : (
          <Money amount={perStoppedFraud} currency="USD" />
        )}
      </p>
      <p className="text-fg-secondary">
        <FormattedMessage
          id={`Billing.Outlook.Cost.${source}`}
          values={{ count: stoppedFrauds, sum: <Money key="sum" amount={dollars} currency="USD" /> }}
        />
      </p>
      <SimpleTable
        labelledBy={heading}
        columns={shown}
        rows={months}
        getRowId={({ month }) => month}
        gutter="none"
        narrow="cards"
      />
    </section>
  )
}

const gigabyte = 1e9

function Capacity({ capacity }: { capacity: NonNullable<Outlook['capacity']> }) {
  const intl = useIntl()
  const format = useFormat()
  const { days, calls, callsBefore, growth, peakHour, processorMs, measuredCalls, storedEvents, later } = capacity
  const { storedBytes, bytesPerEvent } = capacity
  const gigabytes = (bytes: number) =>
    intl.formatNumber(bytes / gigabyte, { style: 'unit', unit: 'gigabyte', maximumSignificantDigits: 3 })
  const facts: readonly (readonly [id: string, value: ReactNode])[] = [
    ['Calls', <FormattedMessage key="calls" id="Billing.Outlook.CallsText" values={{ calls, callsBefore, days }} />],
    [
      'Growth',
      intl.formatNumber(growth - 1, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 }),
    ],
    ['PeakHour', format.number(peakHour)],
    [
      'Processor',
      processorMs === null ? (
        <FormattedMessage
          key="processor"
          id="Billing.Outlook.NotMeasured"
          values={{ measured: measuredCalls, least: leastMeasuredCalls }}
        />
      ) : (
        intl.formatNumber(processorMs, { style: 'unit', unit: 'millisecond', maximumSignificantDigits: 3 })
      ),
    ],
    [
      'Stored',
      <FormattedMessage
        key="stored"
        id="Billing.Outlook.StoredText"
        values={{ events: storedEvents, size: gigabytes(storedBytes) }}
      />,
    ],
    [
      'PerEvent',
      bytesPerEvent === null
        ? null
        : intl.formatNumber(bytesPerEvent / 1000, { style: 'unit', unit: 'kilobyte', maximumSignificantDigits: 3 }),
    ],
  ]
  return (
    <>
      <KeyValueList termWidth="lg">
        <KeyValue term={<FormattedMessage id="Billing.Outlook.Cores" />}>
          {later.cores === null ? null : intl.formatNumber(later.cores, { maximumSignificantDigits: 3 })}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Billing.Outlook.Storage" />}>
          {later.bytes === null ? null : gigabytes(later.bytes)}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Billing.Outlook.CallsPerDay" />}>
          {format.number(Math.round(later.callsPerDay))}
        </KeyValue>
      </KeyValueList>
      <p className="text-fg-secondary">
        <FormattedMessage
          id="Billing.Outlook.Formula"
          values={{ count: outlookDays, days, share: format.percent(busyShare, 0) }}
        />
      </p>
      <KeyValueList termWidth="lg">
        {facts.map(([id, value]) => (
          <KeyValue key={id} term={<FormattedMessage id={`Billing.Outlook.${id}`} />}>
            {value}
          </KeyValue>
        ))}
      </KeyValueList>
    </>
  )
}
