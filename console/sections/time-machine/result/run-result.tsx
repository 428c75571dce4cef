import { Callout } from '@assay/design-system'
import { historyBlocks, type TimeMachineRun } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { totalOf } from '../figures.ts'
import { Basis } from './basis.tsx'
import { Comparison } from './comparison.tsx'
import { OutcomeBlock } from './outcome-block.tsx'
import { MonthTable, RuleTable } from './outcome-tables.tsx'
import { ResultHeadline } from './result-headline.tsx'

/** The result of a run: its sentence, the outcomes with examples, by rule and by month, and what they are based on. */
export function RunResult({ run }: { run: TimeMachineRun }) {
  const { result, stale, eventType } = run
  if (result === null) return null
  // Logins and the like have no amounts.
  const valued = (['fraud', 'good', 'unknown'] as const).some(each => totalOf(result.outcomes, each).amountUsd > 0)
  return (
    <div className="flex flex-col gap-6">
      {stale.length > 0 ? (
        <Callout tone="warning">
          <FormattedMessage id="TimeMachine.Stale" />
        </Callout>
      ) : null}
      <ResultHeadline outcomes={result.outcomes} />
      <div className="grid gap-3 xl:grid-cols-2">
        {historyBlocks.map(block => (
          <OutcomeBlock key={block} block={block} eventType={eventType} result={result} valued={valued} />
        ))}
      </div>
      <RuleTable rules={result.rules} valued={valued} />
      <MonthTable months={result.months} valued={valued} />
      <Comparison result={result} valued={valued} />
      <Basis run={run} result={result} valued={valued} />
    </div>
  )
}
