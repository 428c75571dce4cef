import { Card, CardBody, CardHeader, createColumns, IconButton, SimpleTable } from '@assay/design-system'
import type { RuleReference, RuleRowFigures, RulesInput, RulesReport } from '@assay/risk-service/contract'
import { Info } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { textOfReference } from '../rule-reference.ts'
import { useRuleLinks, useRuleNames } from './rule-names.ts'
import { useRuleTexts } from './use-rule-texts.ts'

interface RulePanelProps {
  report: RulesReport
  input: RulesInput
  reference: RuleReference
}

/** Returns the figures of a rule or clause; undefined where it has no transactions. */
function figuresOf({ rows }: RulesReport, { ruleId, clause }: RuleReference): RuleRowFigures | undefined {
  const row = rows.find(each => each.ruleId === ruleId)
  return clause === null ? row : row?.clauses.find(each => each.clause === clause)
}

/** What only one rule knows: how well it tells fraud from good customers, and what observing rules saw of it. */
export function RulePanel({ report, input, reference }: RulePanelProps) {
  const { nameOf } = useRuleNames(report)
  const figures = figuresOf(report, reference)
  const links = useRuleLinks(report, input)(reference)
  return (
    <Card>
      <CardHeader title={<bdi>{nameOf(reference)}</bdi>} />
      <CardBody className="flex flex-col gap-4">
        {figures === undefined ? (
          <p className="text-sm text-fg-secondary">
            <FormattedMessage id="Reports.NoMatch" />
          </p>
        ) : (
          <Quality figures={figures} input={input} />
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm print:hidden">
          {(['events', 'contrast', 'rule'] as const).map(id => {
            const address = links[id]
            return address === undefined ? null : (
              <Link key={id} to={address} className="focus-ring rounded-chip text-link hover:underline">
                <FormattedMessage id={`Reports.Rules.Link.${id}`} />
              </Link>
            )
          })}
        </p>
      </CardBody>
      {input.kind === 'decision' ? <Overlap report={report} input={input} reference={reference} /> : null}
    </Card>
  )
}

function Quality({ figures, input: { kind, view } }: { figures: RuleRowFigures; input: RulesInput }) {
  const intl = useIntl()
  const texts = useRuleTexts(view)
  const good = intl.formatMessage(
    { id: `Reports.Rules.Good.${kind}` },
    { volume: texts.volumeInText(figures.goodVolume) },
  )
  const items = [
    ['precision', texts.rate(figures.precision), texts.interval(figures)],
    ['falsePositiveRate', texts.rate(figures.falsePositiveRate), good],
    ['uniqueCatches', texts.volume(figures.uniqueCatches), null],
    ['fraudShare', texts.rate(figures.fraudShare), texts.volumeInText(figures.fraudVolume)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      {items.map(([id, value, detail]) => (
        <div key={id} className="min-w-0">
          <dt className="flex items-center gap-1 text-xs text-fg-secondary">
            <FormattedMessage id={`Reports.Rules.Quality.${id}`} />
            <IconButton
              icon={Info}
              size="sm"
              className="-my-1.5 [&_svg]:size-3"
              label={intl.formatMessage({ id: `Reports.Rules.Formula.${id}.${kind}` })}
            />
          </dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          {detail === null ? null : <dd className="text-xs text-fg-muted tabular-nums">{detail}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** What observing rules saw of the transactions that a rule decided. */
function Overlap({ report, input, reference }: RulePanelProps) {
  const intl = useIntl()
  const { nameOf } = useRuleNames(report)
  const texts = useRuleTexts(input.view)
  const { columns, rows } = reference.clause === null ? report.overlap.rules : report.overlap.clauses
  const column = columns.findIndex(({ ruleId, clause }) => ruleId === reference.ruleId && clause === reference.clause)
  const seen = rows
    .flatMap(({ observe, volume, cells }) => {
      const share = cells.find(cell => cell.column === column)?.share ?? null
      return share === null || share === 0
        ? []
        : [{ id: textOfReference(observe), name: nameOf(observe), volume, share }]
    })
    .sort((left, right) => right.share - left.share)
  const c = createColumns<(typeof seen)[number]>()
  return (
    <SimpleTable
      label={intl.formatMessage({ id: 'Reports.Rules.Overlap' })}
      columns={[
        c.text('name', { labelId: 'Reports.Rules.Overlap.Observe', value: row => row.name }),
        c.custom('volume', {
          labelId: 'Reports.Rules.Overlap.Hits',
          align: 'number',
          value: row => row.volume,
          text: row => texts.volume(row.volume),
          cell: row => texts.volume(row.volume),
        }),
        c.percent('share', { labelId: 'Reports.Rules.Overlap.Here', value: row => row.share }),
      ]}
      rows={seen}
      getRowId={row => row.id}
      empty={<FormattedMessage id="Reports.Rules.Overlap.None" />}
    />
  )
}
