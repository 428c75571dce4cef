import type { Dependent } from '../../contract/index.ts'
import type { EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import type { Db } from '../../ports/database.ts'
import { findDependents } from './dependents.ts'

export interface Usage {
  dependents: Dependent[]
  used: boolean
  usedByActive: boolean
}

/** Finds the dependents of a call or a pointer to an assessment, and whether one of them is in force. */
export async function findUsage(
  db: Db,
  tree: EnvironmentTree,
  environmentId: string,
  dependency: { kind: 'externalCall' | 'externalAssessment'; name: string },
): Promise<Usage> {
  const dependents = await findDependents(db, tree, environmentId, dependency)
  const idsOf = (resource: Dependent['resource']): string[] =>
    dependents.filter(each => each.resource === resource).map(({ id }) => id)
  const [rules, sets] = [idsOf('rule'), idsOf('velocity')]
  // A published function is in force, and so is a decision.
  const active =
    idsOf('function').length > 0 ||
    idsOf('decision').length > 0 ||
    (rules.length > 0 &&
      (await db
        .selectFrom('rule')
        .select('id')
        .where('id', 'in', rules)
        .where('status', '=', 'active')
        .limit(1)
        .executeTakeFirst()) !== undefined) ||
    (sets.length > 0 &&
      (await db
        .selectFrom('velocity_set')
        .select('id')
        .where('id', 'in', sets)
        .where('status', '=', 'active')
        .limit(1)
        .executeTakeFirst()) !== undefined)
  return { dependents, used: dependents.length > 0, usedByActive: active }
}
