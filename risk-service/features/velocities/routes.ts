import type { VelocitySet, VelocitySetBody } from '../../contract/index.ts'
import { vocabularyOf } from '../../engine/resources/velocity-events.ts'
import { auditChange } from '../../kernel/audit.ts'
import { actionContextOf } from '../../kernel/console-api/action-context.ts'
import type { ConsoleContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import {
  createResource,
  createResourceLifecycle,
  discardResourceDraft,
  findResource,
  findResourceDraft,
  type ResourceActionContext,
  type ResourceState,
  removeResource,
} from '../lifecycle/resource-lifecycle.ts'
import { type BackfillDeps, cancelBackfill, loadBackfills, startBackfill } from './backfill/backfill.ts'
import { velocitySets } from './velocity-set-definition.ts'
import { findSetDependents, loadSetCopy, loadVelocitySet, loadVelocitySets, toSet } from './velocity-sets.ts'

const { velocities } = procedures
const backfillDeps = ({ db, ports, engine }: ConsoleContext): BackfillDeps => ({
  db,
  clock: ports.clock,
  log: ports.log,
  velocities: engine.velocities,
})

async function describeSet(
  { db }: ConsoleContext,
  { environmentId }: ResourceActionContext,
  halves: Promise<ResourceState<VelocitySetBody>>,
): Promise<VelocitySet> {
  const found = await halves
  const { id } = found.published ?? {}
  return toSet(found, environmentId, id === undefined ? null : ((await loadBackfills(db, [id])).get(id) ?? null))
}

/** Loads a set with the caller's draft and its back-fill. @throws NotFoundError */
async function loadSet({ db }: ConsoleContext, editor: ResourceActionContext, id: string): Promise<VelocitySet> {
  return loadVelocitySet(db, editor, id, (await loadBackfills(db, [id])).get(id) ?? null)
}

/** Returns the writer of the audit entry, in the transaction that begins or ends a back-fill. */
const audited =
  (editor: ResourceActionContext, set: { id: string; name: string; version: number }, operation: 'Start' | 'Stop') =>
  (trx: Db): Promise<void> =>
    auditChange(
      trx,
      editor,
      { type: 'VelocityBackfill', id: set.id, name: set.name },
      { operation, before: null, after: { version: set.version } },
    )

/** Stops a running back-fill after a change of the definition, because it counts by the previous one. */
async function stopBackfill(
  context: ConsoleContext,
  editor: ResourceActionContext,
  set: { id: string; name: string; version: number } | null,
): Promise<void> {
  if (set !== null)
    await cancelBackfill(backfillDeps(context), editor.environmentId, set.id, audited(editor, set, 'Stop'))
}

async function loadCreationTime({ db }: ConsoleContext, environmentId: string): Promise<Date> {
  return (
    await db.selectFrom('environment').select('created_at').where('id', '=', environmentId).executeTakeFirstOrThrow()
  ).created_at
}

export const velocitySetRoutes = {
  list: velocities.list
    .use(inEnvironment)
    .handler(async ({ context, input: { environmentId } }) =>
      loadVelocitySets(
        context.db,
        actionContextOf(context, environmentId),
        await loadCreationTime(context, environmentId),
        ids => loadBackfills(context.db, ids),
      ),
    ),
  get: velocities.get
    .use(inEnvironment)
    .handler(({ context, input }) => loadSet(context, actionContextOf(context, input.environmentId), input.setId)),
  vocabulary: velocities.vocabulary.use(inEnvironment).handler(({ context, input }) => ({
    events: context.engine.resources.velocityEvents(input.environmentId).map(event => ({
      name: event.name,
      label: event.label,
      vocabulary: vocabularyOf(event),
      payload: event.payload,
      enrichment: event.enrichment,
    })),
  })),
  check: velocities.check
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input: { environmentId, setId = null, body } }) => ({
      problems: await context.engine.tryVelocitySet({ environmentId, id: setId, body }),
    })),
  create: velocities.create.use(inEnvironment).handler(({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    return describeSet(context, editor, createResource(editor, velocitySets, input.setId, input.body))
  }),
  clone: velocities.clone.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    // Names that are free now may differ from those that an earlier request found.
    const created = await findResourceDraft<VelocitySetBody>(
      context.db,
      'velocity_set',
      input.cloneId,
      editor.principal.id,
    )
    if (created) return toSet({ published: null, draft: created }, input.environmentId)
    return describeSet(
      context,
      editor,
      createResource(editor, velocitySets, input.cloneId, await loadSetCopy(context.db, editor, input.setId)),
    )
  }),
  saveDraft: velocities.saveDraft.use(inEnvironment).handler(({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    return describeSet(
      context,
      editor,
      createResourceLifecycle(editor, velocitySets).saveDraft(input.setId, input.body),
    )
  }),
  discardDraft: velocities.discardDraft.use(inEnvironment).handler(async ({ context, input }) => ({
    deleted: await discardResourceDraft(actionContextOf(context, input.environmentId), velocitySets, input.setId),
  })),
  publish: velocities.publish
    .use(inEnvironment)
    .handler(async ({ context, input: { setId: id, status, baseVersion, overwrite, environmentId, backfill } }) => {
      const editor = actionContextOf(context, environmentId)
      if (backfill && status === 'inactive')
        throw new ValidationError(['backfill'], 'Only an active set counts history.')
      const halves = await createResourceLifecycle(editor, velocitySets).publish({
        id,
        status,
        baseVersion,
        overwrite,
      })
      // The set is in force now. A running back-fill counts by the previous definition; on request it restarts.
      if (backfill && halves.published)
        await startBackfill(
          backfillDeps(context),
          environmentId,
          id,
          halves.published.version,
          audited(editor, halves.published, 'Start'),
        )
      else await stopBackfill(context, editor, halves.published)
      return describeSet(context, editor, Promise.resolve(halves))
    }),
  setStatus: velocities.setStatus.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    const halves = await createResourceLifecycle(editor, velocitySets).setStatus(input.setId, input.status)
    if (input.status === 'inactive') await stopBackfill(context, editor, halves.published)
    return describeSet(context, editor, Promise.resolve(halves))
  }),
  rename: velocities.rename.use(inEnvironment).handler(({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    return describeSet(context, editor, createResourceLifecycle(editor, velocitySets).rename(input.setId, input.name))
  }),
  remove: velocities.remove.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    const before = await findResource(context.db, 'velocity_set', input.setId)
    const deleted = await removeResource(editor, velocitySets, input.setId)
    if (deleted) await stopBackfill(context, editor, before)
    return { deleted }
  }),
  cancelBackfill: velocities.cancelBackfill.use(inEnvironment).handler(async ({ context, input }) => {
    const editor = actionContextOf(context, input.environmentId)
    const { id, version, published } = await loadSet(context, editor, input.setId)
    await stopBackfill(context, editor, { id, version, name: published?.name ?? '' })
    return loadSet(context, editor, id)
  }),
  dependents: velocities.dependents
    .use(inEnvironment)
    .handler(({ context, input }) =>
      findSetDependents(context.db, actionContextOf(context, input.environmentId), input.setId),
    ),
}
