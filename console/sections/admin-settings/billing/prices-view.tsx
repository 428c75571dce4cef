import { createColumns, Heading, Money, SimpleTable, useFormat } from '@assay/design-system'
import {
  type MeteredCapability,
  meteredCapabilities,
  monthlyFee,
  type PricedBand,
  priceMonth,
  priceUnits,
} from '@assay/risk-service/contract'
import { useId, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { BillingViews } from './billing-views.tsx'
import type { BillingViewProps } from './tenant-usage.tsx'

const columns = createColumns<PricedBand>()

/** Prices by capability, and what the running month costs by them. */
export function PricesView({ stored: { month } }: BillingViewProps) {
  const intl = useIntl()
  const units = Object.fromEntries(meteredCapabilities.map(each => [each, month.units[each] ?? 0])) as Record<
    MeteredCapability,
    number
  >
  const name = intl.formatDate(`${month.month}-15T12:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <AdminFrame tab="billing" width="full">
      <BillingViews />
      <p className="max-w-prose text-fg-secondary">
        <FormattedMessage
          id="Billing.Prices.Text"
          values={{ fee: <Money key="fee" amount={monthlyFee} currency="USD" /> }}
        />
      </p>
      {meteredCapabilities.map(capability => (
        <CapabilityPrices key={capability} capability={capability} units={units[capability]} />
      ))}
      <p className="max-w-prose border-bs border-line pbs-3 text-md font-semibold">
        <FormattedMessage
          id="Billing.Prices.Sum"
          values={{ month: name, sum: <Money key="sum" amount={priceMonth(units)} currency="USD" /> }}
        />
      </p>
    </AdminFrame>
  )
}

function CapabilityPrices({ capability, units }: { capability: MeteredCapability; units: number }) {
  const intl = useIntl()
  const format = useFormat()
  const heading = useId()
  const shown = useMemo(
    () => [
      columns.text('band', {
        labelId: 'Billing.Prices.Band',
        rowHeader: true,
        value: ({ from, upTo }) =>
          upTo === null
            ? intl.formatMessage({ id: 'Billing.Prices.Above' }, { count: from })
            : intl.formatMessage({ id: 'Billing.Prices.UpTo' }, { count: upTo }),
      }),
      columns.text('price', {
        labelId: 'Billing.Prices.Each',
        value: ({ price }) =>
          intl.formatNumber(price, {
            style: 'currency',
            currency: 'USD',
            currencyDisplay: 'code',
            maximumFractionDigits: 4,
          }),
      }),
      columns.number('units', { labelId: 'Billing.Prices.Units', value: each => each.units }),
      columns.text('sum', { labelId: 'Billing.Prices.Dollars', value: ({ dollars }) => format.money(dollars, 'USD') }),
    ],
    [intl, format],
  )
  return (
    <section className="flex max-w-prose flex-col gap-2">
      <Heading level={2} size="md" id={heading}>
        <FormattedMessage id={`Usage.Capability.${capability}`} />
      </Heading>
      <SimpleTable
        labelledBy={heading}
        columns={shown}
        rows={priceUnits(capability, units)}
        getRowId={({ from }) => String(from)}
        gutter="none"
        narrow="cards"
      />
    </section>
  )
}
