import type { ScoreReport } from '@assay/risk-service/contract'

const binFigures = [
  'volume',
  'rejectRate',
  'nonFraudVolume',
  'fraudVolume',
  'fraudRate',
  'sentToBankVolume',
  'bankAcceptanceRate',
] as const
const cutoffFigures = [
  'cutoff',
  'volumeAtOrAbove',
  'rejectedRate',
  'detectionRate',
  'falsePositiveRate',
  'approvedFraudRate',
  'precision',
  'tfpr',
] as const

interface FileColumn {
  name: string
  value: (row: number) => string | number | null
}
/** A file with the figures of a report: its columns by the number of the row. */
interface ScoreFile {
  id: 'bins' | 'cutoffs'
  columns: FileColumn[]
  rows: number[]
}

/** Returns what can be saved of a report: the table by score, and what each cut-off would do. */
export function scoreFiles({ bins, noScoreVolume, cutoffs }: ScoreReport): ScoreFile[] {
  const scored = (row: number) => bins[row]
  return [
    {
      id: 'bins',
      columns: [
        {
          name: 'score',
          value: row => {
            const bin = scored(row)
            return bin ? `${bin.from}-${bin.from + 9}` : 'none'
          },
        },
        ...binFigures.map(name => ({
          name,
          value: (row: number) => scored(row)?.[name] ?? (name === 'volume' ? noScoreVolume : null),
        })),
      ],
      rows: [...Array(bins.length + (noScoreVolume > 0 ? 1 : 0)).keys()],
    },
    {
      id: 'cutoffs',
      columns: cutoffFigures.map(name => ({ name, value: row => cutoffs[row]?.[name] ?? null })),
      rows: [...cutoffs.keys()],
    },
  ]
}
