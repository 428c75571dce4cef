import { z } from 'zod'
import { environmentInput, environmentRoute, procedure } from '../../common/procedure.ts'
import { caseOptionSettingsSchema, caseOptionsSchema } from './case-option-inputs.ts'

const path = `${environmentRoute}/casemanagement/options`

/** The options that pages of the console depend on. */
const pageOptionsSchema = caseOptionsSchema.pick({
  nextCase: true,
  maturityDays: true,
  listReasons: true,
  externalLinks: true,
  tags: true,
})
export type PageOptions = z.infer<typeof pageOptionsSchema>

const storedSchema = z.object({
  /** Grows with every change of an option, of the costs and of the masking profiles. */
  version: z.number().int(),
  settings: caseOptionSettingsSchema,
  defaults: caseOptionSettingsSchema,
})
export type StoredCaseOptions = z.infer<typeof storedSchema>

export const caseOptionsContract = {
  get: procedure
    .route({ method: 'GET', path, summary: 'Options of case management that pages depend on' })
    .input(environmentInput)
    .output(pageOptionsSchema),
  settings: procedure
    .route({ method: 'GET', path: `${path}/settings`, summary: 'All options of the tenant, with their defaults' })
    .input(environmentInput)
    .output(storedSchema),
  save: procedure
    .route({
      method: 'PUT',
      path: `${path}/settings`,
      summary: 'Replace the options of the tenant; what is absent gets its default',
    })
    .input(environmentInput.extend({ baseVersion: z.number().int().min(0), settings: caseOptionSettingsSchema }))
    .output(storedSchema),
}
