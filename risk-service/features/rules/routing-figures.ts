import { sql } from 'kysely'
import type { RuleBody, RuleSummary } from '../../contract/index.ts'
import { referencesOf } from '../../fql/check/references.ts'
import type { Db } from '../../ports/database.ts'

const day = 86_400_000

interface Figures {
  hits24h: number
  hits7d: number
  errors7d: number
}
const none: Figures = { hits24h: 0, hits7d: 0, errors7d: 0 }

/** Returns the queues that the clauses of a routing rule name, each once. */
const queuesOf = ({ clauses }: Pick<RuleBody, 'clauses'>): string[] =>
  referencesOf({ condition: '', clauses }).flatMap(({ kind, name }) => (kind === 'queue' ? [name] : []))

/**
 * Loads what the list of routing rules shows beside the rules, and returns it by rule: queues, the cases that it sent to
 * them, and its errors.
 * @param reader the environment whose events are routed, and the environments that are counted
 */
export async function loadRoutingFigures(
  db: Db,
  { environmentId, scope, now }: { environmentId: string; scope: readonly string[]; now: Date },
): Promise<(ruleId: string, body: RuleBody) => Pick<RuleSummary, 'routing'>> {
  const [figures, queues] = await Promise.all([
    countRouted(db, scope, now),
    db.selectFrom('case_queue').select('name').where('environment_id', '=', environmentId).execute(),
  ])
  const existing = new Set(queues.map(({ name }) => name.toLowerCase()))
  return (ruleId, body) => {
    const named = queuesOf(body)
    return {
      routing: {
        queues: named,
        missingQueues: named.filter(name => !existing.has(name.toLowerCase())),
        ...(figures.get(ruleId) ?? none),
      },
    }
  }
}

/** Counts the cases of the last seven days by the routing rule that sent them to their queue, and by those that failed. */
async function countRouted(db: Db, scope: readonly string[], now: Date): Promise<ReadonlyMap<string, Figures>> {
  const since = (days: number) => new Date(now.getTime() - days * day)
  const { rows } = await sql<Figures & { rule_id: string }>`
    with hits as (
      select routed_rule_id as rule_id, count(*) filter (where at >= ${since(1)}::timestamptz) as hits24h, count(*) as hits7d
      from review_case
      where environment_id = any(${[...scope]}::uuid[]) and at >= ${since(7)}::timestamptz and routed_rule_id is not null
      group by routed_rule_id
    ), errors as (
      select f.rule_id, count(*) as errors7d
      from review_case c cross join unnest(c.failed_rule_ids) as f (rule_id)
      where c.environment_id = any(${[...scope]}::uuid[]) and c.at >= ${since(7)}::timestamptz and c.failed_rule_ids is not null
      group by f.rule_id
    )
    select rule_id, coalesce(hits24h, 0)::int as "hits24h", coalesce(hits7d, 0)::int as "hits7d", coalesce(errors7d, 0)::int as "errors7d"
    from hits full join errors using (rule_id)`.execute(db)
  return new Map(rows.map(({ rule_id: id, ...figures }) => [id, figures]))
}
