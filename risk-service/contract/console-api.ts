import { z } from 'zod'
import { backtestsContract } from './backtests.ts'
import { base, env, inEnvironment } from './base.ts'
import { dashboardPeriods } from './constants.ts'
import { assessmentKeySchema, eventDetailSchema, eventRowSchema, sessionSchema } from './entities.ts'
import { environmentContract } from './environments.ts'
import { externalAssessmentsContract, externalCallsContract } from './external-calls.ts'
import { externalTilesContract } from './external-tiles.ts'
import { fcraContract } from './fcra.ts'
import { flipsSchema } from './flips.ts'
import { functionsContract } from './functions.ts'
import { listSourcesContract } from './list-sources.ts'
import { customListsContract, supportEntriesContract, supportListsContract } from './lists.ts'
import { liveContract } from './live.ts'
import { modelsContract } from './models.ts'
import { notificationsContract } from './notifications.ts'
import { preferencesContract } from './preferences.ts'
import { branchesContract, routingRulesContract, rulesContract } from './rules.ts'
import { savedViewsContract } from './saved-views.ts'
import {
  countInputSchema,
  countOutputSchema,
  dashboardSchema,
  linkedInputSchema,
  linkedOutputSchema,
  searchInputSchema,
  searchOutputSchema,
} from './search.ts'
import { assessmentTemplatesContract, environmentTemplatesContract, ruleTemplatesContract } from './templates.ts'
import { velocitiesContract, velocityValuesContract } from './velocities.ts'

/** What the console may ask of the service. Typed handlers, typed hooks and the OpenAPI document are made from it. */
export const consoleContract = {
  session: {
    get: base
      .route({ method: 'GET', path: '/session', summary: 'Signed-in user, tenant, environments and rights' })
      .output(sessionSchema),
  },
  environments: environmentContract,
  dashboard: {
    get: base
      .route({ method: 'GET', path: `${env}/dashboard`, summary: 'Figures of a period from the hourly roll-ups' })
      .input(inEnvironment.extend({ period: z.enum(dashboardPeriods).default('24h') }))
      .output(dashboardSchema),
  },
  search: {
    events: base
      .route({ method: 'POST', path: `${env}/search`, summary: 'One page of events' })
      .input(searchInputSchema)
      .output(searchOutputSchema),
    count: base
      .route({ method: 'POST', path: `${env}/search/count`, summary: 'Exact number of matching events' })
      .input(countInputSchema)
      .output(countOutputSchema),
  },
  events: {
    get: base
      .route({
        method: 'GET',
        path: `${env}/events/{eventType}/{id}`,
        summary: 'One event with decision, explanation and entities',
      })
      .input(inEnvironment.extend({ eventType: assessmentKeySchema, id: z.string().min(1).max(128) }))
      .output(eventDetailSchema),
    flips: base
      .route({
        method: 'GET',
        path: `${env}/events/{eventType}/{id}/flips`,
        summary: 'What the smallest changes would have done to the decision of one event',
      })
      .input(inEnvironment.extend({ eventType: assessmentKeySchema, id: z.string().min(1).max(128) }))
      .output(flipsSchema),
    find: base
      .route({
        method: 'GET',
        path: `${env}/events`,
        summary: 'Events of an id, whatever their assessment; none where there are none',
      })
      .input(inEnvironment.extend({ id: z.string().min(1).max(128) }))
      .output(z.object({ rows: z.array(eventRowSchema) })),
    linked: base
      .route({
        method: 'GET',
        path: `${env}/events/{eventType}/{id}/linked`,
        summary: 'Events that share an entity with one event',
      })
      .input(linkedInputSchema)
      .output(linkedOutputSchema),
  },
  rules: rulesContract,
  branches: branchesContract,
  backtests: backtestsContract,
  routingRules: routingRulesContract,
  velocities: { ...velocitiesContract, ...velocityValuesContract },
  functions: functionsContract,
  customLists: customListsContract,
  listSources: listSourcesContract,
  supportLists: supportListsContract,
  supportEntries: supportEntriesContract,
  live: liveContract,
  models: modelsContract,
  notifications: notificationsContract,
  fcra: fcraContract,
  externalCalls: externalCallsContract,
  externalAssessments: externalAssessmentsContract,
  externalTiles: externalTilesContract,
  preferences: preferencesContract,
  savedViews: savedViewsContract,
  ruleTemplates: ruleTemplatesContract,
  assessmentTemplates: assessmentTemplatesContract,
  environmentTemplates: environmentTemplatesContract,
}
export type ConsoleContract = typeof consoleContract
