import { createYieldPoint } from '@assay/risk-service/contract'
import { useEffect, useState } from 'react'
import { useDebouncedValue } from '../../../../platform/timing/use-debounced-value.ts'
import type { DecisionTable } from '../decision-table.ts'
import { findingsOf, type TableFindings } from '../table-findings.ts'
import type { FactsOf } from '../table-regions.ts'

/** What was found in a table, which may have changed since. */
interface FoundInTable {
  table: DecisionTable
  findings: TableFindings
}

/**
 * What is worth a look in the table, in slices of a few milliseconds. Until the newest one was looked at, what was found
 * in the one before; null before the first.
 */
export function useTableFindings(table: DecisionTable, factsOf: FactsOf, decides: boolean): FoundInTable | null {
  const rested = useDebouncedValue(table)
  const [found, setFound] = useState<FoundInTable | null>(null)
  useEffect(() => {
    let stopped = false
    const look = async () => {
      const pause = createYieldPoint()
      const work = findingsOf(rested, factsOf, decides)
      for (;;) {
        const step = work.next()
        if (step.done === true) return setFound({ table: rested, findings: step.value })
        await pause()
        if (stopped) return
      }
    }
    void look()
    return () => {
      stopped = true
    }
  }, [rested, factsOf, decides])
  return found
}
