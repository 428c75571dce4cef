import { useFormat } from '@assay/design-system'
import { type ContrastOutput, contrastOmissions } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { attributeLabel } from './value-texts.ts'

interface ComparisonSummaryProps {
  output: ContrastOutput
  eventType: string
}

/** How large the sets are, how many comparisons were made of them, and what was not compared. */
export function ComparisonSummary({ output, eventType }: ComparisonSummaryProps) {
  const intl = useIntl()
  const format = useFormat()
  const { a, b, comparisons, falseDiscoveries, findings, more, moreAttributes, omitted, rareValues } = output
  return (
    <div className="grid gap-1 text-xs text-fg-secondary">
      {(['a', 'b'] as const).map(name => {
        const set = output[name]
        const { fraud, labelled } = set.labels
        return (
          <p key={name}>
            <b className="font-medium text-fg">
              {/* Latin in every language: a number after it would stand before it where text runs from right to left. */}
              <bdi>
                <FormattedMessage id={`Search.Compare.Set.${name}`} />
              </bdi>
            </b>{' '}
            <FormattedMessage
              id={
                set.compared + (name === 'b' ? b.shared : 0) < set.found
                  ? 'Search.Compare.Drawn'
                  : 'Search.Compare.Size'
              }
              values={{ compared: set.compared, found: set.found }}
            />{' '}
            {labelled > 0 ? (
              <FormattedMessage
                id="Search.Compare.Fraud"
                values={{ fraud, labelled, share: format.percent(fraud / labelled, 0) }}
              />
            ) : null}
          </p>
        )
      })}
      {b.shared > 0 ? (
        <p>
          <FormattedMessage id="Search.Compare.Shared" values={{ count: b.shared }} />
        </p>
      ) : null}
      {a.missing > 0 ? (
        <p>
          <FormattedMessage id="Search.Compare.Missing" values={{ count: a.missing }} />
        </p>
      ) : null}
      {findings.length > 0 ? (
        <p>
          <FormattedMessage
            id="Search.Compare.Comparisons"
            values={{ count: comparisons, share: format.percent(falseDiscoveries, 0) }}
          />
        </p>
      ) : null}
      {more > 0 ? (
        <p>
          <FormattedMessage id="Search.Compare.More" values={{ count: more }} />
        </p>
      ) : null}
      {omitted.length > 0 || rareValues > 0 || moreAttributes > 0 ? (
        <details>
          <summary className="w-fit cursor-pointer">
            <FormattedMessage id="Search.Compare.Omitted" />
          </summary>
          <dl className="mbs-1 grid gap-1 ps-4">
            {rareValues > 0 ? (
              <dt>
                <FormattedMessage id="Search.Compare.Rare" values={{ count: rareValues }} />
              </dt>
            ) : null}
            {moreAttributes > 0 ? (
              <dt>
                <FormattedMessage id="Search.Compare.MoreAttributes" values={{ count: moreAttributes }} />
              </dt>
            ) : null}
            {contrastOmissions.map(reason => {
              const attributes = omitted.filter(each => each.reason === reason)
              return attributes.length === 0 ? null : (
                <div key={reason}>
                  <dt>
                    <FormattedMessage id={`Search.Compare.Omitted.${reason}`} />
                  </dt>
                  <dd className="wrap-anywhere text-fg">
                    {intl.formatList(attributes.map(each => attributeLabel(intl, eventType, each.attribute)))}
                  </dd>
                </div>
              )
            })}
          </dl>
        </details>
      ) : null}
    </div>
  )
}
