import { assistantLimits } from '../../../../contract/assistant/assistant-definitions.ts'
import { reportAddress } from '../../composition/addresses.ts'
import { type AnswerBuilder, count, percentage, period, term, text } from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { sayReportState, sayScope, scopeOf } from '../figures/report-scope.ts'

const page = '/reports/rules'

async function readReport(question: Question, answer: AnswerBuilder, kind: 'decision' | 'observe' = 'decision') {
  const scope = scopeOf(question)
  const { assessment, from, to } = scope
  const report = await question.reads.reports.rules(
    { environmentId: question.environmentId, assessment, from, to, kind },
    { signal: question.signal },
  )
  const source = answer.cite({
    kind: 'report',
    title: term('page', page),
    detail: period(scope),
    href: reportAddress(page, scope, kind === 'observe' ? { kind } : {}),
  })
  const names = new Map(report.rules.map(({ ruleId, name }) => [ruleId, name]))
  return { scope, report, source, nameOf: (ruleId: string) => text(names.get(ruleId) ?? ruleId) }
}

/** Adds rows up to the limit, and where the others are. */
function sayRows(answer: AnswerBuilder, rows: readonly (() => void)[], source: number): void {
  for (const row of rows.slice(0, assistantLimits.rows)) row()
  if (rows.length > assistantLimits.rows)
    answer.add(
      'Assistant.Sentence.MoreRows',
      { count: count(rows.length - assistantLimits.rows), page: term('page', page) },
      source,
    )
}

/** Names the published rules that decided nothing, and the clauses without effect. */
export async function findUnusedRules(question: Question, answer: AnswerBuilder): Promise<void> {
  const { scope, report, source, nameOf } = await readReport(question, answer)
  if (!sayReportState(answer, report, scope, source)) return
  const { environmentId, reads, signal } = question
  const eventType = scope.assessment
  const published = (await reads.rules.list({ environmentId, eventType }, { signal })).filter(
    ({ status, type }) => status === 'active' && type === 'decision',
  )
  // A rule that only observes decides nothing, and is used.
  const { assessment, from, to } = scope
  const observing = await reads.reports.rules({ environmentId, assessment, from, to, kind: 'observe' }, { signal })
  const used = new Set(
    [...report.rows, ...observing.rows].filter(({ volume }) => volume > 0).map(({ ruleId }) => ruleId),
  )
  const unused = published.filter(({ id }) => !used.has(id))
  const silent = report.silentClauses.filter(({ ruleId }) => used.has(ruleId))
  if (unused.length === 0 && silent.length === 0)
    answer.add('Assistant.Sentence.UnusedNone', { period: period(scope) }, source)
  sayRows(
    answer,
    [
      ...unused.map(
        ({ name }) =>
          () =>
            answer.add('Assistant.Sentence.RuleUnused', { rule: text(name), period: period(scope) }, source),
      ),
      ...silent.map(({ ruleId, clause, reason, tested }) => () => {
        const named = { clause: text(clause), rule: nameOf(ruleId), period: period(scope) }
        if (reason === 'dead') answer.add('Assistant.Sentence.ClauseDead', { ...named, count: count(tested) }, source)
        else answer.add('Assistant.Sentence.ClauseShadowed', named, source)
      }),
    ],
    source,
  )
  sayScope(answer, question, report, { assessment: eventType, source })
}

/** Names rules that point at the same transactions: what one observed and another decided, and rules without a catch of their own. */
export async function findOverlappingRules(question: Question, answer: AnswerBuilder): Promise<void> {
  const { scope, report, source, nameOf } = await readReport(question, answer)
  if (!sayReportState(answer, report, scope, source)) return
  const { columns, rows } = report.overlap.rules
  const shared = rows
    .flatMap(({ observe, cells }) =>
      cells.flatMap(({ column, share }) => {
        const decided = columns[column]
        return decided === undefined || share === null || share === 0 ? [] : [{ observe, decided, share }]
      }),
    )
    .sort((a, b) => b.share - a.share)
  const redundant = report.rows.filter(({ fraudVolume, uniqueCatches }) => fraudVolume > 0 && uniqueCatches === 0)
  if (shared.length === 0 && redundant.length === 0)
    answer.add('Assistant.Sentence.OverlapNone', { period: period(scope) }, source)
  sayRows(
    answer,
    [
      ...redundant.map(
        ({ ruleId, fraudVolume }) =>
          () =>
            answer.add(
              'Assistant.Sentence.OverlapCatches',
              { rule: nameOf(ruleId), period: period(scope), count: count(fraudVolume) },
              source,
            ),
      ),
      ...shared.map(
        ({ observe, decided, share }) =>
          () =>
            answer.add(
              'Assistant.Sentence.Overlap',
              {
                rule: nameOf(decided.ruleId),
                share: percentage(share),
                observing: nameOf(observe.ruleId),
                period: period(scope),
              },
              source,
            ),
      ),
    ],
    source,
  )
  sayScope(answer, question, report, { assessment: scope.assessment, source })
}
