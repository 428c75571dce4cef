import { Card, CardBody, CardHeader, DirectionalIcon, SegmentedControl } from '@assay/design-system'
import type { ScoreSeparation } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { CreateRule } from './create-rule.tsx'
import type { ScoreAnswer } from './score-answer.ts'
import { useScoreTexts } from './use-score-texts.ts'

interface WhatIfProps extends ScoreAnswer {
  cutoff: number
  margin: number | null
}

const rows = [
  { figure: 'volumeAtOrAbove', isRate: false, labelId: 'Reports.Scores.Figure.volumeAtOrAbove' },
  { figure: 'percentAtOrAbove', isRate: true, labelId: 'Reports.Scores.Figure.percentAtOrAbove' },
  { figure: 'detectionRate', isRate: true, labelId: 'DesignSystem.Chart.DetectionRate' },
  { figure: 'falsePositiveRate', isRate: true, labelId: 'DesignSystem.Chart.FalsePositiveRate' },
  { figure: 'precision', isRate: true, labelId: 'DesignSystem.Chart.Precision' },
  { figure: 'fraudVolumeUnder', isRate: false, labelId: 'Reports.Scores.Figure.fraudVolumeUnder' },
  { figure: 'fraudRateUnder', isRate: true, labelId: 'Reports.Scores.Figure.fraudRateUnder' },
] as const satisfies { figure: keyof ScoreSeparation; isRate: boolean; labelId: string }[]
/** What a cut-off is compared with: what all rules decided, or the rule that rejects by the score alone. */
const baselines = ['rules', 'inForce'] as const

/** What would change with the cut-off against the rules in force. */
export function WhatIf({ report, input, view, amounts, cutoff, margin }: WhatIfProps) {
  const intl = useIntl()
  const texts = useScoreTexts(view)
  const [baseline, setBaseline] = useState<(typeof baselines)[number]>('rules')
  const { data: profit } = useQuery({
    ...api.reports.scoreProfit.queryOptions({ input: { ...input, margin }, placeholderData: keepPreviousData }),
    enabled: amounts,
  })
  const inForce = report?.inForce ?? null
  const against = inForce === null ? 'rules' : baseline
  const tried = report?.cutoffs[cutoff / 10]
  const before = against === 'rules' ? report?.decided : report?.cutoffs[(inForce ?? 0) / 10]
  const profitBefore = against === 'rules' ? profit?.decided : profit?.cutoffs[(inForce ?? 0) / 10]?.netProfit
  const textOf = (figures: ScoreSeparation | undefined, { figure, isRate }: (typeof rows)[number]): string =>
    figures === undefined ? '–' : isRate ? texts.rate(figures[figure]) : texts.volume(figures[figure] ?? 0)
  const lines = [
    ...rows.map(row => ({
      id: row.figure,
      label: intl.formatMessage({ id: row.labelId }),
      before: textOf(before, row),
      tried: textOf(tried, row),
    })),
    ...(amounts
      ? [
          {
            id: 'netProfit',
            label: intl.formatMessage({ id: 'Reports.Scores.Figure.netProfit' }),
            before: texts.money(profitBefore),
            tried: texts.money(profit?.cutoffs[cutoff / 10]?.netProfit),
          },
        ]
      : []),
  ]
  const title = intl.formatMessage({ id: 'Reports.Scores.WhatIf' })
  const nameOf = (name: (typeof baselines)[number]): string =>
    name === 'rules'
      ? intl.formatMessage({ id: 'Reports.Scores.Decided' })
      : intl.formatMessage({ id: 'DesignSystem.Chart.CutOff.InForce' }, { value: inForce })
  return (
    <Card aria-label={title} aria-busy={report === undefined}>
      <CardHeader title={title} meta={<FormattedMessage id="Reports.Scores.WhatIf.Meta" />} />
      <CardBody className="flex flex-col gap-3">
        {inForce === null ? (
          <p className="text-xs text-fg-muted">
            <FormattedMessage id="Reports.Scores.NoneInForce" />
          </p>
        ) : (
          <SegmentedControl
            label={intl.formatMessage({ id: 'Reports.Scores.Against' })}
            value={baseline}
            onValueChange={setBaseline}
            segments={baselines.map(value => ({ value, label: nameOf(value) }))}
          />
        )}
        <table aria-label={title} className="w-full border-collapse text-sm text-fg">
          <thead>
            <tr className="border-be border-line text-xs text-fg-secondary">
              <th scope="col" className="py-1 text-start font-medium">
                <FormattedMessage id="CaseReport.Own.Figure" />
              </th>
              <th scope="col" className="py-1 text-end font-medium">
                {against === 'rules' ? nameOf('rules') : <bdi dir="ltr">{inForce}</bdi>}
              </th>
              <th scope="col" className="py-1 text-end font-medium">
                <bdi dir="ltr">{cutoff}</bdi>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={line.id} className="h-fact-row border-be border-line-subtle last:border-be-0">
                <th scope="row" className="py-1 text-start font-normal text-fg-secondary">
                  {line.label}
                </th>
                <td className="py-1 text-end whitespace-nowrap tabular-nums">
                  <span className="inline-flex items-center gap-1.5 text-fg-muted">
                    <bdi dir="ltr">{line.before}</bdi>
                    <DirectionalIcon icon={ArrowRight} size={12} />
                  </span>
                </td>
                <td className="py-1 ps-2 text-end font-medium whitespace-nowrap tabular-nums">
                  <bdi dir="ltr">{line.tried}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {input.scoreType === 'risk' ? <CreateRule cutoff={cutoff} eventType={input.assessment} /> : null}
      </CardBody>
    </Card>
  )
}
