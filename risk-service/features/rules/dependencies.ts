import type { Dependent } from '../../contract/common/entities.ts'
import type { Dependency } from '../../contract/index.ts'
import { referencesOf } from '../../fql/index.ts'
import { environmentChain, scopeOf } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { toDependent } from '../usage/dependents.ts'
import type { RuleReader } from './rules.ts'
import { findRule, loadPublishedRules } from './store.ts'

/**
 * Finds what the published version of a rule uses, and which rules read the variables that it sets. @throws
 * NotFoundError
 */
export async function findDependencies(
  db: Db,
  reader: Pick<RuleReader, 'environmentId' | 'tree'>,
  ruleId: string,
): Promise<{ uses: Dependency[]; readBy: Dependent[] }> {
  const rule = await findRule(db, ruleId)
  if (!rule || rule.type === 'routing' || !environmentChain(reader).includes(rule.environment_id))
    throw new NotFoundError('There is no such published rule in this environment.')
  const references = referencesOf(rule.body)
  const sets = new Set(references.flatMap(each => (each.setsOnly ? [each.name.toLowerCase()] : [])))
  const readers =
    sets.size === 0
      ? []
      : await loadPublishedRules(db, {
          environmentIds: scopeOf(reader.tree, rule.environment_id),
          types: ['decision', 'postDecision', 'routing'],
          eventType: rule.event_type,
        })
  const uses = new Map(
    references
      .filter(each => !each.setsOnly)
      .map(({ kind, name }) => [`${kind} ${name.toLowerCase()}`, { kind, name }]),
  )
  return {
    uses: [...uses.values()],
    readBy: readers
      .filter(
        each =>
          each.id !== rule.id &&
          (each.type === 'routing' || each.environment_id !== rule.environment_id || each.branch === rule.branch) &&
          referencesOf(each.body).some(
            found => found.kind === 'variable' && !found.setsOnly && sets.has(found.name.toLowerCase()),
          ),
      )
      .map(each => toDependent(reader.tree, each)),
  }
}
