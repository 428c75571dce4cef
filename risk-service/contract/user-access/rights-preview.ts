import { z } from 'zod'
import { type RoleId, roleIds } from '../access/capabilities.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'

const roleId = z.enum(roleIds as [RoleId, ...RoleId[]])

/** Whose rights are previewed. */
const subjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('principal'), principalId: uuid }),
  z.object({
    kind: z.literal('roles'),
    roles: z.array(roleId).min(1, 'Choose at least one role.').max(roleIds.length),
  }),
])
export type PreviewedSubject = z.infer<typeof subjectSchema>

/** Reading the console with the rights of somebody else, within the caller's own. */
export const rightsPreviewContract = {
  start: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/access/previews`,
      summary: 'Begin a preview of the console with the rights of a person or group, or of roles in the environment',
      description:
        'Calls that name the preview in the header `x-assay-preview` read what both the caller and the chosen rights may read, and change nothing. A preview that the caller has open ends.',
    })
    .input(environmentInput.extend({ subject: subjectSchema }))
    .output(z.object({ previewId: uuid, endsAt: z.iso.datetime() })),
  end: procedure
    .route({ method: 'POST', path: '/access/previews/{previewId}/end', summary: 'End a preview of the caller' })
    .input(z.object({ previewId: uuid }))
    .output(z.object({ ended: z.boolean() })),
}
