import { lastCutoff } from '@assay/risk-service/contract'
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { CurveCard } from './curve-card.tsx'
import { CutoffPeriods } from './cutoff-periods.tsx'
import { ImpactTable } from './impact-table.tsx'
import type { ScoreAnswer } from './score-answer.ts'
import { ChartPlace, DistributionChart } from './score-chart-place.tsx'
import { cutoffOf, firstCutoff } from './scores-address.ts'
import { WhatIf } from './what-if.tsx'

const plotHeight = 324
const steps = { small: 10, large: 50, page: 100 } as const

interface OperationTabProps extends ScoreAnswer {
  /** The cut-off of the address; null: the one in force. */
  cutoff: number | null
  margin: number | null
  /** Called once the cut-off has not moved for a moment. */
  onCutoffChange: (cutoff: number) => void
}

/** What a cut-off would stop, at once while it is moved: the answer has the figures of every cut-off. */
export function OperationTab({ cutoff: first, margin, onCutoffChange, ...answer }: OperationTabProps) {
  const intl = useIntl()
  const { report, status, onRetry, fileName } = answer
  const [chosen, setChosen] = useState(first)
  const inForce = report?.inForce ?? null
  const cutoff = chosen ?? inForce ?? firstCutoff
  // The handle and its figures move in the same frame, everything beside them in the next free one.
  const following = useDeferredValue(cutoff)
  const resting = useDebouncedValue(chosen)
  const [stored, setStored] = useState(first)
  if (stored !== first) {
    setStored(first)
    // A reset took it out of the address, or the history leads to another one.
    if (first !== resting) setChosen(first)
  }
  const store = useEffectEvent((value: number) => onCutoffChange(value))
  useEffect(() => {
    if (resting !== null) store(resting)
  }, [resting])
  const choose = useCallback((score: number) => setChosen(cutoffOf(score)), [])
  const title = intl.formatMessage({ id: 'Reports.Scores.Distribution' })
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ChartPlace title={title} height={plotHeight}>
          <DistributionChart
            title={title}
            meta={intl.formatMessage({ id: 'Reports.Scores.Distribution.Meta' })}
            status={status}
            onRetry={onRetry}
            empty={<p>{intl.formatMessage({ id: 'Reports.Scores.NoScores' })}</p>}
            height={plotHeight}
            fileName={`${fileName}_distribution`}
            bins={(report?.bins ?? []).map(({ from, nonFraudVolume, fraudVolume }) => ({
              from,
              to: from + 9,
              legitimate: nonFraudVolume,
              fraud: fraudVolume,
            }))}
            max={lastCutoff}
            steps={steps}
            thresholds={[cutoff]}
            onThresholdsChange={([score = 0]) => choose(score)}
            saved={inForce === null ? [] : [inForce]}
            figuresHidden
          />
        </ChartPlace>
        <WhatIf {...answer} cutoff={cutoff} margin={margin} />
      </div>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ImpactTable report={report} view={answer.view} cutoff={following} onCutoffChange={choose} />
        <CurveCard {...answer} cutoff={following} />
      </div>
      <CutoffPeriods {...answer} cutoff={resting ?? inForce ?? firstCutoff} />
    </>
  )
}
