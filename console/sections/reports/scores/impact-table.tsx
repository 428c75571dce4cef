import { Button, Card, CardHeader, createColumns, SimpleTable } from '@assay/design-system'
import { lastCutoff, type ReportView, type ScoreReport } from '@assay/risk-service/contract'
import { memo, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { figureColumn } from './figure-column.tsx'
import { useScoreTexts } from './use-score-texts.ts'

type Row = ScoreReport['cutoffs'][number]
const c = createColumns<Row>()

const rateLabels = {
  rejectedRate: 'Reports.Scores.Column.rejectedRate',
  detectionRate: 'DesignSystem.Chart.DetectionRate',
  falsePositiveRate: 'DesignSystem.Chart.FalsePositiveRate',
  approvedFraudRate: 'Reports.Scores.Column.approvedFraudRate',
  precision: 'DesignSystem.Chart.Precision',
} as const

interface ImpactTableProps {
  report: ScoreReport | undefined
  view: ReportView
  cutoff: number
  onCutoffChange: (cutoff: number) => void
}

/** What each cut-off would do. A row chooses its cut-off. */
export const ImpactTable = memo(function ImpactTable({ report, view, cutoff, onCutoffChange }: ImpactTableProps) {
  const intl = useIntl()
  const texts = useScoreTexts(view)
  const frame = useRef<HTMLDivElement>(null)
  const title = intl.formatMessage({ id: 'Reports.Scores.Impact' })
  const arrived = report !== undefined
  useEffect(() => {
    const box = frame.current?.querySelector<HTMLElement>('[data-slot=simple-table-frame]')
    const row = arrived ? box?.querySelector<HTMLElement>('[aria-current]') : null
    // Only the box scrolls: the page stays where the handle is.
    if (box && row)
      box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2
  }, [cutoff, arrived])
  const rate = (id: keyof typeof rateLabels) =>
    figureColumn<Row>(
      id,
      rateLabels[id],
      row => row[id],
      row => texts.rate(row[id]),
    )
  const columns = [
    c.custom('cutoff', {
      labelId: 'Reports.Scores.Column.cutoff',
      control: true,
      value: row => row.cutoff,
      text: row => String(row.cutoff),
      cell: row => (
        // The button covers its row.
        <Button
          variant="ghost"
          size="sm"
          className="-mx-2 after:absolute after:inset-0"
          onClick={() => onCutoffChange(row.cutoff)}
        >
          {row.cutoff}
        </Button>
      ),
    }),
    figureColumn<Row>(
      'volume',
      'Reports.Scores.Column.volume',
      row => row.volumeAtOrAbove,
      row => texts.volume(row.volumeAtOrAbove),
    ),
    rate('rejectedRate'),
    rate('detectionRate'),
    rate('falsePositiveRate'),
    rate('approvedFraudRate'),
    rate('precision'),
    figureColumn<Row>(
      'tfpr',
      'Reports.Scores.Column.tfpr',
      row => row.tfpr,
      row => texts.ratio(row.tfpr),
    ),
  ]
  return (
    <Card aria-label={title}>
      <CardHeader title={title} />
      <div
        ref={frame}
        className="*:data-[slot=simple-table-frame]:max-h-[22rem] *:data-[slot=simple-table-frame]:overflow-y-auto print:*:data-[slot=simple-table-frame]:max-h-none"
      >
        <SimpleTable
          className="[&_thead]:sticky [&_thead]:inset-bs-0 [&_thead]:z-sticky [&_thead]:bg-surface"
          label={title}
          loading={!arrived}
          skeletonRows={9}
          columns={columns}
          rows={(report?.cutoffs ?? []).filter(row => row.cutoff < lastCutoff)}
          getRowId={row => String(row.cutoff)}
          currentRow={String(cutoff)}
        />
      </div>
    </Card>
  )
})
