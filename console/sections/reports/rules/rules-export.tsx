import { downloadText, toCsv } from '@assay/design-system'
import type { ClauseRow, RuleReference, RulesInput, RulesReport } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { ExportMenu } from '../export-menu.tsx'
import { useRuleNames } from './rule-names.ts'

interface RulesExportProps {
  report: RulesReport | undefined
  input: RulesInput
  fileName: string
}

type FigureName = { [Name in keyof ClauseRow]: ClauseRow[Name] extends number | null ? Name : never }[keyof ClauseRow]
const figureNames: readonly FigureName[] = [
  'volume',
  'distribution',
  'manualReviewRate',
  'ruleRejectedRate',
  'fraudVolume',
  'nonFraudVolume',
  'fraudRate',
  'precision',
  'goodVolume',
  'falsePositiveRate',
  'uniqueCatches',
  'fraudShare',
  'sentToBankVolume',
  'bankAcceptanceRate',
]

/** Saves the figures of rules and clauses or those by period as a file, or prints the page. */
export function RulesExport({ report, input, fileName }: RulesExportProps) {
  const intl = useIntl()
  const { rule } = useRuleNames(report)
  const nameOf = ({ ruleId }: Pick<RuleReference, 'ruleId'>) => rule(ruleId)?.name ?? ''
  const saveRules = ({ rows }: RulesReport) => {
    const lines = rows.flatMap(({ clauses, ...row }) => [
      { name: nameOf(row), row: { clause: '', ...row } },
      ...clauses.map(clause => ({ name: nameOf(row), row: clause })),
    ])
    const columns = [
      { name: 'rule', value: (index: number) => lines[index]?.name ?? '' },
      { name: 'clause', value: (index: number) => lines[index]?.row.clause ?? '' },
      ...figureNames
        .filter(name => name !== 'distribution' || input.kind === 'decision')
        .map(name => ({ name, value: (index: number) => lines[index]?.row[name] ?? null })),
      ...(['low', 'high'] as const).map(limit => ({
        name: `precision.${limit}`,
        value: (index: number) => lines[index]?.row.precisionInterval?.[limit] ?? null,
      })),
    ]
    downloadText(`${fileName}.csv`, toCsv(columns, [...lines.keys()]))
  }
  const savePeriods = ({ periods, series }: RulesReport) =>
    downloadText(
      `${fileName}_periods.csv`,
      toCsv(
        [
          { name: 'period', value: (index: number) => periods[index]?.start ?? '' },
          { name: 'transactions.volume', value: (index: number) => series.transactions[index]?.volume ?? null },
          { name: 'fraud.volume', value: (index: number) => series.fraud[index]?.volume ?? null },
          { name: 'fraud.rate', value: (index: number) => series.fraud[index]?.rate ?? null },
        ],
        [...periods.keys()],
      ),
    )
  return (
    <ExportMenu
      name={intl.formatMessage({ id: 'Reports.Rules' })}
      report="rules"
      input={input}
      files={
        report === undefined
          ? []
          : [
              {
                id: 'rules',
                label: <FormattedMessage id="Reports.Rules.Export" />,
                rows: report.rows.reduce((sum, { clauses }) => sum + 1 + clauses.length, 0),
                save: () => saveRules(report),
              },
              {
                id: 'periods',
                label: <FormattedMessage id="Reports.Export.Csv" />,
                rows: report.periods.length,
                save: () => savePeriods(report),
              },
            ]
      }
    />
  )
}
