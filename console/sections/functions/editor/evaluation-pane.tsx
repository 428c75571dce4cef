import { Button, Callout, Icon, Skeleton } from '@assay/design-system'
import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { diagnosticText } from '../../../platform/authoring/fql/diagnostics.ts'
import type { FunctionEvaluation } from './use-function-draft.ts'

/**
 * The result of each property for the defaults of the parameters and the sample; the reason, where the default replaced
 * it.
 */
export function EvaluationPane({
  evaluation: { results, failed, retry, waiting },
}: {
  evaluation: FunctionEvaluation
}) {
  const intl = useIntl()
  const [open, setOpen] = useState(true)
  return (
    <section aria-labelledby="function-evaluation" className="flex flex-col gap-2 px-4 pbe-4">
      <div className="flex min-h-bar items-center gap-2">
        <h2 id="function-evaluation" className="font-semibold">
          <FormattedMessage id="Functions.Evaluation.Title" />
        </h2>
        <Button variant="ghost" size="sm" className="ms-auto" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon icon={open ? ChevronUp : ChevronDown} size={12} />
          <FormattedMessage id={open ? 'Functions.Evaluation.Collapse' : 'Functions.Evaluation.Expand'} />
        </Button>
      </div>
      {failed ? (
        <Callout
          tone="warning"
          live
          actions={
            <Button size="sm" onClick={retry}>
              <FormattedMessage id="Common.Retry" />
            </Button>
          }
        >
          <FormattedMessage id="Functions.Evaluation.Failed" />
        </Callout>
      ) : null}
      {!open ? null : results ? (
        <dl className="flex flex-col" aria-live="polite">
          {results.map(({ property, value, error }) => (
            <div
              key={property}
              className="flex flex-wrap items-baseline gap-x-3 border-be border-line-subtle py-1.5 last:border-be-0"
            >
              <dt className="min-w-0 flex-1 text-fg-secondary">
                <bdi dir="ltr" className="wrap-anywhere">
                  {property}
                </bdi>
              </dt>
              <dd className="min-w-0 text-end">
                <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                  {value === undefined ? '' : JSON.stringify(value)}
                </bdi>
              </dd>
              {error === null ? null : (
                <dd className="flex basis-full items-start gap-2 text-xs text-warning-text">
                  <Icon icon={TriangleAlert} size={12} className="mbs-0.5" />
                  <FormattedMessage
                    id="Functions.Evaluation.Default"
                    values={{ error: <bdi key="error">{diagnosticText(intl, error)}</bdi> }}
                  />
                </dd>
              )}
            </div>
          ))}
        </dl>
      ) : waiting && !failed ? (
        <div aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
        </div>
      ) : failed ? null : (
        <p className="text-fg-secondary">
          <FormattedMessage id="Functions.Evaluation.Blocked" />
        </p>
      )}
    </section>
  )
}
