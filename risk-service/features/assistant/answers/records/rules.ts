import { ORPCError } from '@orpc/server'
import type { RuleBody, RuleSummary } from '../../../../contract/index.ts'
import { parse, referencesOf } from '../../../../fql/index.ts'
import { AccessError } from '../../../../kernel/access/authorize.ts'
import { NotFoundError } from '../../../../kernel/errors/errors.ts'
import { reportAddress, rulesAddress } from '../../composition/addresses.ts'
import {
  type AnswerBuilder,
  code,
  count,
  number,
  percentage,
  period,
  term,
  text,
  time,
} from '../../composition/answer-builder.ts'
import type { Question } from '../../composition/question.ts'
import { ifReadable } from '../../composition/readable.ts'
import { scopeOf } from '../figures/report-scope.ts'

const decisions = ['Approve', 'Review', 'Challenge', 'Reject'] as const
/** Clauses of a rule that an answer explains. */
const mostClauses = 12

interface FoundRule extends RuleSummary {
  assessment: string
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Finds the rule that a question names, by its whole name, else by a part of it; or the rule on the page. */
async function findRule({ environmentId, reads, signal, recognition, record }: Question): Promise<FoundRule | null> {
  const { name, assessment } = recognition.slots
  const overview = await reads.rules.overview({ environmentId }, { signal })
  const lists = await Promise.all(
    overview
      .filter(({ eventType }) => assessment === undefined || eventType === assessment)
      .map(async ({ eventType, name: title }) =>
        (await reads.rules.list({ environmentId, eventType }, { signal })).map(rule => ({
          ...rule,
          assessment: title,
        })),
      ),
  )
  const rules = lists.flat()
  if (name === undefined) return rules.find(({ id }) => record?.kind === 'rule' && id === record.id) ?? null
  return (
    rules.find(rule => same(rule.name, name)) ??
    rules.find(rule => rule.name.toLowerCase().includes(name.toLowerCase())) ??
    null
  )
}

/** Explains a rule in words: when it applies, what its clauses decide, what it uses, and what it decided. */
export async function explainRule(question: Question, answer: AnswerBuilder): Promise<void> {
  const { environmentId, reads, signal, recognition } = question
  const rule = await findRule(question)
  if (rule === null) {
    if (recognition.slots.name === undefined) answer.add('Assistant.Sentence.NameOne', {})
    else answer.add('Assistant.Sentence.NotFoundNamed', { name: text(recognition.slots.name) })
    answer.link('/rulesconfiguration')
    return
  }
  const source = answer.cite({
    kind: 'rule',
    title: text(rule.name),
    detail: number(rule.version),
    href: rulesAddress(rule.eventType, { rule: rule.id }),
  })
  answer.add(
    'Assistant.Sentence.RuleStatus',
    {
      rule: text(rule.name),
      assessment: text(rule.assessment),
      status: term('status', rule.status),
      version: number(rule.version),
      person: text(rule.updatedBy),
      at: time(rule.updatedAt),
    },
    source,
  )
  const condition = withoutWhen(rule.condition)
  if (condition === '') answer.add('Assistant.Sentence.RuleAlways', {}, source)
  else answer.add('Assistant.Sentence.RuleCondition', { condition: code(condition) }, source)
  const body = await reads.rules
    .get({ environmentId, eventType: rule.eventType, ruleId: rule.id }, { signal })
    .then(({ published, draft }) => published ?? draft)
    .catch(unlessHidden)
  if (body) sayClauses(answer, body, source)
  await sayDecided(question, answer, rule)
}

/** The text of a rule of an environment above may be hidden from the user: the answer goes on without it. */
function unlessHidden(error: unknown): null {
  if (error instanceof AccessError || error instanceof NotFoundError) return null
  if (error instanceof ORPCError && error.code === 'NOT_FOUND') return null
  throw error
}

const withoutWhen = (condition: string): string => condition.trim().replace(/^WHEN\s+/i, '')

function sayClauses(answer: AnswerBuilder, body: Pick<RuleBody, 'condition' | 'clauses'>, source: number): void {
  for (const { name, text: clause } of body.clauses.slice(0, mostClauses)) {
    const statement = parse(clause).statements?.find(({ kind }) => kind === 'RETURN')
    const [call] = statement?.values ?? []
    const decision =
      call?.kind === 'call' ? decisions.find(each => each.toLowerCase() === call.name.toLowerCase()) : undefined
    if (statement === undefined || decision === undefined)
      answer.add('Assistant.Sentence.ClauseText', { clause: text(name), text: code(clause) }, source)
    else if (statement.when === null)
      answer.add(
        'Assistant.Sentence.ClauseDecidesAlways',
        { clause: text(name), decision: term('decision', decision) },
        source,
      )
    else
      answer.add(
        'Assistant.Sentence.ClauseDecides',
        {
          clause: text(name),
          decision: term('decision', decision),
          condition: code(clause.slice(statement.when.from, statement.when.to)),
        },
        source,
      )
  }
  const used = referencesOf(body).filter(({ setsOnly, kind }) => !setsOnly && kind !== 'column')
  if (used.length > 0)
    answer.add(
      'Assistant.Sentence.RuleUses',
      { names: code([...new Set(used.map(({ name }) => name))].join(', ')) },
      source,
    )
}

/** Adds what the rule report says of a rule; nothing for a user without reports. */
async function sayDecided(question: Question, answer: AnswerBuilder, rule: FoundRule): Promise<void> {
  const { environmentId, reads, signal } = question
  const { from, to } = scopeOf(question)
  const days = { from, to }
  const report = await ifReadable(
    reads.reports.rules({ environmentId, assessment: rule.eventType, ...days }, { signal }),
  )
  if (report === null || report.refreshedAt === null) return
  const source = answer.cite({
    kind: 'report',
    title: term('page', '/reports/rules'),
    detail: period(days),
    href: reportAddress('/reports/rules', { assessment: rule.eventType, ...days }),
  })
  const row = report.rows.find(({ ruleId }) => ruleId === rule.id)
  answer.add('Assistant.Sentence.RuleDecided', { count: count(row?.volume ?? 0), period: period(days) }, source)
  if (row?.precision !== null && row !== undefined)
    answer.add('Assistant.Sentence.RulePrecision', { precision: percentage(row.precision) }, source)
}
