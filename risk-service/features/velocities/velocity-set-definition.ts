import type { Dependency, VelocitySetBody } from '../../contract/index.ts'
import { parseVelocity } from '../../engine/resources/velocity-text.ts'
import { velocitySetAsRule } from '../../fql/check/references.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { ResourceDefinition } from '../lifecycle/resource-lifecycle.ts'
import { assertNoDependents, findDependentsOfAny } from '../usage/dependents.ts'
import { lockForChange } from '../usage/reference-locks.ts'

/** Returns the names of a set's velocities in their spelling. */
export const velocityNames = (body: Pick<VelocitySetBody, 'velocities'>): string[] =>
  body.velocities.flatMap(({ text }) => parseVelocity(text)?.name ?? [])
export const velocityDependency = (name: string): Dependency => ({ kind: 'velocity', name })

/** The specific part of velocity sets in the lifecycle of resources. */
export const velocitySets: ResourceDefinition<VelocitySetBody> = {
  kind: 'velocity_set',
  type: 'VelocitySet',
  label: 'velocity set',
  toRule: velocitySetAsRule,
  async assertPublishable({ engine, environmentId }, id, body, lists) {
    const problems = await engine.checkVelocitySet({ environmentId, id, body, lists })
    const faults = problems.filter(({ severity }) => severity === 'error')
    if (faults.length === 0) return
    throw new ValidationError(['body'], 'The velocity set has errors and was not published.', {
      problems: faults,
      issues: faults.map(problem => ({
        path: problem.part === 'condition' ? ['body', 'condition'] : ['body', 'velocities', problem.part, 'text'],
        message: `${problem.clause ?? 'Condition'}, line ${problem.line}, column ${problem.column}: ${problem.message}`,
      })),
    })
  },
  assertEditable({ engine, environmentId }, id) {
    if (!engine.resources.defaultSets(environmentId).some(each => each.id === id)) return
    throw new ConflictError('This set is provided by Assay. Clone it to make your own.', {
      reason: 'velocities.system',
    })
  },
  /** Removed names must not be in use, and new ones get an id under which their counts are stored. */
  async beforeChange(trx, editor, id, before, after) {
    const { environmentId, tree, ports } = editor
    const next = after === null ? [] : velocityNames(after)
    const nextNames = new Set(next.map(name => name.toLowerCase()))
    const left = (before === null ? [] : velocityNames(before)).filter(name => !nextNames.has(name.toLowerCase()))
    const removedNames = left.length === 0 ? [] : await keepOwnNames(trx, environmentId, id, left)
    await lockForChange(trx, 'velocity', environmentId, removedNames)
    const users = (await findDependentsOfAny(trx, tree, environmentId, removedNames.map(velocityDependency))).filter(
      user => user.id !== id,
    )
    assertNoDependents(removedNames.join(', '), users)
    if (removedNames.length > 0)
      await trx
        .deleteFrom('velocity')
        .where('environment_id', '=', environmentId)
        .where('set_id', '=', id)
        .where(
          'name',
          'in',
          removedNames.map(name => name.toLowerCase()),
        )
        .execute()
    if (next.length === 0) return
    await trx
      .insertInto('velocity')
      .values(
        next.map(name => ({ environment_id: environmentId, name: name.toLowerCase(), id: ports.newId(), set_id: id })),
      )
      .onConflict(conflict => conflict.columns(['environment_id', 'name']).doNothing())
      .execute()
    const existing = await trx
      .selectFrom('velocity')
      .select('name')
      .where('environment_id', '=', environmentId)
      .where('name', 'in', [...nextNames])
      .where('set_id', '<>', id)
      .executeTakeFirst()
    if (existing !== undefined)
      throw new ValidationError(
        ['body', 'velocities'],
        `A velocity named ${existing.name} exists already in this environment.`,
        { code: 'velocity.nameTaken' },
      )
  },
}

/** Returns the names that still belong to the set: a name that moved to another set stays there. */
async function keepOwnNames(trx: Db, environmentId: string, id: string, names: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('velocity')
    .select('name')
    .where('environment_id', '=', environmentId)
    .where('set_id', '=', id)
    .execute()
  const own = new Set(rows.map(({ name }) => name))
  return names.filter(name => own.has(name.toLowerCase()))
}
