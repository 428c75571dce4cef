import type { ConflictReason } from '../../contract/index.ts'
import type { CheckEnvironment, RuleSource } from '../../fql/index.ts'
import { type AuditActor, type AuditEntry, recordAudit } from '../../kernel/audit.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import type { EnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { lockReferencedLists } from '../usage/list-usage.ts'
import { lockReferences } from '../usage/reference-locks.ts'
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
 * The life that velocity sets and functions share with rules: private drafts that start from a
 * version, a publish that meets a colleague's, changes in one transaction with their history and audit line. Functions
 * that end in `In` work in the caller's transaction and leave the engine to the caller.
 */

export interface ResourceActionContext extends AuditActor {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  environmentId: string
  tree: EnvironmentTree
  engine: Pick<RuleEngine, 'reloadRules' | 'checkVelocitySet' | 'checkFunction' | 'resources'>
}
/** What is published of one, and the caller's draft. */
export interface PublishedAndDraft<Body> {
  published: StoredResource<Body> | null
  draft: StoredResourceDraft<Body> | null
}

/** What the kinds differ in. */
export interface ResourceDefinition<Body extends { name: string }> {
  kind: ResourceKind
  /** In the audit log. */
  type: string
  /** In messages: `velocity set`. */
  label: string
  /** How many can be published in an environment, and how a conflict says so; any number when absent. */
  limit?: { count: number; reason: ConflictReason }
  /** Its texts, as those of a rule. */
  toRule: (body: Body) => RuleSource
  /** @throws ValidationError with what keeps it from being in force */
  assertPublishable: (
    editor: ResourceActionContext,
    id: string,
    body: Body,
    lists?: CheckEnvironment['lists'],
  ) => Promise<void> | void
  /**
   * Of a publish, a new name or a removal (`after` null), before it is written. @throws ConflictError when something
   * uses what goes
   */
  beforeChange?: (
    trx: Db,
    editor: ResourceActionContext,
    id: string,
    before: Body | null,
    after: Body | null,
  ) => Promise<void>
  /** @throws ConflictError for an id of the product's own */
  assertEditable?: (editor: ResourceActionContext, id: string) => void
}

const isSameBody = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)
const auditSnapshot = <Body>({ body, status, version }: StoredResource<Body>) => ({ ...body, status, version })

async function loadPublishedAndDraft<Body>(
  db: Db,
  kind: ResourceKind,
  id: string,
  authorId: string,
): Promise<PublishedAndDraft<Body>> {
  return {
    published: await findResource<Body>(db, kind, id),
    draft: await findResourceDraft<Body>(db, kind, id, authorId),
  }
}

/** @throws NotFoundError for one of another environment, and for a colleague's that was never published */
async function requirePublishedAndDraft<Body extends { name: string }>(
  db: Db,
  { kind, label: word, assertEditable: requireOwn }: ResourceDefinition<Body>,
  editor: ResourceActionContext,
  id: string,
): Promise<PublishedAndDraft<Body>> {
  requireOwn?.(editor, id)
  const found = await loadPublishedAndDraft<Body>(db, kind, id, editor.principal.id)
  const { environment_id: place } = found.published ?? found.draft ?? {}
  if (place !== editor.environmentId) throw new NotFoundError(`There is no such ${word} in this environment.`)
  return found
}

async function assertNameAvailable<Body extends { name: string }>(
  db: Db,
  { kind, label: word }: ResourceDefinition<Body>,
  editor: ResourceActionContext,
  id: string,
  name: string,
  path = ['body', 'name'],
): Promise<void> {
  if (await resourceNameTaken(db, kind, editor.environmentId, name, id))
    throw new ValidationError(path, `A ${word} with this name already exists.`, { code: 'name.taken' })
}

const draftOf = <Body>(
  editor: ResourceActionContext,
  id: string,
  body: Body,
  baseVersion: number,
): StoredResourceDraft<Body> => ({
  resource_id: id,
  author_id: editor.principal.id,
  environment_id: editor.environmentId,
  author_name: editor.principal.name,
  body,
  base_version: baseVersion,
  saved_at: editor.ports.clock(),
})

/** Work under the lock of the kind in the environment. */
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
 * A new one as the caller's draft. The same call again answers with what the first one made. @throws ConflictError for
 * an id that something else has
 */
export function createResource<Body extends { name: string }>(
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  id: string,
  body: Body,
): Promise<PublishedAndDraft<Body>> {
  return inLockedTransaction(editor, type.kind, async trx => {
    type.assertEditable?.(editor, id)
    const place = await findResourceEnvironmentId(trx, type.kind, id)
    if (place !== null) {
      const found = await loadPublishedAndDraft<Body>(trx, type.kind, id, editor.principal.id)
      // The answer to an earlier call was lost; the draft may have been edited since.
      if (
        place === editor.environmentId &&
        found.published === null &&
        found.draft !== null &&
        isSameBody(found.draft.body, body)
      )
        return found
      throw new ConflictError(`There is a ${type.label} with this id already.`, { reason: 'resource.exists' })
    }
    await assertNameAvailable(trx, type, editor, id, body.name)
    const draft = draftOf(editor, id, body, 0)
    await putDraft(trx, type.kind, draft)
    return { published: null, draft }
  })
}

/**
 * Saves the caller's draft; its first save notes the published version that it starts from. @throws NotFoundError,
 * ValidationError
 */
export function saveResourceDraft<Body extends { name: string }>(
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  id: string,
  body: Body,
): Promise<PublishedAndDraft<Body>> {
  return inLockedTransaction(editor, type.kind, async trx => {
    const { published, draft } = await requirePublishedAndDraft(trx, type, editor, id)
    await assertNameAvailable(trx, type, editor, id, body.name)
    const saved = draftOf(editor, id, body, draft?.base_version ?? published?.version ?? 0)
    await putDraft(trx, type.kind, saved)
    return { published, draft: saved }
  })
}

/** Deletes the caller's draft; the published version stays. False when there was none. */
export function discardResourceDraft<Body extends { name: string }>(
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  id: string,
): Promise<boolean> {
  return inLockedTransaction(editor, type.kind, async trx => {
    const found = await loadPublishedAndDraft<Body>(trx, type.kind, id, editor.principal.id)
    const place = (found.draft ?? found.published)?.environment_id
    if (place !== undefined && place !== editor.environmentId)
      throw new NotFoundError(`There is no such ${type.label} in this environment.`)
    return found.draft !== null && dropDraft(trx, type.kind, id, editor.principal.id)
  })
}

export interface ResourcePublish {
  id: string
  status: 'active' | 'inactive'
  baseVersion: number
  overwrite: boolean
}

/**
 * Puts the caller's draft into force. Asking again after it went through answers with what is published and lets the
 * engine load once more.
 * @throws ValidationError with every problem, ConflictError when a colleague published meanwhile or a limit is reached,
 * NotFoundError without a draft
 */
export async function publishResource<Body extends { name: string }>(
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  request: ResourcePublish,
): Promise<PublishedAndDraft<Body>> {
  const { id } = request
  const result = await inLockedTransaction(editor, type.kind, async (trx): Promise<PublishedAndDraft<Body>> => {
    const { published, draft } = await requirePublishedAndDraft(trx, type, editor, id)
    if (!draft) {
      if (
        published?.version === request.baseVersion + 1 &&
        published.published_by === editor.principal.id &&
        published.status === request.status
      )
        return { published, draft }
      throw new NotFoundError('There is no draft of yours to publish.')
    }
    const current = published?.version ?? 0
    if (!request.overwrite && (request.baseVersion !== current || draft.base_version !== current)) {
      throw new ConflictError(`A colleague published this ${type.label} after your draft was started.`, {
        reason: 'version.conflict',
        currentVersion: current,
        ...(published
          ? { changedBy: published.published_by_name, changedAt: published.published_at.toISOString() }
          : {}),
      })
    }
    const next = await publishInTransaction(trx, editor, type, {
      id,
      body: draft.body,
      status: request.status,
      before: published,
    })
    await lockReferences(trx, editor, type.toRule(draft.body))
    await dropDraft(trx, type.kind, id, editor.principal.id)
    return { published: next, draft: null }
  })
  await editor.engine.reloadRules(editor.environmentId)
  return result
}

/**
 * Publishes a text as it is; a new one under `newId`, when it is told. One that already is so stays: no version, no
 * audit line. What it names is for the caller to hold (`lockReferences`). @throws as `publishResource`
 */
export async function publishResourceIn<Body extends { name: string }>(
  trx: Db,
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  {
    id,
    newId,
    body,
    status,
  }: { id: string | null; newId?: string | undefined; body: Body; status: 'active' | 'inactive' },
): Promise<StoredResource<Body>> {
  await lockResources(trx, type.kind, editor.environmentId)
  const before = id === null ? null : await findResource<Body>(trx, type.kind, id)
  if (id !== null && before?.environment_id !== editor.environmentId)
    throw new NotFoundError(`There is no such ${type.label} in this environment.`)
  if (before && before.status === status && isSameBody(before.body, body)) return before
  return publishInTransaction(trx, editor, type, { id: id ?? newId ?? editor.ports.newId(), body, status, before })
}

async function publishInTransaction<Body extends { name: string }>(
  trx: Db,
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  {
    id,
    body,
    status,
    before,
  }: { id: string; body: Body; status: 'active' | 'inactive'; before: StoredResource<Body> | null },
): Promise<StoredResource<Body>> {
  const { principal, ports, environmentId } = editor
  await assertNameAvailable(trx, type, editor, id, body.name)
  await type.assertPublishable(editor, id, body, await lockReferencedLists(trx, environmentId, type.toRule(body)))
  if (
    !before &&
    type.limit !== undefined &&
    (await loadPublishedResources(trx, type.kind, [environmentId])).length >= type.limit.count
  ) {
    throw new ConflictError(
      `An environment holds at most ${type.limit.count} published ${type.label}s. Delete one first.`,
      {
        reason: type.limit.reason,
        limit: type.limit.count,
      },
    )
  }
  await type.beforeChange?.(trx, editor, id, before?.body ?? null, body)
  const next: StoredResource<Body> = {
    id,
    environment_id: environmentId,
    name: body.name,
    status,
    version: (before?.version ?? 0) + 1,
    body,
    published_by: principal.id,
    published_by_name: principal.name,
    published_at: ports.clock(),
  }
  await putPublished(trx, type.kind, next)
  await auditResource(
    trx,
    editor,
    type,
    next,
    before ? 'Update' : 'Create',
    before && auditSnapshot(before),
    auditSnapshot(next),
  )
  return next
}

/** Activates or deactivates what is published. What no longer compiles is not activated. */
export async function setResourceStatus<Body extends { name: string }>(
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  id: string,
  status: 'active' | 'inactive',
): Promise<PublishedAndDraft<Body>> {
  const result = await inLockedTransaction(editor, type.kind, async (trx): Promise<PublishedAndDraft<Body>> => {
    const { published, draft } = await requirePublishedAndDraft(trx, type, editor, id)
    if (!published) throw new NotFoundError(`This ${type.label} was never published.`)
    if (published.status !== status) {
      if (status === 'active') await type.assertPublishable(editor, id, published.body)
      await putStatus(trx, type.kind, id, status)
      await auditResource(
        trx,
        editor,
        type,
        published,
        status === 'active' ? 'Activate' : 'Deactivate',
        { status: published.status },
        { status },
      )
    }
    return { published: { ...published, status }, draft }
  })
  await editor.engine.reloadRules(editor.environmentId)
  return result
}

/**
 * Renames what is published, as a version of its own, and the caller's draft, which goes on from there. @throws
 * ValidationError when the name is taken
 */
export async function renameResource<Body extends { name: string }>(
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  id: string,
  name: string,
): Promise<PublishedAndDraft<Body>> {
  const result = await inLockedTransaction(editor, type.kind, async (trx): Promise<PublishedAndDraft<Body>> => {
    const { published, draft } = await requirePublishedAndDraft(trx, type, editor, id)
    await assertNameAvailable(trx, type, editor, id, name, ['name'])
    const { principal, ports } = editor
    const next =
      published && published.name !== name
        ? {
            ...published,
            name,
            body: { ...published.body, name },
            version: published.version + 1,
            published_by: principal.id,
            published_by_name: principal.name,
            published_at: ports.clock(),
          }
        : published
    if (published && next && next !== published) {
      await type.beforeChange?.(trx, editor, id, published.body, next.body)
      await putPublished(trx, type.kind, next)
      await auditResource(trx, editor, type, next, 'Rename', { name: published.name }, { name })
    }
    // A draft of an older version than the one that was renamed still meets the conflict that it is due.
    const base =
      draft && published && next && draft.base_version === published.version ? next.version : draft?.base_version
    const renamed =
      draft && base !== undefined
        ? { ...draft, body: { ...draft.body, name }, base_version: base, saved_at: ports.clock() }
        : null
    if (renamed) await putDraft(trx, type.kind, renamed, true)
    return { published: next, draft: renamed }
  })
  await editor.engine.reloadRules(editor.environmentId)
  return result
}

/**
 * Deletes what is published with everybody's drafts of it, or the caller's draft of what never was. False when it is
 * gone already.
 */
export async function removeResource<Body extends { name: string }>(
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  id: string,
): Promise<boolean> {
  const removed = await inLockedTransaction(editor, type.kind, trx => removeResourceIn(trx, editor, type, id))
  await editor.engine.reloadRules(editor.environmentId)
  return removed
}

export async function removeResourceIn<Body extends { name: string }>(
  trx: Db,
  editor: ResourceActionContext,
  type: ResourceDefinition<Body>,
  id: string,
): Promise<boolean> {
  type.assertEditable?.(editor, id)
  const { published, draft } = await loadPublishedAndDraft<Body>(trx, type.kind, id, editor.principal.id)
  const either = published ?? draft
  if (!either) return false
  if (either.environment_id !== editor.environmentId)
    throw new NotFoundError(`There is no such ${type.label} in this environment.`)
  if (published) {
    await type.beforeChange?.(trx, editor, id, published.body, null)
    await auditResource(trx, editor, type, published, 'Delete', auditSnapshot(published), null)
  }
  await dropResource(trx, type.kind, id)
  return true
}

async function auditResource<Body extends { name: string }>(
  trx: Db,
  editor: ResourceActionContext,
  { type }: ResourceDefinition<Body>,
  row: Pick<StoredResource<Body>, 'id' | 'name'>,
  operation: AuditEntry['operation'],
  before: unknown,
  after: unknown,
): Promise<void> {
  await recordAudit(trx, editor, {
    id: editor.ports.newId(),
    at: editor.ports.clock(),
    environmentId: editor.environmentId,
    resource: { type, id: row.id, name: row.name },
    operation,
    before,
    after,
  })
}
