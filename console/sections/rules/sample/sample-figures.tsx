import { Button, cn, createColumns, SimpleTable } from '@assay/design-system'
import { type RuleBody, type RuleSample, ruleSampleLimits } from '@assay/risk-service/contract'
import { memo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRuleSample } from './use-rule-sample.ts'

type ClauseFigures = NonNullable<RuleSample['result']>['clauses'][number]
const figureColumns = createColumns<ClauseFigures>()
const columns = [
  figureColumns.text('clause', { labelId: 'Rules.Table.Column.name', value: line => line.clause, rowHeader: true }),
  figureColumns.number('matched', { labelId: 'Rules.Sampled.Matched', value: line => line.matched }),
  figureColumns.number('decided', { labelId: 'Rules.Sampled.Decided', value: line => line.decided }),
]
const decisions = ['Reject', 'Challenge', 'Review', 'Approve'] as const
const days = 7
const noteIds = {
  velocities: 'Rules.Sampled.Note.velocities',
  variables: 'Rules.Sampled.Note.variables',
  lists: 'Rules.Sampled.Note.lists',
  calls: 'Rules.Backtest.Note.calls',
  models: 'Rules.Backtest.Note.models',
  devices: 'Rules.Backtest.Note.devices',
  random: 'Rules.Backtest.Note.random',
} as const

/** How often the clauses of the edited rule match the latest events, while somebody types. */
export function SampleFigures({ body }: { body: RuleBody }) {
  const intl = useIntl()
  const { sample, isStale, failed, retry } = useRuleSample(body, true)
  if (failed)
    return (
      <section
        aria-labelledby="rule-sampled"
        className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 border-bs border-line px-4"
      >
        <h2 id="rule-sampled" className="font-semibold">
          <FormattedMessage id="Rules.Sampled.Title" />
        </h2>
        <span className="text-xs text-fg-secondary">
          <FormattedMessage id="Rules.Sampled.Failed" />
        </span>
        <Button size="sm" variant="ghost" onClick={retry}>
          <FormattedMessage id="Common.Retry" />
        </Button>
      </section>
    )
  const result = sample?.result ?? null
  return (
    <section
      aria-labelledby="rule-sampled"
      aria-busy={isStale || sample === undefined}
      className="shrink-0 border-bs border-line"
    >
      <div className="flex min-h-bar flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1">
        <h2 id="rule-sampled" className="font-semibold">
          <FormattedMessage id="Rules.Sampled.Title" />
        </h2>
        {sample === undefined ? (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Rules.Sampled.Pending" />
          </span>
        ) : result === null ? (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Rules.Sampled.Invalid" />
          </span>
        ) : (
          <>
            <span className="text-xs text-fg-secondary">
              <FormattedMessage
                id="Rules.Sampled.Size"
                values={{
                  sampled: sample.sampled,
                  available: Math.min(sample.available, ruleSampleLimits.counted),
                  more: String(sample.available > ruleSampleLimits.counted),
                  days,
                }}
              />
            </span>
            <span className={cn('text-xs', isStale ? 'text-fg-muted' : 'text-fg')}>
              {result.decided === null ? (
                <FormattedMessage id="Rules.Sampled.Uncertain" />
              ) : (
                intl.formatList(
                  decisions.map(decision =>
                    intl.formatMessage(
                      { id: 'Rules.Sampled.Decision' },
                      {
                        decision: intl.formatMessage({ id: `DesignSystem.Decision.${decision.toLowerCase()}` }),
                        count: result.decided?.[decision] ?? 0,
                      },
                    ),
                  ),
                )
              )}
            </span>
          </>
        )}
      </div>
      {result && result.clauses.length > 0 ? <FiguresPerClause result={result} /> : null}
    </section>
  )
}

/** There may be hundreds of clauses: their figures are rendered for a new sample, and not with every edit. */
const FiguresPerClause = memo(function FiguresPerClause({ result }: { result: NonNullable<RuleSample['result']> }) {
  const intl = useIntl()
  return (
    <details className="px-4 pbe-2">
      <summary className="w-fit cursor-pointer rounded-control text-xs text-fg-secondary focus-ring">
        <FormattedMessage id="Rules.Sampled.PerClause" />
      </summary>
      <div className="max-h-[10.5rem] overflow-y-auto pbs-1">
        <SimpleTable
          gutter="none"
          label={intl.formatMessage({ id: 'Rules.Sampled.PerClause' })}
          columns={columns}
          rows={result.clauses}
          getRowId={({ clause }) => clause}
        />
        {result.notes.map(note => (
          <p key={note} className="pbs-1 text-xs text-fg-muted">
            <FormattedMessage id={noteIds[note]} />
          </p>
        ))}
      </div>
    </details>
  )
})
