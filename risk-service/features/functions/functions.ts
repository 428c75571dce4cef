import { functionLimits } from '../../contract/common/resource-limits.ts'
import type {
  Dependent,
  FunctionBody,
  FunctionDiagnostic,
  FunctionResource,
  FunctionSummary,
  RuleDiagnostic,
} from '../../contract/index.ts'
import { functionAsRule } from '../../fql/check/references.ts'
import { ancestorsOf, type EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import {
  findResource,
  findResourceDraft,
  loadPublishedResources,
  loadResourceDrafts,
  type ResourceActionContext,
  type ResourceDefinition,
  type ResourceState,
} from '../lifecycle/resource-lifecycle.ts'
import { assertNoDependents, assertUnused, findCallersWithOtherArity, findDependents } from '../usage/dependents.ts'
import { lockForChange } from '../usage/reference-locks.ts'

/** The specific part of functions in the lifecycle of resources. */
export const functions: ResourceDefinition<FunctionBody> = {
  kind: 'function',
  type: 'Function',
  label: 'function',
  limit: { count: functionLimits.published, reason: 'functions.limit' },
  toRule: functionAsRule,
  async assertPublishable({ engine, environmentId }, id, body, lists) {
    const problems = await engine.checkFunction({ environmentId, id, body, lists })
    const faults = problems.filter(({ severity }) => severity === 'error')
    if (faults.length === 0) return
    throw new ValidationError(['body'], 'The function has errors and was not published.', {
      issues: faults.map(fault => issueOf(body, fault)),
      problems: faults.map(fault => toRuleDiagnostic(body, fault)),
    })
  },
  /**
   * A function that rules call cannot be renamed or deleted, and the number of its parameters has to match their
   * arguments. A removed property still has its default for them.
   */
  async beforeChange(trx, { tree, environmentId }, _id, before, after) {
    if (before === null) return
    await lockForChange(trx, 'function', environmentId, [before.name])
    if (before.name.toLowerCase() !== after?.name.toLowerCase())
      await assertUnused(trx, tree, environmentId, { kind: 'function', name: before.name })
    else if (before.parameters.length !== after.parameters.length)
      assertNoDependents(
        before.name,
        await findCallersWithOtherArity(trx, tree, environmentId, before.name, after.parameters.length),
      )
  },
}

const propertyOf = ({ parameters, properties }: FunctionBody, { property, parameter }: FunctionDiagnostic): string =>
  (parameter === null ? properties[property ?? -1]?.name : parameters[parameter]?.name) ?? 'Function'

function issueOf(body: FunctionBody, problem: FunctionDiagnostic) {
  const { property, parameter, line, column, message } = problem
  const path =
    parameter !== null
      ? ['body', 'parameters', parameter]
      : property === null
        ? ['body']
        : ['body', 'properties', property, ...(line === 0 ? [] : ['code'])]
  return {
    path,
    message: `${propertyOf(body, problem)}${line === 0 ? '' : `, line ${line}, column ${column}`}: ${message}`,
  }
}

/** Returns a problem in the form of diagnostics for rules: a property corresponds to a clause. */
function toRuleDiagnostic(body: FunctionBody, problem: FunctionDiagnostic): RuleDiagnostic {
  const { property, parameter: _parameter, ...rest } = problem
  return { part: property ?? 'condition', clause: propertyOf(body, problem), ...rest }
}

/** Returns the environment and its ancestors, the root first. */
const chainOf = (tree: EnvironmentTree, environmentId: string): string[] => [
  ...ancestorsOf(tree, environmentId).map(({ id }) => id),
  environmentId,
]

/** Returns the text by which rules of an environment call a function that belongs to `place` in its chain. */
function callOf(chain: readonly string[], place: string, name: string): string {
  const at = chain.indexOf(place)
  if (at === chain.length - 1) return `Functions.${name}`
  return at === 0
    ? `Functions.root.${name}`
    : at === chain.length - 2
      ? `Functions.parent.${name}`
      : `Functions.environment["${place}"].${name}`
}

/**
 * Loads the environment's own functions by name, then those of the ancestors from the nearest up, then the caller's
 * drafts of new ones.
 */
export async function loadFunctions(
  db: Db,
  { environmentId, principal, tree }: ResourceActionContext,
): Promise<FunctionSummary[]> {
  const chain = chainOf(tree, environmentId)
  const [published, drafts] = await Promise.all([
    loadPublishedResources<FunctionBody>(db, 'function', chain),
    loadResourceDrafts<FunctionBody>(db, 'function', environmentId, principal.id),
  ])
  const drafted = new Set(drafts.map(draft => draft.resource_id))
  const publishedIds = new Set(published.map(({ id }) => id))
  const shape = ({ parameters, properties, description }: FunctionBody) => ({
    description,
    parameters: parameters.map(({ name, type }) => ({ name, type })),
    properties: properties.map(({ name }) => name),
  })
  return [
    ...published
      .map(
        (row): FunctionSummary => ({
          id: row.id,
          environmentId: row.environment_id,
          inherited: row.environment_id !== environmentId,
          call: callOf(chain, row.environment_id, row.name),
          name: row.name,
          status: 'published',
          hasDraft: drafted.has(row.id),
          version: row.version,
          ...shape(row.body),
          updatedBy: row.published_by_name,
          updatedAt: row.published_at.toISOString(),
        }),
      )
      .toSorted((a, b) => chain.indexOf(b.environmentId) - chain.indexOf(a.environmentId)),
    ...drafts
      .filter(draft => !publishedIds.has(draft.resource_id))
      .map(
        (draft): FunctionSummary => ({
          id: draft.resource_id,
          environmentId,
          inherited: false,
          call: callOf(chain, environmentId, draft.body.name),
          name: draft.body.name,
          status: 'draft',
          hasDraft: true,
          version: 0,
          ...shape(draft.body),
          updatedBy: draft.author_name,
          updatedAt: draft.saved_at.toISOString(),
        }),
      ),
  ]
}

/** Builds the function of the contract from its stored halves. @throws NotFoundError without either */
export function toFunction({ published, draft }: ResourceState<FunctionBody>): FunctionResource {
  const either = published ?? draft
  if (!either) throw new NotFoundError('There is no such function in this environment.')
  return {
    id: published?.id ?? draft?.resource_id ?? '',
    environmentId: either.environment_id,
    status: published ? 'published' : 'draft',
    version: published?.version ?? 0,
    published: published?.body ?? null,
    publishedBy: published?.published_by_name ?? null,
    publishedAt: published?.published_at.toISOString() ?? null,
    draft: draft && { ...draft.body, baseVersion: draft.base_version, savedAt: draft.saved_at.toISOString() },
  }
}

/** Loads a function of the environment or of an ancestor, with the caller's draft. @throws NotFoundError */
export async function loadFunction(
  db: Db,
  { environmentId, principal, tree }: ResourceActionContext,
  id: string,
): Promise<FunctionResource> {
  const [published, draft] = await Promise.all([
    findResource<FunctionBody>(db, 'function', id),
    findResourceDraft<FunctionBody>(db, 'function', id, principal.id),
  ])
  const chain = chainOf(tree, environmentId)
  return toFunction({
    published: published && chain.includes(published.environment_id) ? published : null,
    draft: draft?.environment_id === environmentId ? draft : null,
  })
}

/** Finds the callers of a function, in the environment and below it. @throws NotFoundError */
export async function findFunctionDependents(db: Db, editor: ResourceActionContext, id: string): Promise<Dependent[]> {
  const { environmentId, published } = await loadFunction(db, editor, id)
  return published === null
    ? []
    : findDependents(db, editor.tree, environmentId, { kind: 'function', name: published.name })
}
