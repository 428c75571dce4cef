import { type AuditEntry, auditChange } from '../../kernel/audit.ts'
import type { ActionContext } from '../../kernel/console-api/action-context.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import { lockReferencedLists } from '../usage/list-usage.ts'
import { lockReferences } from '../usage/reference-locks.ts'
import type { DraftVersion, LifecycleKind, PublishedAndDraft, PublishedVersion, Status } from './lifecycle-kind.ts'

/*
 * The lifecycle of resources that are edited as a private draft and then published: rules, velocity sets, functions. A
 * draft starts from a published version, a publish detects that of a colleague, and every change is one transaction
 * with its history and its audit entry; the engine reloads after the commit. Methods that end in `In` run in the
 * caller's transaction and leave the reload to the caller.
 */

interface PublishRequest {
  id: string
  status: Status
  baseVersion: number
  overwrite: boolean
}

/** A text that replaces the published one, without a draft. */
interface BodyToPublish<Body, Published> {
  id: string
  before: Published | null
  body: Body
  status: Status
}

export interface Lifecycle<Body, Published, Draft, Scope> {
  /** @throws ValidationError with the field */
  assertNameAvailable: (trx: Db, scope: Scope, name: string, id: string, path?: string[]) => Promise<void>
  createDraft: (scope: Scope, id: string, body: Body, baseVersion: number) => Draft
  /**
   * Saves the caller's draft; the first save records the published version that it starts from. @throws NotFoundError,
   * ValidationError
   */
  saveDraft: (id: string, body: Body) => Promise<PublishedAndDraft<Published, Draft>>
  /**
   * Puts the caller's draft into force. A repeat after a success returns the published version and reloads the engine
   * again, so that a caller who lost the first answer reaches the same state.
   * @throws ValidationError with every problem of the texts, ConflictError when a colleague published in the meantime
   * or a limit is reached, NotFoundError without a draft
   */
  publish: (request: PublishRequest) => Promise<PublishedAndDraft<Published, Draft>>
  /**
   * Publishes a text without a draft. An identical one changes nothing: no version, no audit entry. The caller locks
   * the resources that the text names (`lockReferences`). @throws as `publish`
   */
  publishBodyIn: (trx: Db, scope: Scope, text: BodyToPublish<Body, Published>) => Promise<Published>
  /** Activates or deactivates the published version. One that no longer compiles is not activated. */
  setStatus: (id: string, status: Status) => Promise<PublishedAndDraft<Published, Draft>>
  /**
   * Renames the published version, as a new version, and the caller's draft, which is then based on it. @throws
   * ValidationError when the name is taken
   */
  rename: (id: string, name: string) => Promise<PublishedAndDraft<Published, Draft>>
  /**
   * Deletes the published version with the drafts of all users, or the caller's draft of a resource that was never
   * published.
   */
  removeIn: (trx: Db, id: string, published: Published | null) => Promise<void>
}

/** Creates the lifecycle of one kind, for one caller. */
export function createLifecycle<
  Body extends { name: string },
  Published extends PublishedVersion<Body>,
  Draft extends DraftVersion<Body>,
  Scope,
>(
  context: ActionContext<'reloadRules'>,
  kind: LifecycleKind<Body, Published, Draft, Scope>,
): Lifecycle<Body, Published, Draft, Scope> {
  type State = PublishedAndDraft<Published, Draft>
  const { ports, principal, environmentId } = context
  const { label, store } = kind

  const inLockedScope = (id: string, change: (trx: Db, scope: Scope, state: State) => Promise<State>): Promise<State> =>
    ports.db.transaction().execute(async trx => {
      const scope = await kind.lockScope(trx, id)
      return change(trx, scope, await kind.load(trx, id))
    })
  async function reloadAfter(change: Promise<State>): Promise<State> {
    const state = await change
    await context.engine.reloadRules(environmentId)
    return state
  }

  async function assertNameAvailable(
    trx: Db,
    scope: Scope,
    name: string,
    id: string,
    path = ['body', 'name'],
  ): Promise<void> {
    if (await store.isNameTaken(trx, scope, name, id))
      throw new ValidationError(path, `A ${label} with this name already exists.`, { code: 'name.taken' })
  }

  /** A colleague's resource that was never published is neither visible nor open to another draft. */
  function assertVisible({ published, draft }: State): void {
    if (!published && !draft) throw new NotFoundError(`There is no such ${label} in this environment.`)
  }

  const audit = (trx: Db, row: Published, operation: AuditEntry['operation'], before: unknown, after: unknown) =>
    auditChange(
      trx,
      context,
      { type: kind.audit.resourceType(row), id: row.id, name: row.name },
      { operation, before, after },
    )

  const createDraft = (scope: Scope, id: string, body: Body, baseVersion: number): Draft =>
    kind.createDraft(scope, id, {
      author_id: principal.id,
      environment_id: environmentId,
      author_name: principal.name,
      body,
      base_version: baseVersion,
      saved_at: ports.clock(),
    })
  const publisher = () => ({
    published_by: principal.id,
    published_by_name: principal.name,
    published_at: ports.clock(),
  })

  /** The answer to an earlier request was lost. */
  const isRepeated = (published: Published | null, request: PublishRequest): boolean =>
    published?.version === request.baseVersion + 1 &&
    published.published_by === principal.id &&
    published.status === request.status

  function assertBaseVersion(published: Published | null, draft: Draft, request: PublishRequest): void {
    const current = published?.version ?? 0
    if (request.overwrite || (request.baseVersion === current && draft.base_version === current)) return
    throw createVersionConflict(`A colleague published this ${label} after your draft was started.`, {
      version: current,
      changedBy: published?.published_by_name,
      changedAt: published?.published_at,
    })
  }

  async function publishVersion(
    trx: Db,
    scope: Scope,
    { id, before, body, status }: BodyToPublish<Body, Published>,
  ): Promise<Published> {
    await assertNameAvailable(trx, scope, body.name, id)
    const lists = await lockReferencedLists(trx, environmentId, kind.toRule(body))
    await kind.assertPublishable(trx, scope, id, body, lists)
    await kind.assertLimits(trx, scope, id, before, body)
    await kind.beforeChange?.(trx, id, before?.body ?? null, body)
    const version = { id, environment_id: environmentId, name: body.name, status, version: (before?.version ?? 0) + 1 }
    const next = await kind.createPublished(trx, scope, { ...version, body, ...publisher() }, before)
    await store.savePublished(trx, next)
    await audit(
      trx,
      next,
      before ? kind.audit.operation(before, next) : 'Create',
      before && kind.audit.snapshot(before),
      kind.audit.snapshot(next),
    )
    return next
  }

  async function publishName(trx: Db, published: Published, name: string): Promise<Published> {
    const body = { ...published.body, name }
    const next = { ...published, name, body, version: published.version + 1, ...publisher() }
    await kind.beforeChange?.(trx, published.id, published.body, body)
    await store.savePublished(trx, next)
    await audit(trx, next, 'Rename', { name: published.name }, { name })
    return next
  }

  return {
    assertNameAvailable,
    createDraft,
    saveDraft: (id, body) =>
      inLockedScope(id, async (trx, scope, state) => {
        assertVisible(state)
        const { published, draft } = state
        await assertNameAvailable(trx, scope, body.name, id)
        const saved = createDraft(scope, id, body, draft?.base_version ?? published?.version ?? 0)
        await store.saveDraft(trx, saved)
        return { published, draft: saved }
      }),
    publish: request =>
      reloadAfter(
        inLockedScope(request.id, async (trx, scope, { published, draft }) => {
          const { id, status } = request
          if (!draft) {
            if (isRepeated(published, request)) return { published, draft }
            throw new NotFoundError('You have no draft to publish.')
          }
          assertBaseVersion(published, draft, request)
          const next = await publishVersion(trx, scope, { id, before: published, body: draft.body, status })
          await lockReferences(trx, context, kind.toRule(draft.body))
          await store.deleteDraft(trx, id, principal.id)
          return { published: next, draft: null }
        }),
      ),
    async publishBodyIn(trx, scope, text) {
      const { before, body, status } = text
      if (before && before.status === status && isSameJson(before.body, body)) return before
      return publishVersion(trx, scope, text)
    },
    setStatus: (id, status) =>
      reloadAfter(
        inLockedScope(id, async (trx, scope, { published, draft }) => {
          if (!published) throw new NotFoundError(`This ${label} was never published.`)
          if (published.status !== status) {
            if (status === 'active') await kind.assertPublishable(trx, scope, id, published.body)
            await store.saveStatus(trx, id, status)
            const operation = status === 'active' ? 'Activate' : 'Deactivate'
            await audit(trx, published, operation, { status: published.status }, { status })
          }
          return { published: { ...published, status }, draft }
        }),
      ),
    rename: (id, name) =>
      reloadAfter(
        inLockedScope(id, async (trx, scope, state) => {
          assertVisible(state)
          const { published, draft } = state
          await assertNameAvailable(trx, scope, name, id, ['name'])
          const next = published && published.name !== name ? await publishName(trx, published, name) : published
          if (!draft) return { published: next, draft }
          // A draft of an older version than the renamed one still leads to its conflict.
          const base_version =
            published && next && draft.base_version === published.version ? next.version : draft.base_version
          const renamed = { ...draft, body: { ...draft.body, name }, base_version, saved_at: ports.clock() }
          await store.saveDraft(trx, renamed, true)
          return { published: next, draft: renamed }
        }),
      ),
    async removeIn(trx, id, published) {
      if (published) {
        await kind.beforeChange?.(trx, id, published.body, null)
        await audit(trx, published, 'Delete', kind.audit.snapshot(published), null)
      }
      await store.remove(trx, id)
    },
  }
}
