import { z } from 'zod'
import roles from '../access/roles.json' with { type: 'json' }
import { personalDataKinds } from '../common/personal-data.ts'

const role = z.enum(Object.keys(roles.roles) as [keyof typeof roles.roles])

/** The kinds that are masked, by role; a role that is absent sees every value. */
export const maskingProfileSchema = z.partialRecord(
  role,
  z.array(z.enum(personalDataKinds)).max(personalDataKinds.length),
)
export type MaskingProfile = z.infer<typeof maskingProfileSchema>
