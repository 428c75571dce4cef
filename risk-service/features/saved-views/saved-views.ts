import { sharingCapability } from '../../contract/index.ts'
import { type SavedViewRecord, type SearchWatch, viewLimits } from '../../contract/saved-views.ts'
import { authorize, isGlobalAdministrator, levelIn } from '../../kernel/access/authorize.ts'
import { type AuditEntry, auditChange } from '../../kernel/audit.ts'
import type { ConsoleContext, EnvironmentContext } from '../../kernel/console-api/context.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import {
  clearOthersDefault,
  deleteView,
  findDefaultViewId,
  findView,
  loadVisibleViews,
  lockViewScope,
  putView,
  type StoredView,
  setDefaultView,
  type ViewScope,
} from './store.ts'
import { loadWatches, putWatch, type RequestedWatch, removeWatch } from './watch-store.ts'

/** The part of a call's context in an environment that the handlers use. */
export type SavedViewContext = Pick<ConsoleContext, 'ports' | 'db' | 'principal' | 'tree' | 'correlationId'> &
  Pick<EnvironmentContext, 'actorRoles'>
export interface NewView {
  id: string
  name: string
  shared: boolean
  state: Record<string, unknown>
  baseVersion: number
}

const foldedName = (name: string) => name.normalize('NFC').toLowerCase()

/** Shared views outlive their owners' interest: an administrator of search may remove them. */
function mayRemove({ principal, tree }: SavedViewContext, view: StoredView): boolean {
  return (
    view.owner_id === principal.id ||
    (view.shared && levelIn(principal, view.environment_id, 'admin.search', tree) === 'write')
  )
}

/** @throws AccessError for the shared view of a caller whose roles change nothing that others see */
function assertMaySave({ principal, tree }: SavedViewContext, { environmentId }: ViewScope, view: NewView): void {
  if (view.shared) authorize(principal, environmentId, sharingCapability, 'write', tree)
}

function describe(
  call: SavedViewContext,
  view: StoredView,
  defaultId: string | null,
  watch: SearchWatch | undefined,
): SavedViewRecord {
  const { id, name, shared, state, version } = view
  return {
    id,
    name,
    shared,
    state,
    version,
    own: view.owner_id === call.principal.id,
    watch: view.owner_id === call.principal.id ? (watch ?? null) : null,
    ownerName: view.owner_name,
    removable: mayRemove(call, view),
    isDefault: id === defaultId,
    updatedAt: view.updated_at.toISOString(),
  }
}

export async function listViews(call: SavedViewContext, scope: ViewScope): Promise<SavedViewRecord[]> {
  const [views, defaultId] = await Promise.all([
    loadVisibleViews(call.db, scope, call.principal.id),
    findDefaultViewId(call.db, scope, call.principal.id),
  ])
  const watches = await loadWatches(
    call.db,
    views.map(({ id }) => id),
  )
  return views.map(view => describe(call, view, defaultId, watches.get(view.id)))
}

/** @throws NotFoundError for a view that the caller does not see here */
async function requireVisibleView(
  db: Db,
  { principal }: SavedViewContext,
  { environmentId, area }: ViewScope,
  id: string,
): Promise<StoredView> {
  const view = await findView(db, id)
  if (
    view?.environment_id !== environmentId ||
    view.area !== area ||
    (!view.shared && view.owner_id !== principal.id)
  ) {
    throw new NotFoundError('There is no such view in this environment.')
  }
  return view
}

/** @throws ConflictError, ValidationError, NotFoundError */
export async function saveView(call: SavedViewContext, scope: ViewScope, requested: NewView): Promise<SavedViewRecord> {
  const { ports, db, principal } = call
  assertMaySave(call, scope, requested)
  await db.transaction().execute(async trx => {
    await lockViewScope(trx, scope)
    const existing = await findView(trx, requested.id)
    if (existing) {
      await requireVisibleView(trx, call, scope, requested.id)
      if (existing.owner_id !== principal.id)
        throw new ConflictError('Only its creator can change a view. Save it under another name.', {
          reason: 'views.notOwn',
        })
      // The answer to an earlier request was lost.
      if (existing.version === requested.baseVersion + 1 && hasSameContent(existing, requested)) return
    }
    if ((existing?.version ?? 0) !== requested.baseVersion) {
      if (!existing) throw new NotFoundError('This view no longer exists.')
      throw createVersionConflict('The view was changed meanwhile.', {
        version: existing.version,
        changedBy: existing.owner_name,
        changedAt: existing.updated_at,
      })
    }
    await assertViewAllowed(trx, call, scope, requested)
    const now = ports.clock()
    const { id, name, shared, state } = requested
    await putView(trx, {
      id,
      name,
      shared,
      state,
      environment_id: scope.environmentId,
      area: scope.area,
      owner_id: principal.id,
      owner_name: principal.name,
      version: requested.baseVersion + 1,
      updated_at: now,
    })
    if (existing?.shared && !shared) await clearOthersDefault(trx, id, principal.id)
    await auditView(
      trx,
      call,
      scope,
      { id, name },
      existing ? (existing.name === name ? 'Update' : 'Rename') : 'Create',
      existing,
      requested,
    )
  })
  return readView(call, scope, requested.id)
}

/** @throws NotFoundError when the view was removed meanwhile */
async function readView(call: SavedViewContext, scope: ViewScope, id: string): Promise<SavedViewRecord> {
  const [saved, defaultId, watches] = await Promise.all([
    findView(call.db, id),
    findDefaultViewId(call.db, scope, call.principal.id),
    loadWatches(call.db, [id]),
  ])
  if (!saved) throw new NotFoundError('This view no longer exists.')
  return describe(call, saved, defaultId, watches.get(id))
}

/**
 * Sets whether the owner of a view is notified of new results.
 * @throws NotFoundError, ConflictError for the view of another user
 */
export async function watchView(
  call: SavedViewContext,
  scope: ViewScope,
  id: string,
  watch: RequestedWatch | null,
): Promise<SavedViewRecord> {
  const { db, ports, principal } = call
  await db.transaction().execute(async trx => {
    await lockViewScope(trx, scope)
    const view = await requireVisibleView(trx, call, scope, id)
    if (view.owner_id !== principal.id)
      throw new ConflictError('Only its creator can watch a view. Save it under another name.', {
        reason: 'views.notOwn',
      })
    if (watch === null) await removeWatch(trx, id)
    else
      await putWatch(trx, id, watch, {
        byDirectory: isGlobalAdministrator(principal.wids),
        dueAt: ports.clock(),
      })
  })
  return readView(call, scope, id)
}

const hasSameContent = (existing: StoredView, { name, shared, state }: NewView): boolean =>
  existing.name === name && existing.shared === shared && isSameJson(existing.state, state)

/** @throws ValidationError for a name that the caller could not distinguish from another, ConflictError at the limit */
async function assertViewAllowed(
  trx: Db,
  { principal }: SavedViewContext,
  scope: ViewScope,
  { id, name, shared }: NewView,
): Promise<void> {
  const others = (await loadVisibleViews(trx, scope, principal.id)).filter(view => view.id !== id)
  if (others.some(view => foldedName(view.name) === foldedName(name)))
    throw new ValidationError(['name'], 'A view with this name already exists.', { code: 'name.taken' })
  const count = others.filter(view => view.shared === shared && (shared || view.owner_id === principal.id)).length
  const most = shared ? viewLimits.shared : viewLimits.own
  if (count >= most)
    throw new ConflictError(`There can be at most ${most} views. Delete one first.`, {
      reason: shared ? 'views.sharedLimit' : 'views.limit',
    })
}

/** Removes a view; false when it was removed already. */
export async function removeView(call: SavedViewContext, scope: ViewScope, id: string): Promise<boolean> {
  return call.db.transaction().execute(async trx => {
    await lockViewScope(trx, scope)
    if (!(await findView(trx, id))) return false
    const view = await requireVisibleView(trx, call, scope, id)
    if (!mayRemove(call, view))
      throw new ConflictError('Only its creator can delete a view.', { reason: 'views.notOwn' })
    await deleteView(trx, id)
    await auditView(trx, call, scope, view, 'Delete', view, null)
    return true
  })
}

/** Sets the view that the caller starts with here; null: the list without a view. */
export async function chooseDefault(
  call: SavedViewContext,
  scope: ViewScope,
  viewId: string | null,
): Promise<SavedViewRecord[]> {
  await call.db.transaction().execute(async trx => {
    await lockViewScope(trx, scope)
    if (viewId !== null) await requireVisibleView(trx, call, scope, viewId)
    await setDefaultView(trx, scope, call.principal.id, viewId)
  })
  return listViews(call, scope)
}

/** Logs that a view exists and who sees it. The search itself may name persons, and is not logged. */
async function auditView(
  trx: Db,
  { ports, principal, actorRoles, correlationId }: SavedViewContext,
  { environmentId, area }: ViewScope,
  { id, name }: { id: string; name: string },
  operation: AuditEntry['operation'],
  before: { name: string; shared: boolean } | null,
  after: { name: string; shared: boolean } | null,
): Promise<void> {
  const shown = (view: { name: string; shared: boolean } | null) =>
    view ? { area, name: view.name, shared: view.shared } : null
  await auditChange(
    trx,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'SavedView', id, name },
    { operation, before: shown(before), after: shown(after) },
  )
}
