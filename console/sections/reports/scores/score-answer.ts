import type { ReportGrain, ReportView, ScoreReport } from '@assay/risk-service/contract'
import type { outcomeInputOf } from '../outcome-address.ts'

/** What the service is asked for. */
type ScoresQuery = ReturnType<typeof outcomeInputOf>

/** The report with what it was asked for, as all its tabs have it. */
export interface ScoreAnswer {
  /** Undefined until it has arrived. */
  report: ScoreReport | undefined
  /** Why there is no report, or nothing in it. */
  status: 'loading' | 'error' | 'empty' | 'ready'
  onRetry: () => void
  input: ScoresQuery
  view: ReportView
  grain: ReportGrain
  /** Whether events of the assessment have amounts, without which there is no profit. */
  amounts: boolean
  /** What the names of downloaded files begin with. */
  fileName: string
}
