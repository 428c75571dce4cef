import type { ReportView } from '../../../contract/reports/report-definitions.ts'
import { binWidth } from '../model/scores/score-bins.ts'
import { outcomeRecords, type VolumeRecord } from '../summary/volume-records.ts'
import type { ScoreVolume } from './score-reads.ts'

/** Returns records of volumes with the lowest score of their bin. */
export const scoreRecords = (volumes: readonly ScoreVolume[], view: ReportView): VolumeRecord[] =>
  outcomeRecords(volumes, view).map((each, index) => {
    const { bin = -1 } = volumes[index] ?? {}
    return { ...each, record: { ...each.record, score: bin < 0 ? null : bin * binWidth } }
  })
