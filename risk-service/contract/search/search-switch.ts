import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'

/** `Off`: never switched on, or the preparation failed. */
export const searchStates = ['Off', 'Provisioning', 'On'] as const
export type SearchState = (typeof searchStates)[number]

/**
 * Why the preparation of the search failed: `index`, an index of the store is not valid; `timeout`, a search took
 * longer than it may; `store`, the store answered with an error.
 */
export const searchFailures = ['index', 'timeout', 'store'] as const
export type SearchFailure = (typeof searchFailures)[number]

const switchSchema = z.object({
  state: z.enum(searchStates),
  /** Events that were processed before are not found; null: every stored event is found. */
  from: z.iso.datetime().nullable(),
})
export type SearchSwitch = z.infer<typeof switchSchema>

const detailsSchema = switchSchema.extend({
  /** Who switched it on; null where it was on from the beginning, or never. */
  by: z.string().nullable(),
  /** Environments that the preparation has finished with. */
  prepared: z.number().int(),
  environments: z.number().int(),
  failure: z.enum(searchFailures).nullable(),
  /** Events that the search can find now, from the hourly totals. */
  events: z.number().int(),
  /** Null without one. */
  newestAt: z.iso.datetime().nullable(),
  /** Assessments whose events cannot be searched. */
  excluded: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      environmentId: uuid,
      environment: z.string(),
    }),
  ),
})
export type SearchSwitchDetails = z.infer<typeof detailsSchema>

const path = `${environmentRoute}/search/switch`

export const searchSwitchContract = {
  get: procedure
    .route({ method: 'GET', path, summary: 'Whether the tenant has the search' })
    .input(environmentInput)
    .output(switchSchema),
  settings: procedure
    .route({ method: 'GET', path: `${path}/settings`, summary: 'The search of the tenant, with what it finds' })
    .input(environmentInput)
    .output(detailsSchema),
  enable: procedure
    .route({ method: 'PUT', path, summary: 'Switch the search on for the whole tenant, which cannot be undone' })
    .input(environmentInput)
    .output(switchSchema),
}
