import { Callout, createColumns, DecisionBadge, Heading, SimpleTable, StatTile, useFormat } from '@assay/design-system'
import type { DualRunReport } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { CauseGroup } from './cause-group.tsx'
import { ExamplePanel } from './example-panel.tsx'
import { SkippedEvents } from './skipped-events.tsx'

type MatrixRow = DualRunReport['matrix'][number]
const columns = createColumns<MatrixRow>()
const plain = { sortable: false, filter: false } as const

const searchSchema = { example: optionalParameter }

/** The result of a dual run: parity, decisions that differ, their causes with examples, and what was left out. */
export function DualRunReportView({ report }: { report: DualRunReport }) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <ReportFigures report={report} />
      <Ledger report={report} />
      <SkippedEvents report={report} />
    </div>
  )
}

/** The decisions that differ with their causes; an example opens beside them. */
export function Ledger({ report }: { report: Pick<DualRunReport, 'compared' | 'differing' | 'matrix' | 'groups'> }) {
  const [{ example }, setSearchState, hrefOf] = useSearchState(searchSchema)
  if (report.differing.events === 0)
    return (
      <Callout tone="success">
        <FormattedMessage id="DualRun.AllSame" values={{ count: report.compared.events }} />
      </Callout>
    )
  const shown = report.groups.flatMap(group => {
    const found = group.examples.find(({ eventId }) => eventId === example)
    return found === undefined ? [] : [{ group, example: found }]
  })[0]
  return (
    <>
      <DifferingDecisions report={report} />
      <section className="flex min-w-0 flex-col gap-4">
        <Heading level={3} size="md">
          <FormattedMessage id="DualRun.Ledger" />
        </Heading>
        {report.groups.map((group, index) => (
          <CauseGroup key={`${index} ${group.cause}`} group={group} hrefOf={id => hrefOf({ example: id })} />
        ))}
      </section>
      {shown === undefined ? null : (
        <ExamplePanel
          group={shown.group}
          example={shown.example}
          onClose={() => setSearchState({ example: null }, 'replace')}
        />
      )}
    </>
  )
}

type Figures = Pick<DualRunReport, 'parity' | 'compared' | 'same' | 'sameRule' | 'differing' | 'from' | 'to'>

/** The figures of a report, also on paper. */
export function ReportFigures({ report }: { report: Figures }) {
  const intl = useIntl()
  const format = useFormat()
  const usd = (cents: number): string => format.money(cents / 100, 'USD')
  const { parity, compared, same, sameRule, differing, from, to } = report
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <StatTile label={<FormattedMessage id="DualRun.Parity" />} value={format.percent(parity / 100, 2)} />
        <StatTile
          label={<FormattedMessage id="DualRun.Compared" />}
          value={format.number(compared.events)}
          note={usd(compared.amountUsd)}
        />
        <StatTile
          label={<FormattedMessage id="DualRun.Same" />}
          value={format.number(same.events)}
          note={intl.formatMessage({ id: 'DualRun.SameRule' }, { count: sameRule })}
        />
        <StatTile
          label={<FormattedMessage id="DualRun.Differing" />}
          value={format.number(differing.events)}
          note={usd(differing.amountUsd)}
        />
      </div>
      <p className="text-xs text-fg-secondary">
        <FormattedMessage id="DualRun.Period" values={{ from: format.dateTime(from), to: format.dateTime(to) }} />
      </p>
    </div>
  )
}

/** The pairs of decisions that differ, with their money. */
export function DifferingDecisions({ report }: { report: Pick<DualRunReport, 'matrix'> }) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <SimpleTable
      gutter="none"
      label={intl.formatMessage({ id: 'DualRun.Matrix' })}
      columns={[
        columns.custom('former', {
          ...plain,
          labelId: 'DualRun.Former',
          rowHeader: true,
          value: row => row.former,
          cell: row => <DecisionBadge decision={row.former} />,
        }),
        columns.custom('own', {
          ...plain,
          labelId: 'DualRun.Own',
          value: row => row.own,
          cell: row => <DecisionBadge decision={row.own} />,
        }),
        columns.number('events', { ...plain, labelId: 'EventTracing.Events', value: row => row.events }),
        columns.text('amount', {
          ...plain,
          labelId: 'Events.Column.Amount',
          value: row => format.money(row.amountUsd / 100, 'USD'),
        }),
      ]}
      rows={report.matrix.filter(({ former, own }) => former !== own)}
      getRowId={({ former, own }) => `${former} ${own}`}
    />
  )
}
