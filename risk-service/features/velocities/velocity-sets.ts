import {
  type Dependent,
  defaultVelocitySets,
  uniqueName,
  type VelocityBackfill,
  type VelocitySet,
  type VelocitySetBody,
  type VelocitySetSummary,
} from '../../contract/index.ts'
import { parseVelocity, renameVelocity } from '../../engine/resources/velocity-text.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import {
  findResource,
  findResourceDraft,
  loadPublishedResources,
  loadResourceDrafts,
  type ResourceActionContext,
  type ResourceState,
} from '../lifecycle/resource-lifecycle.ts'
import { findDependentsOfAny } from '../usage/dependents.ts'
import { velocityDependency, velocityNames } from './velocity-set-definition.ts'

/**
 * Moves velocities to other sets of the environment with their counts. Both sets have to be published in the same
 * transaction.
 */
export async function moveVelocities(
  trx: Db,
  environmentId: string,
  moves: readonly { name: string; to: string }[],
): Promise<void> {
  for (const { name, to } of moves)
    await trx
      .updateTable('velocity')
      .set({ set_id: to })
      .where('environment_id', '=', environmentId)
      .where('name', '=', name.toLowerCase())
      .execute()
}

/** Finds published rules, functions and other sets that name a velocity of the set. @throws NotFoundError */
export async function findSetDependents(db: Db, editor: ResourceActionContext, id: string): Promise<Dependent[]> {
  const { body } = await loadSetBody(db, editor, id)
  return (
    await findDependentsOfAny(db, editor.tree, editor.environmentId, velocityNames(body).map(velocityDependency))
  ).filter(user => user.id !== id)
}

/**
 * Returns the text of a set: the published one, else the caller's draft, or that of a set of the product. @throws
 * NotFoundError
 */
async function loadSetBody(
  db: Db,
  { engine, environmentId, principal }: ResourceActionContext,
  id: string,
): Promise<{ body: VelocitySetBody }> {
  const system = engine.resources.defaultSets(environmentId).find(each => each.id === id)
  if (system !== undefined) return { body: defaultSetBody(system.set) }
  const found =
    (await findResource<VelocitySetBody>(db, 'velocity_set', id)) ??
    (await findResourceDraft<VelocitySetBody>(db, 'velocity_set', id, principal.id))
  if (found?.environment_id !== environmentId)
    throw new NotFoundError('There is no such velocity set in this environment.')
  return found
}

const defaultSetBody = ({
  name,
  description,
  condition,
  velocities,
}: (typeof defaultVelocitySets)[number]): VelocitySetBody => ({
  name,
  description,
  condition,
  velocities: velocities.map(({ text }) => ({ text })),
})

/** Returns a copy under free names: of the set, and of its velocities, which are names of the environment. */
export async function loadSetCopy(db: Db, editor: ResourceActionContext, id: string): Promise<VelocitySetBody> {
  const { body } = await loadSetBody(db, editor, id)
  const { environmentId, principal, engine } = editor
  const [published, drafts] = await Promise.all([
    loadPublishedResources<VelocitySetBody>(db, 'velocity_set', [environmentId]),
    loadResourceDrafts<VelocitySetBody>(db, 'velocity_set', environmentId, principal.id),
  ])
  const bodies = [...published, ...drafts].map(each => each.body)
  const sets = new Set([
    ...bodies.map(each => each.name.toLowerCase()),
    ...defaultVelocitySets.map(({ name }) => name.toLowerCase()),
  ])
  const names = new Set([
    ...bodies.flatMap(velocityNames).map(name => name.toLowerCase()),
    ...(engine.resources.check(environmentId).velocities?.keys() ?? []),
  ])
  const rename = (text: string): string => {
    const found = parseVelocity(text)
    if (found === null) return text
    const name = uniqueName(found.name, names, '')
    names.add(name.toLowerCase())
    return renameVelocity(text, name)
  }
  return {
    ...body,
    name: uniqueName(body.name, sets, ' ', ' copy'),
    velocities: body.velocities.map(({ text }) => ({ text: rename(text) })),
  }
}

/** Returns a set of the product in an environment. @returns null for another id */
function toDefaultSet(
  { engine, environmentId }: Pick<ResourceActionContext, 'engine' | 'environmentId'>,
  id: string,
): VelocitySet | null {
  const found = engine.resources.defaultSets(environmentId).find(each => each.id === id)
  return found === undefined
    ? null
    : {
        id,
        environmentId,
        status: 'active',
        system: true,
        version: 1,
        published: defaultSetBody(found.set),
        publishedBy: null,
        publishedAt: null,
        draft: null,
        backfill: null,
      }
}

/** Builds the set of the contract from its stored halves. @throws NotFoundError without either in this environment */
export function toSet(
  { published, draft }: ResourceState<VelocitySetBody>,
  environmentId: string,
  backfill: VelocityBackfill | null = null,
): VelocitySet {
  const either = published ?? draft
  if (either?.environment_id !== environmentId)
    throw new NotFoundError('There is no such velocity set in this environment.')
  return {
    id: published?.id ?? draft?.resource_id ?? '',
    environmentId,
    status: published?.status ?? 'draft',
    system: false,
    version: published?.version ?? 0,
    published: published?.body ?? null,
    publishedBy: published?.published_by_name ?? null,
    publishedAt: published?.published_at.toISOString() ?? null,
    draft: draft && { ...draft.body, baseVersion: draft.base_version, savedAt: draft.saved_at.toISOString() },
    backfill,
  }
}

/** Loads a set with the caller's draft. @throws NotFoundError */
export async function loadVelocitySet(
  db: Db,
  editor: ResourceActionContext,
  id: string,
  backfill: VelocityBackfill | null = null,
): Promise<VelocitySet> {
  const [published, draft] = await Promise.all([
    findResource<VelocitySetBody>(db, 'velocity_set', id),
    findResourceDraft<VelocitySetBody>(db, 'velocity_set', id, editor.principal.id),
  ])
  return toDefaultSet(editor, id) ?? toSet({ published, draft }, editor.environmentId, backfill)
}

/** Loads the sets of the product, then the published ones by name, then the caller's drafts of new ones. */
export async function loadVelocitySets(
  db: Db,
  editor: ResourceActionContext,
  createdAt: Date,
  backfillOf: (ids: string[]) => Promise<ReadonlyMap<string, VelocityBackfill>>,
): Promise<VelocitySetSummary[]> {
  const { environmentId, principal, engine } = editor
  const [published, drafts] = await Promise.all([
    loadPublishedResources<VelocitySetBody>(db, 'velocity_set', [environmentId]),
    loadResourceDrafts<VelocitySetBody>(db, 'velocity_set', environmentId, principal.id),
  ])
  const backfills = await backfillOf(published.map(({ id }) => id))
  const velocities = (body: VelocitySetBody) =>
    body.velocities.map(({ text }, index) => ({ name: parseVelocity(text)?.name ?? `${index + 1}`, text }))
  // Everything else that a set names is protected from deletion; an assessment can be deleted on its own page.
  const broken = new Set<string>()
  for (const { id, body } of published) {
    const problems = await engine.checkVelocitySet({ environmentId, id, body })
    if (problems.some(({ code, severity }) => severity === 'error' && (code === 'FQL2001' || code === 'FQL2007')))
      broken.add(id)
  }
  const drafted = new Set(drafts.map(draft => draft.resource_id))
  const publishedIds = new Set(published.map(({ id }) => id))
  return [
    ...engine.resources.defaultSets(environmentId).map(
      ({ id, set }): VelocitySetSummary => ({
        id,
        environmentId,
        name: set.name,
        description: set.description,
        condition: set.condition,
        status: 'active',
        system: true,
        hasDraft: false,
        version: 1,
        velocities: set.velocities.map(({ name, text }) => ({ name, text })),
        broken: false,
        updatedBy: 'Assay',
        updatedAt: createdAt.toISOString(),
        backfill: null,
      }),
    ),
    ...published.map(
      ({ id, name, body, status, version, published_by_name, published_at }): VelocitySetSummary => ({
        id,
        environmentId,
        name,
        description: body.description,
        condition: body.condition,
        status,
        system: false,
        hasDraft: drafted.has(id),
        version,
        velocities: velocities(body),
        broken: broken.has(id),
        updatedBy: published_by_name,
        updatedAt: published_at.toISOString(),
        backfill: backfills.get(id) ?? null,
      }),
    ),
    ...drafts
      .filter(draft => !publishedIds.has(draft.resource_id))
      .map(
        ({ resource_id: id, body, author_name, saved_at }): VelocitySetSummary => ({
          id,
          environmentId,
          name: body.name,
          description: body.description,
          condition: body.condition,
          status: 'draft',
          system: false,
          hasDraft: true,
          version: 0,
          velocities: velocities(body),
          broken: false,
          updatedBy: author_name,
          updatedAt: saved_at.toISOString(),
          backfill: null,
        }),
      ),
  ]
}
