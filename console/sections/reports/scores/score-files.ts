import type { ScoreProfit, ScoreReport } from '@assay/risk-service/contract'

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

const profitFigures = ['netProfit', 'costOfGoodsLost', 'cumulativeNetProfit', 'achieved'] as const

interface FileColumn {
  name: string
  value: (row: number) => string | number | null
}
/** A file with the figures of a report: its columns by the number of the row. */
interface ScoreFile {
  id: 'bins' | 'cutoffs' | 'profit'
  columns: FileColumn[]
  rows: number[]
}

const nameOf = (from: number): string => `${from}-${from + 9}`

/** Returns what can be saved of a report: the table by score, what each cut-off would do, and the profit where it is counted. */
export function scoreFiles(
  { bins, noScoreVolume, cutoffs }: ScoreReport,
  profit: Pick<ScoreProfit, 'bins'> | undefined,
): ScoreFile[] {
  const scored = (row: number) => bins[row]
  return [
    {
      id: 'bins',
      columns: [
        {
          name: 'score',
          value: row => {
            const bin = scored(row)
            return bin ? nameOf(bin.from) : 'none'
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
    ...(profit === undefined
      ? []
      : [
          {
            id: 'profit' as const,
            columns: [
              { name: 'score', value: (row: number) => nameOf(profit.bins[row]?.from ?? 0) },
              ...profitFigures.map(name => ({ name, value: (row: number) => profit.bins[row]?.[name] ?? null })),
            ],
            rows: [...profit.bins.keys()],
          },
        ]),
  ]
}
