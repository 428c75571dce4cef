import { z } from 'zod'
import { assessmentKeySchema } from '../../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../../common/procedure.ts'

/** Why the switch of an assessment cannot be changed: it always has cases, or never. */
export const fixedSwitches = ['always', 'never'] as const

/** Whether events of an assessment become cases. */
export const caseSwitchSchema = z.object({
  eventType: assessmentKeySchema,
  name: z.string(),
  enabled: z.boolean(),
  /** Null: the switch can be changed. */
  fixed: z.enum(fixedSwitches).nullable(),
  /** Cases that are not decided, in the root environment and all below it; they stay when the switch is turned off. */
  openCases: z.number().int(),
})
export type CaseSwitch = z.infer<typeof caseSwitchSchema>

export const caseSwitchContract = {
  list: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/casemanagement/switches`,
      summary: 'Whether events of each assessment of a root environment become cases',
    })
    .input(environmentInput)
    .output(z.array(caseSwitchSchema)),
  set: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/casemanagement/switches/{eventType}`,
      summary: 'Switch case management of an assessment on or off; cases that exist stay',
    })
    .input(environmentInput.extend({ eventType: assessmentKeySchema, enabled: z.boolean() }))
    .output(caseSwitchSchema),
}
