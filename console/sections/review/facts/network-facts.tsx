import { KeyValue } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { fieldLabel } from '../../../platform/events/field-label.ts'
import { objectAt, textAt } from '../request-fields.ts'
import { FactActions } from '../values/value-search.tsx'
import { FactRows } from './fact-rows.tsx'
import type { RequestFact } from './request-facts.ts'

/** Attributes of a device that describe the network of its IP address, in the order of the card. */
const networkAttributes = [
  'deviceCity',
  'deviceState',
  'devicePostalCode',
  'organization',
  'organizationType',
  'deviceAsn',
  'ipRoutingType',
  'lineSpeed',
] as const
const proxyAttributes = ['proxyLevel', 'proxyIp'] as const

/** Kinds of proxies with a word of their own. */
const proxyKinds: ReadonlySet<string> = new Set([
  'http',
  'service',
  'socks',
  'socks http',
  'tor',
  'web',
  'privacy proxy',
])

/**
 * Provider, connection and proxy of the IP address. They come with the attributes of the device, of the fingerprint or
 * the request; without any, one line says so.
 */
export function NetworkFacts({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const attributes = {
    ...objectAt(detail.request, 'deviceAttributes'),
    ...objectAt(detail.enrichment, 'deviceAttributes'),
  }
  const factsOf = (names: readonly string[]): RequestFact[] =>
    names.flatMap(name => {
      const value = textAt(attributes, name)
      return value === null ? [] : [{ path: name, value, field: `deviceAttributes.${name}` }]
    })
  const network = factsOf(networkAttributes)
  const proxy = proxyOf(attributes)
  const proxyFacts = factsOf(proxyAttributes)
  if (network.length + proxyFacts.length === 0 && proxy === null)
    return (
      <KeyValue term={<FormattedMessage id="Rules.Field.organization" />}>
        <span className="whitespace-normal text-fg-muted">
          <FormattedMessage id="Review.Ip.NoNetwork" />
        </span>
      </KeyValue>
    )
  const label = fieldLabel(intl, 'proxyType')
  return (
    <>
      <FactRows facts={network} currency={null} />
      {proxy === null ? null : (
        <KeyValue
          term={label}
          actions={
            proxy.sent === null ? null : (
              <FactActions field="deviceAttributes.proxyType" value={proxy.sent} label={label} />
            )
          }
        >
          {proxy.kind === null && proxy.sent !== null && proxy.sent.toLowerCase() !== 'unknown' ? (
            <bdi>{proxy.sent}</bdi>
          ) : (
            <FormattedMessage
              id={proxy.kind === null ? 'Review.Ip.Proxy' : 'Review.Ip.ProxyKind'}
              values={{ kind: (proxy.kind ?? '').replace(' ', '_') }}
            />
          )}
        </KeyValue>
      )}
      <FactRows facts={proxyFacts} currency={null} />
    </>
  )
}

/** The proxy that was seen: its kind where it is known by a word, and as it was sent. Null: none was seen. */
function proxyOf(attributes: Readonly<Record<string, unknown>>): { kind: string | null; sent: string | null } | null {
  const sent = textAt(attributes, 'proxyType')
  if (sent === null) return textAt(attributes, 'proxy')?.toLowerCase() === 'true' ? { kind: null, sent } : null
  const kind = sent.toLowerCase()
  return { kind: proxyKinds.has(kind) ? kind : null, sent }
}
