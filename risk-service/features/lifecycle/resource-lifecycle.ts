import type { AuditedResource, ConflictReason } from '../../contract/index.ts'
import type { CheckEnvironment, RuleSource } from '../../fql/index.ts'
import type { ActionContext } from '../../kernel/console-api/action-context.ts'
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import type { PublishedAndDraft, Status } from './lifecycle-kind.ts'
import {
  dropDraft,
  dropResource,
  findResource,
  findResourceDraft,
  findResourceEnvironmentId,
  loadPublishedResources,
  lockResources,
  putDraft,
  putPublished,
  putStatus,
  type ResourceKind,
  resourceNameTaken,
  type StoredResource,
  type StoredResourceDraft,
} from './store.ts'

export type { StoredResource } from './store.ts'
export { findResource, findResourceDraft, loadPublishedResources, loadResourceDrafts, lockResources } from './store.ts'

/*
 * The lifecycle of velocity sets and functions, which have the same form: ids are set by the client, and all resources
 * of a kind in an environment share names and a limit.
 */

export type ResourceActionContext = ActionContext<'reloadRules' | 'checkVelocitySet' | 'checkFunction' | 'resources'>
export type ResourceState<Body> = PublishedAndDraft<StoredResource<Body>, StoredResourceDraft<Body>>

/** The differences of the kinds. */
export interface ResourceDefinition<Body extends { name: string }> {
  kind: ResourceKind
  /** The type of the resource in the audit log. */
  type: AuditedResource
  /** The name of the kind in messages, such as `velocity set`. */
  label: string
  /** Maximum of published resources in an environment, and the reason of the conflict; absent: no limit. */
  limit?: { count: number; reason: ConflictReason }
  /** The texts of the resource in the form of a rule. */
  toRule: (body: Body) => RuleSource
  /** @throws ValidationError with the issues that prevent the publish */
  assertPublishable: (
    editor: ResourceActionContext,
    id: string,
    body: Body,
    lists?: CheckEnvironment['lists'],
  ) => Promise<void> | void
  /**
   * Runs before a publish, a rename or a removal (`after` null) is written. @throws ConflictError when a resource uses
   * what the change removes
   */
  beforeChange?: (
    trx: Db,
    editor: ResourceActionContext,
    id: string,
    before: Body | null,
    after: Body | null,
  ) => Promise<void>
  /** @throws ConflictError for the id of a resource of the product */
  assertEditable?: (editor: ResourceActionContext, id: string) => void
}

async function loadPublishedAndDraft<Body>(
  db: Db,
  kind: ResourceKind,
  id: string,
  authorId: string,
): Promise<ResourceState<Body>> {
  return {
    published: await findResource<Body>(db, kind, id),
    draft: await findResourceDraft<Body>(db, kind, id, authorId),
  }
}

/** @throws NotFoundError for a resource of another environment, and for one of a colleague that was never published */
async function requirePublishedAndDraft<Body extends { name: string }>(
  db: Db,
  { kind, label, assertEditable }: ResourceDefinition<Body>,
  editor: ResourceActionContext,
  id: string,
): Promise<ResourceState<Body>> {
  assertEditable?.(editor, id)
  const found = await loadPublishedAndDraft<Body>(db, kind, id, editor.principal.id)
  const owner = (found.published ?? found.draft)?.environment_id
  if (owner !== editor.environmentId) throw new NotFoundError(`There is no such ${label} in this environment.`)
  return found
}

/** Creates the lifecycle of a kind of resource, for one editor. */
export function createResourceLifecycle<Body extends { name: string }>(
  editor: ResourceActionContext,
  definition: ResourceDefinition<Body>,
): Lifecycle<Body, StoredResource<Body>, StoredResourceDraft<Body>, void> {
  const { environmentId } = editor
  const { kind, label, limit, beforeChange } = definition
  return createLifecycle<Body, StoredResource<Body>, StoredResourceDraft<Body>, void>(editor, {
    label,
    store: {
      isNameTaken: (trx, _scope, name, exceptId) => resourceNameTaken(trx, kind, environmentId, name, exceptId),
      saveDraft: (trx, draft, rebase) => putDraft(trx, kind, draft, rebase),
      deleteDraft: (trx, id, authorId) => dropDraft(trx, kind, id, authorId),
      savePublished: (trx, published) => putPublished(trx, kind, published),
      saveStatus: (trx, id, status) => putStatus(trx, kind, id, status),
      remove: (trx, id) => dropResource(trx, kind, id),
    },
    toRule: definition.toRule,
    lockScope: trx => lockResources(trx, kind, environmentId),
    load: (trx, id) => requirePublishedAndDraft(trx, definition, editor, id),
    createDraft: (_scope, id, draft) => ({ resource_id: id, ...draft }),
    createPublished: (_trx, _scope, version) => version,
    assertPublishable: (_trx, _scope, id, body, lists) => definition.assertPublishable(editor, id, body, lists),
    async assertLimits(trx, _scope, _id, before) {
      if (before || limit === undefined) return
      if ((await loadPublishedResources(trx, kind, [environmentId])).length < limit.count) return
      throw new ConflictError(`An environment can have at most ${limit.count} published ${label}s. Delete one first.`, {
        reason: limit.reason,
        limit: limit.count,
      })
    },
    beforeChange: beforeChange && ((trx, id, before, after) => beforeChange(trx, editor, id, before, after)),
    audit: {
      resourceType: () => definition.type,
      snapshot: ({ body, status, version }) => ({ ...body, status, version }),
      operation: () => 'Update',
    },
  })
}

/** Runs work under the lock of the kind in the environment. */
function inLockedTransaction<T>(
  editor: ResourceActionContext,
  kind: ResourceKind,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  return editor.ports.db.transaction().execute(async trx => {
    await lockResources(trx, kind, editor.environmentId)
    return work(trx)
  })
}

/**
 * Creates a resource as the caller's draft. A repeated request returns the result of the first. @throws ConflictError
 * for an id that is in use
 */
export function createResource<Body extends { name: string }>(
  editor: ResourceActionContext,
  definition: ResourceDefinition<Body>,
  id: string,
  body: Body,
): Promise<ResourceState<Body>> {
  const { kind, label } = definition
  const lifecycle = createResourceLifecycle(editor, definition)
  return inLockedTransaction(editor, kind, async trx => {
    definition.assertEditable?.(editor, id)
    const owner = await findResourceEnvironmentId(trx, kind, id)
    if (owner !== null) {
      const found = await loadPublishedAndDraft<Body>(trx, kind, id, editor.principal.id)
      // The answer to an earlier request was lost; the draft may have been edited since.
      if (
        owner === editor.environmentId &&
        found.published === null &&
        found.draft !== null &&
        isSameJson(found.draft.body, body)
      )
        return found
      throw new ConflictError(`A ${label} with this id already exists.`, { reason: 'resource.exists' })
    }
    await lifecycle.assertNameAvailable(trx, undefined, body.name, id)
    const draft = lifecycle.createDraft(undefined, id, body, 0)
    await putDraft(trx, kind, draft)
    return { published: null, draft }
  })
}

/** Deletes the caller's draft; the published version stays. False without a draft. */
export function discardResourceDraft<Body extends { name: string }>(
  editor: ResourceActionContext,
  { kind, label }: ResourceDefinition<Body>,
  id: string,
): Promise<boolean> {
  return inLockedTransaction(editor, kind, async trx => {
    const found = await loadPublishedAndDraft<Body>(trx, kind, id, editor.principal.id)
    const owner = (found.draft ?? found.published)?.environment_id
    if (owner !== undefined && owner !== editor.environmentId)
      throw new NotFoundError(`There is no such ${label} in this environment.`)
    return found.draft !== null && dropDraft(trx, kind, id, editor.principal.id)
  })
}

/**
 * Publishes a text without a draft; a new one under `newId`, if present. An identical one changes nothing: no version,
 * no audit entry. The caller locks the resources that the text names (`lockReferences`). @throws as the publish of the
 * lifecycle
 */
export async function publishResourceIn<Body extends { name: string }>(
  trx: Db,
  editor: ResourceActionContext,
  definition: ResourceDefinition<Body>,
  { id, newId, body, status }: { id: string | null; newId?: string | undefined; body: Body; status: Status },
): Promise<StoredResource<Body>> {
  await lockResources(trx, definition.kind, editor.environmentId)
  const before = id === null ? null : await findResource<Body>(trx, definition.kind, id)
  if (id !== null && before?.environment_id !== editor.environmentId)
    throw new NotFoundError(`There is no such ${definition.label} in this environment.`)
  return createResourceLifecycle(editor, definition).publishBodyIn(trx, undefined, {
    id: id ?? newId ?? editor.ports.newId(),
    before,
    body,
    status,
  })
}

/**
 * Deletes the published version with the drafts of all users, or the caller's draft of a resource that was never
 * published. False when it was deleted already.
 */
export async function removeResource<Body extends { name: string }>(
  editor: ResourceActionContext,
  definition: ResourceDefinition<Body>,
  id: string,
): Promise<boolean> {
  const removed = await inLockedTransaction(editor, definition.kind, trx =>
    removeResourceIn(trx, editor, definition, id),
  )
  await editor.engine.reloadRules(editor.environmentId)
  return removed
}

export async function removeResourceIn<Body extends { name: string }>(
  trx: Db,
  editor: ResourceActionContext,
  definition: ResourceDefinition<Body>,
  id: string,
): Promise<boolean> {
  definition.assertEditable?.(editor, id)
  const { published, draft } = await loadPublishedAndDraft<Body>(trx, definition.kind, id, editor.principal.id)
  const either = published ?? draft
  if (!either) return false
  if (either.environment_id !== editor.environmentId)
    throw new NotFoundError(`There is no such ${definition.label} in this environment.`)
  await createResourceLifecycle(editor, definition).removeIn(trx, id, published)
  return true
}
