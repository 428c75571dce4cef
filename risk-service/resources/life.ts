import type { Kysely } from 'kysely'
import { type Actor, type AuditEntry, recordAudit } from '../audit/record.ts'
import type { EnvironmentTree } from '../environments/tree.ts'
import type { CheckEnvironment, RuleSource } from '../fql/index.ts'
import { heldLists } from '../lists/users.ts'
import type { Ports } from '../ports.ts'
import { canonical } from '../rules/rules.ts'
import type { RuleEngine } from '../session/base.ts'
import { Conflict, Missing, RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { holdNamed } from './held.ts'
import {
  dropDraft,
  dropResource,
  findResource,
  findResourceDraft,
  lockResources,
  placeOf,
  publishedResources,
  putDraft,
  putPublished,
  putStatus,
  type ResourceKind,
  resourceNameTaken,
  type StoredDraft,
  type StoredResource,
} from './store.ts'

export type { StoredResource } from './store.ts'
export { draftsIn, findResource, findResourceDraft, lockResources, publishedResources } from './store.ts'

/*
 * The life that velocity sets and functions share with rules (10 section 2.3): private drafts that start from a
 * version, a publish that meets a colleague's, changes in one transaction with their history and audit line. Functions
 * that end in `In` work in the caller's transaction and leave the engine to the caller.
 */

type Db = Kysely<Database>
export interface ResourceEditor extends Actor {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  environmentId: string
  tree: EnvironmentTree
  engine: Pick<RuleEngine, 'reloadRules' | 'checkVelocitySet' | 'checkFunction' | 'resources'>
}
/** What is published of one, and the caller's draft. */
export interface Halves<Body> {
  published: StoredResource<Body> | null
  draft: StoredDraft<Body> | null
}

/** What the kinds differ in. */
export interface ResourceType<Body extends { name: string }> {
  kind: ResourceKind
  /** In the audit log. */
  type: string
  /** In messages: `velocity set`. */
  word: string
  /** How many can be published in an environment; any number when absent. */
  limit?: number
  /** Its texts, as those of a rule. */
  asRule: (body: Body) => RuleSource
  /** @throws RefusedValue with what keeps it from being in force */
  requireSound: (
    editor: ResourceEditor,
    id: string,
    body: Body,
    lists?: CheckEnvironment['lists'],
  ) => Promise<void> | void
  /**
   * Of a publish, a new name or a removal (`after` null), before it is written. @throws Conflict when something uses
   * what goes
   */
  changing?: (trx: Db, editor: ResourceEditor, id: string, before: Body | null, after: Body | null) => Promise<void>
  /** @throws Conflict for an id of the product's own */
  requireOwn?: (editor: ResourceEditor, id: string) => void
}

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
const logged = <Body>({ body, status, version }: StoredResource<Body>) => ({ ...body, status, version })

async function halvesOf<Body>(db: Db, kind: ResourceKind, id: string, authorId: string): Promise<Halves<Body>> {
  return {
    published: await findResource<Body>(db, kind, id),
    draft: await findResourceDraft<Body>(db, kind, id, authorId),
  }
}

/** @throws Missing for one of another environment, and for a colleague's that was never published */
async function requireHalves<Body extends { name: string }>(
  db: Db,
  { kind, word, requireOwn }: ResourceType<Body>,
  editor: ResourceEditor,
  id: string,
): Promise<Halves<Body>> {
  requireOwn?.(editor, id)
  const found = await halvesOf<Body>(db, kind, id, editor.principal.id)
  const { environment_id: place } = found.published ?? found.draft ?? {}
  if (place !== editor.environmentId) throw new Missing(`There is no such ${word} in this environment.`)
  return found
}

async function requireFreeName<Body extends { name: string }>(
  db: Db,
  { kind, word }: ResourceType<Body>,
  editor: ResourceEditor,
  id: string,
  name: string,
  path = ['body', 'name'],
): Promise<void> {
  if (await resourceNameTaken(db, kind, editor.environmentId, name, id))
    throw new RefusedValue(path, `A ${word} with this name already exists.`)
}

const draftOf = <Body>(editor: ResourceEditor, id: string, body: Body, baseVersion: number): StoredDraft<Body> => ({
  resource_id: id,
  author_id: editor.principal.id,
  environment_id: editor.environmentId,
  author_name: editor.principal.name,
  body,
  base_version: baseVersion,
  saved_at: editor.ports.clock(),
})

/** Work under the lock of the kind in the environment. */
function inTurn<T>(editor: ResourceEditor, kind: ResourceKind, work: (trx: Db) => Promise<T>): Promise<T> {
  return editor.ports.db.transaction().execute(async trx => {
    await lockResources(trx, kind, editor.environmentId)
    return work(trx)
  })
}

/**
 * A new one as the caller's draft. The same call again answers with what the first one made. @throws Conflict for an id
 * that something else has
 */
export function createResource<Body extends { name: string }>(
  editor: ResourceEditor,
  type: ResourceType<Body>,
  id: string,
  body: Body,
): Promise<Halves<Body>> {
  return inTurn(editor, type.kind, async trx => {
    type.requireOwn?.(editor, id)
    const place = await placeOf(trx, type.kind, id)
    if (place !== null) {
      const found = await halvesOf<Body>(trx, type.kind, id, editor.principal.id)
      // The answer to an earlier call was lost; the draft may have been edited since.
      if (
        place === editor.environmentId &&
        found.published === null &&
        found.draft !== null &&
        same(found.draft.body, body)
      )
        return found
      throw new Conflict(`There is a ${type.word} with this id already.`, { reason: 'resource.exists' })
    }
    await requireFreeName(trx, type, editor, id, body.name)
    const draft = draftOf(editor, id, body, 0)
    await putDraft(trx, type.kind, draft)
    return { published: null, draft }
  })
}

/**
 * Saves the caller's draft; its first save notes the published version that it starts from. @throws Missing,
 * RefusedValue
 */
export function saveResourceDraft<Body extends { name: string }>(
  editor: ResourceEditor,
  type: ResourceType<Body>,
  id: string,
  body: Body,
): Promise<Halves<Body>> {
  return inTurn(editor, type.kind, async trx => {
    const { published, draft } = await requireHalves(trx, type, editor, id)
    await requireFreeName(trx, type, editor, id, body.name)
    const saved = draftOf(editor, id, body, draft?.base_version ?? published?.version ?? 0)
    await putDraft(trx, type.kind, saved)
    return { published, draft: saved }
  })
}

/** Deletes the caller's draft; the published version stays. False when there was none. */
export function discardResourceDraft<Body extends { name: string }>(
  editor: ResourceEditor,
  type: ResourceType<Body>,
  id: string,
): Promise<boolean> {
  return inTurn(editor, type.kind, async trx => {
    const found = await halvesOf<Body>(trx, type.kind, id, editor.principal.id)
    const place = (found.draft ?? found.published)?.environment_id
    if (place !== undefined && place !== editor.environmentId)
      throw new Missing(`There is no such ${type.word} in this environment.`)
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
 * @throws RefusedValue with every problem, Conflict when a colleague published meanwhile or a limit is reached, Missing
 * without a draft
 */
export async function publishResource<Body extends { name: string }>(
  editor: ResourceEditor,
  type: ResourceType<Body>,
  request: ResourcePublish,
): Promise<Halves<Body>> {
  const { id } = request
  const result = await inTurn(editor, type.kind, async (trx): Promise<Halves<Body>> => {
    const { published, draft } = await requireHalves(trx, type, editor, id)
    if (!draft) {
      if (
        published?.version === request.baseVersion + 1 &&
        published.published_by === editor.principal.id &&
        published.status === request.status
      )
        return { published, draft }
      throw new Missing('There is no draft of yours to publish.')
    }
    const current = published?.version ?? 0
    if (!request.overwrite && (request.baseVersion !== current || draft.base_version !== current)) {
      throw new Conflict(`A colleague published this ${type.word} after your draft was started.`, {
        reason: 'version.conflict',
        currentVersion: current,
        ...(published
          ? { changedBy: published.published_by_name, changedAt: published.published_at.toISOString() }
          : {}),
      })
    }
    const next = await publishIn(trx, editor, type, { id, body: draft.body, status: request.status, before: published })
    await holdNamed(trx, editor, type.asRule(draft.body))
    await dropDraft(trx, type.kind, id, editor.principal.id)
    return { published: next, draft: null }
  })
  await editor.engine.reloadRules(editor.environmentId)
  return result
}

/**
 * Publishes a text as it is; a new one under `newId`, when it is told. One that already is so stays: no version, no
 * audit line. What it names is for the caller to hold (`holdNamed`). @throws as `publishResource`
 */
export async function publishResourceIn<Body extends { name: string }>(
  trx: Db,
  editor: ResourceEditor,
  type: ResourceType<Body>,
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
    throw new Missing(`There is no such ${type.word} in this environment.`)
  if (before && before.status === status && same(before.body, body)) return before
  return publishIn(trx, editor, type, { id: id ?? newId ?? editor.ports.newId(), body, status, before })
}

async function publishIn<Body extends { name: string }>(
  trx: Db,
  editor: ResourceEditor,
  type: ResourceType<Body>,
  {
    id,
    body,
    status,
    before,
  }: { id: string; body: Body; status: 'active' | 'inactive'; before: StoredResource<Body> | null },
): Promise<StoredResource<Body>> {
  const { principal, ports, environmentId } = editor
  await requireFreeName(trx, type, editor, id, body.name)
  await type.requireSound(editor, id, body, await heldLists(trx, environmentId, type.asRule(body)))
  if (
    !before &&
    type.limit !== undefined &&
    (await publishedResources(trx, type.kind, [environmentId])).length >= type.limit
  ) {
    throw new Conflict(`An environment holds at most ${type.limit} published ${type.word}s. Delete one first.`, {
      reason: `${type.word}s.limit`,
      limit: type.limit,
    })
  }
  await type.changing?.(trx, editor, id, before?.body ?? null, body)
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
  await audit(trx, editor, type, next, before ? 'Update' : 'Create', before && logged(before), logged(next))
  return next
}

/** Activates or deactivates what is published. What no longer compiles is not activated. */
export async function setResourceStatus<Body extends { name: string }>(
  editor: ResourceEditor,
  type: ResourceType<Body>,
  id: string,
  status: 'active' | 'inactive',
): Promise<Halves<Body>> {
  const result = await inTurn(editor, type.kind, async (trx): Promise<Halves<Body>> => {
    const { published, draft } = await requireHalves(trx, type, editor, id)
    if (!published) throw new Missing(`This ${type.word} was never published.`)
    if (published.status !== status) {
      if (status === 'active') await type.requireSound(editor, id, published.body)
      await putStatus(trx, type.kind, id, status)
      await audit(
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
 * RefusedValue when the name is taken
 */
export async function renameResource<Body extends { name: string }>(
  editor: ResourceEditor,
  type: ResourceType<Body>,
  id: string,
  name: string,
): Promise<Halves<Body>> {
  const result = await inTurn(editor, type.kind, async (trx): Promise<Halves<Body>> => {
    const { published, draft } = await requireHalves(trx, type, editor, id)
    await requireFreeName(trx, type, editor, id, name, ['name'])
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
      await type.changing?.(trx, editor, id, published.body, next.body)
      await putPublished(trx, type.kind, next)
      await audit(trx, editor, type, next, 'Rename', { name: published.name }, { name })
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
  editor: ResourceEditor,
  type: ResourceType<Body>,
  id: string,
): Promise<boolean> {
  const removed = await inTurn(editor, type.kind, trx => removeResourceIn(trx, editor, type, id))
  await editor.engine.reloadRules(editor.environmentId)
  return removed
}

export async function removeResourceIn<Body extends { name: string }>(
  trx: Db,
  editor: ResourceEditor,
  type: ResourceType<Body>,
  id: string,
): Promise<boolean> {
  type.requireOwn?.(editor, id)
  const { published, draft } = await halvesOf<Body>(trx, type.kind, id, editor.principal.id)
  const either = published ?? draft
  if (!either) return false
  if (either.environment_id !== editor.environmentId)
    throw new Missing(`There is no such ${type.word} in this environment.`)
  if (published) {
    await type.changing?.(trx, editor, id, published.body, null)
    await audit(trx, editor, type, published, 'Delete', logged(published), null)
  }
  await dropResource(trx, type.kind, id)
  return true
}

async function audit<Body extends { name: string }>(
  trx: Db,
  editor: ResourceEditor,
  { type }: ResourceType<Body>,
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
