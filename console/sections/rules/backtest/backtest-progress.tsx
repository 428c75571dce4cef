import { Callout, Progress } from '@assay/design-system'
import type { Backtest } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { validationErrorOf } from '../../../platform/api/api-error.ts'
import { diagnosticLine } from '../../../platform/authoring/fql/diagnostics.ts'

/** How far a back-test is, or why it failed. */
export function BacktestProgress({
  backtest: { state, progress, failure },
}: {
  backtest: Pick<Backtest, 'progress' | 'failure'> & { state: Backtest['state'] }
}) {
  if (state === 'failed')
    return (
      <Callout tone={failure === 'noEvents' ? 'info' : 'danger'}>
        <FormattedMessage id={`Rules.Backtest.Failed.${failure ?? 'internal'}`} />
      </Callout>
    )
  return (
    <Progress
      label={<FormattedMessage id="Rules.Backtest.Progress" />}
      value={state === 'waiting' || progress.total === 0 ? null : progress.events}
      max={Math.max(progress.total, 1)}
      detail={
        state === 'waiting' ? (
          <FormattedMessage id="Rules.Backtest.Waiting" />
        ) : progress.total === 0 ? undefined : (
          <FormattedMessage id="Rules.Backtest.Running" values={progress} />
        )
      }
    />
  )
}

type Problems = NonNullable<ReturnType<typeof validationErrorOf>>['problems']

/** The errors of the rule because of which a back-test cannot start. */
export const ruleErrorsOf = (error: unknown): Problems =>
  validationErrorOf(error)?.problems.filter(({ severity }) => severity === 'error') ?? []

/** Names the errors of a rule that cannot be tried, by clause, line and column. */
export function RuleErrors({ errors }: { errors: Problems }) {
  const intl = useIntl()
  return (
    <Callout tone="danger" live title={<FormattedMessage id="Rules.Backtest.Error" />}>
      <ul className="list-disc ps-5">
        {errors.map(problem => (
          <li key={`${problem.clause} ${problem.from}`}>
            <bdi>{diagnosticLine(intl, problem)}</bdi>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
