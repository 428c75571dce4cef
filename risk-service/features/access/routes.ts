import { auditChange } from '../../kernel/audit.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { assignRoles, revokeRoles, updateRoles } from './change/assign-roles.ts'
import type { AccessCall } from './model/access-call.ts'
import { explainAccess, explainOwnAccess } from './read/explain-access.ts'
import { findPeople } from './read/find-people.ts'
import { listAccess } from './read/list-access.ts'
import { previewAccess } from './read/preview-access.ts'
import { endPreview, startPreview } from './rights-preview/change-preview.ts'

const { access } = procedures

const callOf = (
  context: Omit<AccessCall, 'environmentId'>,
  { environmentId }: { environmentId: string },
): AccessCall => ({ ...context, environmentId })

export const accessRoutes = {
  list: access.list.use(inEnvironment).handler(({ context, input }) => listAccess(callOf(context, input))),
  people: access.people
    .use(inEnvironment)
    .handler(({ context, input }) => findPeople(callOf(context, input), input.query)),
  preview: access.preview
    .use(inEnvironment)
    .handler(({ context, input }) => previewAccess(callOf(context, input), input.changes)),
  assignRoles: access.assignRoles
    .use(inEnvironment)
    .handler(({ context, input }) => assignRoles(callOf(context, input), input)),
  updateRoles: access.updateRoles
    .use(inEnvironment)
    .handler(({ context, input }) => updateRoles(callOf(context, input), input)),
  revokeRoles: access.revokeRoles
    .use(inEnvironment)
    .handler(({ context, input }) => revokeRoles(callOf(context, input), input.entries)),
  recordExport: access.recordExport.use(inEnvironment).handler(async ({ context, input }) => {
    const { tree, actorRoles: roles } = context
    const { environmentId, rows } = input
    await auditChange(
      context.db,
      { ...context, roles, environmentId },
      { type: 'UserAccess', id: environmentId, name: tree.get(environmentId)?.name ?? '' },
      { operation: 'Export', before: null, after: { rows } },
    )
    return { recorded: true }
  }),
  why: access.why.use(inEnvironment).handler(({ context, input }) => explainAccess(context, input)),
  // Also of an environment that the caller cannot see: the answer is that it does not exist for them.
  ownAccess: access.ownAccess.handler(({ context, input }) => explainOwnAccess(context, input)),
}

const { rightsPreviews } = procedures

export const rightsPreviewRoutes = {
  start: rightsPreviews.start
    .use(inEnvironment)
    .handler(({ context, input }) => startPreview(callOf(context, input), input.subject)),
  end: rightsPreviews.end.handler(({ context, input }) => endPreview(context, input.previewId)),
}
