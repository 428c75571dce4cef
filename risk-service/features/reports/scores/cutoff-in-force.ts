import { scoreBinWidth } from '../../../contract/reports/report-definitions.ts'
import { parse } from '../../../fql/parse/parse.ts'
import { type Expr, type Statement, stripParentheses } from '../../../fql/parse/syntax-tree.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { environmentChain } from '../../../kernel/environments/environment-tree.ts'
import { loadEnvironmentRules } from '../../rules/environment-rules.ts'

const comparisons: Readonly<Record<string, (limit: number) => number>> = {
  '>=': limit => Math.ceil(limit),
  '>': limit => Math.floor(limit) + 1,
}

/** Whether an expression is the score: the attribute, or what the risk model returns. */
function isScore(expression: Expr): boolean {
  if (expression.kind === 'attribute') return expression.path === 'riskScore'
  if (expression.kind !== 'member' || expression.name !== 'Score' || expression.args !== null) return false
  const { object: model } = expression
  if (model.kind !== 'member' || model.name !== 'Risk' || model.args === null) return false
  return model.object.kind === 'name' && model.object.name === 'Model'
}

/** Returns the lowest score that a condition accepts; null where it compares anything but the score with a number. */
function lowestScoreOf(condition: Expr | null): number | null {
  if (condition === null) return null
  const compared = stripParentheses(condition)
  if (compared.kind !== 'binary') return null
  const [left, right] = [stripParentheses(compared.left), stripParentheses(compared.right)]
  if (!isScore(left) || right.kind !== 'number') return null
  return comparisons[compared.op]?.(right.value) ?? null
}

function rejectsFrom({ kind, values, when }: Statement): number | null {
  const [decision] = values
  return kind === 'RETURN' && decision?.kind === 'call' && decision.name === 'Reject' ? lowestScoreOf(when) : null
}

/** Returns the lowest score from which on a text of a clause rejects by the score alone; null: it does not. */
export function rejectingScoreOf(text: string): number | null {
  const scores = (parse(text).statements ?? []).map(rejectsFrom).filter(score => score !== null)
  return scores.length === 0 ? null : Math.min(...scores)
}

/**
 * Returns the lowest score, rounded down to a cutoff, from which on a published rule of an environment or of one above it
 * rejects by the score alone; null: none does.
 */
export async function loadCutoffInForce(
  { db, tree }: Pick<EnvironmentCallContext, 'db' | 'tree'>,
  { environmentId, eventType }: { environmentId: string; eventType: string },
): Promise<number | null> {
  const sets = await Promise.all(environmentChain({ tree, environmentId }).map(id => loadEnvironmentRules(db, id)))
  const scores = sets
    .flatMap(({ rules }) => rules)
    .filter(
      ({ event_type, type, status, body }) =>
        event_type === eventType && type === 'decision' && status === 'active' && body.condition.trim() === '',
    )
    .flatMap(({ body }) => body.clauses.map(({ text }) => rejectingScoreOf(text)))
    .filter(score => score !== null)
    .filter(score => score <= 999)
  return scores.length === 0 ? null : Math.floor(Math.max(0, Math.min(...scores)) / scoreBinWidth) * scoreBinWidth
}
