import { z } from 'zod'
import { type RoleId, roleIds } from '../access/capabilities.ts'
import { uuid } from './entities.ts'

/** A preview that is under way, as the session tells of it. */
export const rightsPreviewSchema = z.object({
  id: uuid,
  kind: z.enum(['user', 'group', 'roles']),
  /** Name of the person or group; empty for roles alone. */
  name: z.string(),
  /** Roles that are previewed alone; those of a person or group apply where they have them. */
  roles: z.array(z.enum(roleIds as [RoleId, ...RoleId[]])),
  environmentId: uuid,
  environmentName: z.string(),
  endsAt: z.iso.datetime(),
})
export type RightsPreviewDescription = z.infer<typeof rightsPreviewSchema>
