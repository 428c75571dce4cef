import { Callout, Icon, Spinner } from '@assay/design-system'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type StepState, scriptAddress, testSteps } from './fingerprint-test.ts'
import type { FingerprintRun } from './use-fingerprint-test.ts'

interface TestProgressProps {
  run: FingerprintRun
  /** Where the script is. */
  origin: string
}

/** The steps of a test with their results, and what the browser blocked. */
export function TestProgress({ run: { steps, violations }, origin }: TestProgressProps) {
  const intl = useIntl()
  const address = scriptAddress(origin, '', '').split('?')[0]
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <ol
        aria-label={intl.formatMessage({ id: 'Fingerprint.Steps' })}
        className="grid gap-x-6 gap-y-3 border-be border-line-subtle pbe-3 sm:grid-cols-2 xl:grid-cols-5"
      >
        {testSteps.map(step => {
          const state = steps[step]
          return (
            <li key={step} className="flex min-w-0 items-start gap-2 text-sm" data-status={state.status}>
              <StepIcon status={state.status} />
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="font-semibold">
                    <FormattedMessage id={`Fingerprint.Step.${step}`} />
                  </span>
                  <span className="text-xs text-fg-secondary">
                    {state.status === 'passed' ? (
                      <FormattedMessage id="Fingerprint.Status.passed" values={{ milliseconds: state.milliseconds }} />
                    ) : (
                      <FormattedMessage id={`Fingerprint.Status.${state.status}`} />
                    )}
                  </span>
                </div>
                {state.status === 'failed' ? (
                  <p className="text-danger-text">
                    <FormattedMessage
                      id={`Fingerprint.Failure.${state.failure}`}
                      values={{ address: <Address key="address" text={address ?? ''} /> }}
                    />
                  </p>
                ) : null}
              </div>
            </li>
          )
        })}
      </ol>
      {violations.length === 0 ? null : (
        <Callout tone="danger" title={<FormattedMessage id="Fingerprint.Violations" />}>
          <ul>
            {violations.map(({ directive, blocked }, index) => (
              <li key={`${index} ${directive}`}>
                <FormattedMessage
                  id="Fingerprint.Violation"
                  values={{
                    directive: <Address key="directive" text={directive} />,
                    address: <Address key="address" text={blocked} />,
                  }}
                />
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}

const Address = ({ text }: { text: string }) => (
  <code dir="ltr" className="text-xs wrap-anywhere">
    {text}
  </code>
)

function StepIcon({ status }: Pick<StepState, 'status'>) {
  if (status === 'running') return <Spinner />
  if (status === 'passed') return <Icon icon={CircleCheck} className="text-success-text" />
  if (status === 'failed') return <Icon icon={CircleX} className="text-danger-text" />
  return <Icon icon={CircleDashed} className="text-fg-muted" />
}
