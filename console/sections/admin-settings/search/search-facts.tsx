import { DateTime, KeyValue, KeyValueList } from '@assay/design-system'
import type { SearchSwitchDetails } from '@assay/risk-service/contract'
import { FormattedMessage, FormattedNumber } from 'react-intl'

/** Since when the search is on, who turned it on, and what it finds. */
export function SearchFacts({ details: { state, from, by, events, newestAt } }: { details: SearchSwitchDetails }) {
  return (
    <KeyValueList termWidth="lg">
      <KeyValue term={<FormattedMessage id="Admin.Search.State" />}>
        <FormattedMessage id={`Admin.Search.State.${state}`} />
      </KeyValue>
      {state === 'Off' ? null : (
        <>
          <KeyValue term={<FormattedMessage id="Admin.Search.Since" />}>
            {from === null ? <FormattedMessage id="Admin.Search.Since.Always" /> : <DateTime value={from} />}
          </KeyValue>
          {by === null ? null : (
            <KeyValue term={<FormattedMessage id="Admin.Search.By" />}>
              <bdi>{by}</bdi>
            </KeyValue>
          )}
        </>
      )}
      {state === 'On' ? (
        <>
          <KeyValue term={<FormattedMessage id="Admin.Search.Events" />}>
            <span className="tabular-nums">
              <FormattedNumber value={events} />
            </span>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Admin.Search.Newest" />}>
            {newestAt === null ? null : <DateTime value={newestAt} />}
          </KeyValue>
        </>
      ) : null}
    </KeyValueList>
  )
}
