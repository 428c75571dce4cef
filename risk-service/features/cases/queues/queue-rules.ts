import type { Queue } from '../../../contract/cases/queue-entities.ts'
import type { RuleBody } from '../../../contract/index.ts'
import { referencesOf } from '../../../fql/check/references.ts'
import type { Db } from '../../../ports/database.ts'

interface RoutingRule {
  id: string
  environmentId: string
  name: string
  draft: boolean
  /** Names of the queues that it routes to, in lower case. */
  queues: ReadonlySet<string>
}

/** Returns the routing rules of these environments, published and as drafts of anybody, with the queues they name. */
export async function loadRoutingRules(db: Db, environmentIds: readonly string[]): Promise<RoutingRule[]> {
  const [published, drafts] = await Promise.all([
    db
      .selectFrom('rule')
      .select(['id', 'environment_id', 'name', 'body'])
      .where('environment_id', 'in', [...environmentIds])
      .where('type', '=', 'routing')
      .execute(),
    db
      .selectFrom('rule_draft')
      .select(['rule_id as id', 'environment_id', 'body'])
      .where('environment_id', 'in', [...environmentIds])
      .where('type', '=', 'routing')
      .execute(),
  ])
  const queuesOf = (body: unknown): ReadonlySet<string> =>
    new Set(referencesOf(body as RuleBody).flatMap(({ kind, name }) => (kind === 'queue' ? [name.toLowerCase()] : [])))
  return [
    ...published.map(({ id, environment_id, name, body }) => ({
      id,
      environmentId: environment_id,
      name,
      draft: false,
      queues: queuesOf(body),
    })),
    ...drafts.map(({ id, environment_id, body }) => ({
      id,
      environmentId: environment_id,
      name: (body as RuleBody).name,
      draft: true,
      queues: queuesOf(body),
    })),
  ]
}

/** Returns the rules that route to a queue, each once: a draft of a published rule counts when the rule does not. */
export function rulesNaming(
  rules: readonly RoutingRule[],
  { environment_id, name }: { environment_id: string; name: string },
): Queue['routingRules'] {
  const naming = rules.filter(rule => rule.environmentId === environment_id && rule.queues.has(name.toLowerCase()))
  return naming
    .filter((rule, index) => naming.findIndex(each => each.id === rule.id) === index)
    .map(({ id, name: ruleName, draft }) => ({ id, name: ruleName, draft }))
}
