import { Badge, Heading, useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

type Explanation = EventDetail['explanation']

/**
 * External calls and assessments that were made for the decision, with what the conditions of rules read from each;
 * nothing when there were none.
 */
export function CallsSection({ explanation }: { explanation: Explanation }) {
  const format = useFormat()
  const intl = useIntl()
  const { calls = [] } = explanation
  if (calls.length === 0) return null
  const starts = calls.map(readStart)
  // The record of a call lacks its arguments: which of several calls brought a value is not known.
  const repeated = new Set(starts.filter((start, index) => starts.indexOf(start) !== index))
  const single = (start: string | undefined) => (start === undefined || repeated.has(start) ? [] : [start])
  return (
    <section aria-labelledby="outgoing-calls" className="border-bs border-line-subtle px-4 py-3">
      <Heading level={3} size="sm" id="outgoing-calls" className="text-fg-secondary">
        <FormattedMessage id="Review.Calls.Title" />
      </Heading>
      <ul className="flex flex-col">
        {calls.map(({ kind, name, status, httpStatus, latencyMs, error }, index) => (
          <li key={index} className="flex flex-col gap-0.5 py-1">
            <span className="flex min-h-fact-row flex-wrap items-center gap-x-2">
              <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
              <Badge tone={status === 'Success' ? 'success' : 'danger'}>
                <FormattedMessage id={`Review.Calls.${status}`} />
              </Badge>
              <span className="ms-auto text-xs text-fg-muted tabular-nums">
                <FormattedMessage
                  id={`Review.Calls.${kind}`}
                  values={{
                    duration: intl.formatMessage(
                      { id: 'OutgoingRequests.Figure.Milliseconds' },
                      { value: format.number(Math.round(latencyMs)) },
                    ),
                  }}
                />
              </span>
            </span>
            {status === 'Success' ? null : (
              <span className="text-xs text-fg-secondary">
                {httpStatus === 0 ? null : (
                  <bdi className="me-2 tabular-nums">
                    <FormattedMessage id="OutgoingRequests.Error.http" values={{ status: httpStatus }} />
                  </bdi>
                )}
                <bdi className="wrap-anywhere">{error}</bdi>
              </span>
            )}
            <CallReads reads={readsOf(explanation, single(starts[index]))} />
          </li>
        ))}
      </ul>
      <CallReads reads={readsOf(explanation, [...repeated])} />
    </section>
  )
}

/** Values of an answer that conditions read. */
function CallReads({ reads }: { reads: ReadonlyMap<string, string> }) {
  if (reads.size === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 text-xs">
      {[...reads].map(([name, value]) => (
        <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <bdi dir="ltr" className="min-w-0 font-mono text-fg-secondary wrap-anywhere">
            {name}
          </bdi>
          <bdi dir="ltr" className="ms-auto font-mono text-fg-muted wrap-anywhere">
            {value}
          </bdi>
        </li>
      ))}
    </ul>
  )
}

/** Returns how reads of a call begin, in lower case. */
const readStart = ({ kind, name }: NonNullable<Explanation['calls']>[number]): string =>
  `${kind === 'external' ? 'external' : 'assessments'}.${name}`.toLowerCase()

/** Returns what was read from the answers of calls, each value once by its expression. */
function readsOf({ rules }: Explanation, starts: readonly string[]): ReadonlyMap<string, string> {
  const isOfCall = (read: string) =>
    starts.some(start => read.toLowerCase().startsWith(start) && !/^\w/.test(read.slice(start.length)))
  return new Map(
    rules.flatMap(({ clauses }) =>
      clauses.flatMap(({ conditions }) =>
        conditions.flatMap(({ reads }) =>
          reads.flatMap(({ kind, name, value }): [string, string][] =>
            kind === 'call' && isOfCall(name) ? [[name, value]] : [],
          ),
        ),
      ),
    ),
  )
}
