import { z } from 'zod'
import { environmentSchema, uuid } from './entities.ts'
import { rightsPreviewSchema } from './rights-preview-schema.ts'
import { scoreLimitsSchema } from './score-limits.ts'

/** The signed-in user, the tenant, and the rights in each environment. */
export const sessionSchema = z.object({
  user: z.object({ id: uuid, name: z.string(), username: z.string() }),
  tenant: z.object({
    id: uuid,
    name: z.string(),
    roleFamily: z.enum(['standard', 'psp']),
    demo: z.boolean(),
    scoreLimits: scoreLimitsSchema,
  }),
  /** Recognised directory role names of the id token. */
  directoryRoles: z.array(z.string()),
  /** `assignedRoles`: every role that the user has anywhere in the tenant, under the name that tokens contain. */
  tenantConfiguration: z.object({ assignedRoles: z.array(z.string()) }),
  environments: z.array(environmentSchema),
  /**
   * The tenant has an environment, whether or not the caller may see it: before that, a global administrator has to set
   * it up.
   */
  setUp: z.boolean(),
  /** False until the demo data is complete; true without demo data. */
  seeded: z.boolean(),
  /** The user has to attest the permitted use first; until then only the dashboard is available. */
  fcraDue: z.boolean(),
  /** The rights in the environments are those of a preview; absent: they are the user's own. */
  preview: rightsPreviewSchema.optional(),
})
export type Session = z.infer<typeof sessionSchema>
