import { GeoMap } from '@assay/design-system/map'
import type { TransactionDetail } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

/** The countries of a purchase: where it is billed and shipped to, and where its IP address is. */
export function TransactionMap({ detail }: { detail: TransactionDetail }) {
  const intl = useIntl()
  const places = useMemo(
    () => [
      ...detail.payments.flatMap(({ billing }) => (billing ? [{ kind: 'billing' as const, ...billing }] : [])),
      ...(detail.shipping ? [{ kind: 'shipping' as const, ...detail.shipping }] : []),
      ...(detail.row.ipCountry
        ? [{ kind: 'ip' as const, street: null, place: detail.row.ip, name: null, country: detail.row.ipCountry }]
        : []),
    ],
    [detail],
  )
  const regions = useMemo(
    () =>
      [...Map.groupBy(places, ({ country }) => country?.toUpperCase() ?? '')].flatMap(([code, all]) =>
        /^[A-Z]{2}$/.test(code) ? [{ code, value: all.length }] : [],
      ),
    [places],
  )
  return (
    <div className="grid gap-3 p-4 @2xl:grid-cols-[3fr_2fr]">
      <GeoMap
        className="min-h-[20rem]"
        label={intl.formatMessage({ id: 'Support.Map.Label' })}
        regions={regions}
        valueName={<FormattedMessage id="Support.Map.Value" />}
        empty={<FormattedMessage id="Support.Map.None" />}
      />
      <ul className="flex flex-col gap-2" aria-label={intl.formatMessage({ id: 'Support.Map.Legend' })}>
        {places.map(({ kind, street, place, country }, index) => (
          <li key={index}>
            <span className="block text-xs text-fg-secondary">
              <FormattedMessage id={`Support.Map.${kind}`} />
            </span>
            <bdi>
              {[
                street,
                place,
                country === null ? null : intl.formatDisplayName(country, { type: 'region', fallback: 'code' }),
              ]
                .filter(Boolean)
                .join(', ')}
            </bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
