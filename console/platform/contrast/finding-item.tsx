import { useFormat } from '@assay/design-system'
import type { ContrastEntry, ContrastFinding, ContrastOutput, SearchField } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ShareBar } from './share-bar.tsx'
import { attributeLabel, valueLabel } from './value-texts.ts'

/** What an attribute and a value are called. */
export interface EntryNames {
  attribute: string
  value: string
}

interface FindingItemProps {
  eventType: string
  finding: ContrastFinding
  output: ContrastOutput
  fieldOf: (id: string) => SearchField | undefined
  /** What can be done with the finding, at the end of its name. */
  act?: (finding: ContrastFinding, names: EntryNames) => ReactNode
  /** Chooses a value, before its name: of the finding, or of another one that selects the same events. */
  choice?: (entry: ContrastEntry & { opposite?: boolean }, names: EntryNames, finding: ContrastFinding) => ReactNode
  /** What else there is to know about a value. */
  remark?: (entry: ContrastEntry) => ReactNode
}

/** One value that tells the sets apart: its shares, how they compare, its labels, and other values of the same events. */
export function FindingItem({ eventType, finding, output, fieldOf, act, choice, remark }: FindingItemProps) {
  const intl = useIntl()
  const format = useFormat()
  const named = ({ attribute, value }: Pick<ContrastFinding, 'attribute' | 'value'>): EntryNames => ({
    attribute: attributeLabel(intl, eventType, attribute),
    value: valueLabel(intl, format, attribute, value, fieldOf(attribute)),
  })
  const own = named(finding)
  return (
    <li className="grid gap-1.5 border-be border-line-subtle py-3 last:border-be-0">
      <div className="flex items-start justify-between gap-2">
        <div className="flex min-w-0 items-start gap-2">
          {choice?.(finding, own, finding)}
          <h3 className="min-w-0 text-sm font-medium wrap-anywhere">
            <span className="block text-xs font-normal text-fg-secondary">{own.attribute}</span>
            <bdi>{own.value}</bdi>
          </h3>
        </div>
        {act?.(finding, own)}
      </div>
      {remark?.(finding)}
      <ShareBar set="a" share={finding.a} size={output.a.compared} />
      <ShareBar set="b" share={finding.b} size={output.b.compared} />
      <p className="text-xs">
        <Ratio {...finding} />
      </p>
      {finding.labels.labelled > 0 ? (
        <p className="text-xs text-fg-secondary">
          <FormattedMessage
            id="Search.Compare.Fraud"
            values={{ ...finding.labels, share: format.percent(finding.labels.fraud / finding.labels.labelled, 0) }}
          />
        </p>
      ) : null}
      {finding.same.length > 0 ? (
        <details className="text-xs text-fg-secondary">
          <summary className="w-fit cursor-pointer">
            <FormattedMessage id="Search.Compare.Same" values={{ count: finding.same.length }} />
          </summary>
          <ul className="mbs-1 grid gap-1 ps-4">
            {finding.same.map(each => {
              const names = named(each)
              return (
                <li key={JSON.stringify([each.attribute, each.value])} className="flex items-start gap-2">
                  {choice?.(each, names, finding)}
                  <div className="min-w-0 wrap-anywhere">
                    <FormattedMessage
                      id={each.opposite ? 'Search.Compare.Opposite' : 'Search.Compare.Entry'}
                      values={{ attribute: names.attribute, value: <bdi key="value">{names.value}</bdi> }}
                    />
                    {remark?.(each)}
                  </div>
                </li>
              )
            })}
          </ul>
        </details>
      ) : null}
    </li>
  )
}

/** Below this ratio the digits after the point matter. */
const coarseFrom = 10

/** How many times as frequent the value is where it is more frequent, with the interval. */
function Ratio({ a, b, ratio }: Pick<ContrastFinding, 'a' | 'b' | 'ratio'>) {
  const format = useFormat()
  const times = (each: number): string =>
    format.number(each < coarseFrom ? Math.round(each * 100) / 100 : Math.round(each))
  const isMoreInA = a.share > b.share
  const set = isMoreInA ? 'a' : 'b'
  // In the other direction, the limits of the inverse are the inverse limits.
  const low = isMoreInA ? ratio.low : ratio.high === null ? 0 : 1 / ratio.high
  const value = isMoreInA ? ratio.value : ratio.value ? 1 / ratio.value : null
  const high = isMoreInA ? ratio.high : ratio.low > 0 ? 1 / ratio.low : null
  if (value === null) return <FormattedMessage id={`Search.Compare.Only.${set}`} values={{ low: times(low) }} />
  return (
    <FormattedMessage
      id={`Search.Compare.Ratio.${set}`}
      values={{ ratio: times(value), low: times(low), high: high === null ? '∞' : times(high) }}
    />
  )
}
