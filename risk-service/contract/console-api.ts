import { z } from 'zod'
import { base, env, inEnvironment } from './base.ts'
import { dashboardPeriods } from './constants.ts'
import {
  evaluationSchema, eventDetailSchema, eventTypeSchema, ruleBodySchema, ruleSchema,
  ruleSummarySchema, ruleVocabularySchema, sessionSchema, uuid,
} from './entities.ts'
import { environmentContract } from './environments.ts'
import { externalTilesContract } from './external-tiles.ts'
import { fcraContract } from './fcra.ts'
import { liveContract } from './live.ts'
import { notificationsContract } from './notifications.ts'
import { preferencesContract } from './preferences.ts'
import { savedViewsContract } from './saved-views.ts'
import {
  countInputSchema, countOutputSchema, dashboardSchema, linkedInputSchema, linkedOutputSchema,
  searchInputSchema, searchOutputSchema,
} from './search.ts'

const oneRule = inEnvironment.extend({ ruleId: uuid })

/** What the console may ask of the service. Typed handlers, typed hooks and the OpenAPI document are made from it. */
export const consoleContract = {
  session: {
    get: base.route({ method: 'GET', path: '/session', summary: 'Signed-in user, tenant, environments and rights' }).output(sessionSchema),
  },
  environments: environmentContract,
  dashboard: {
    get: base.route({ method: 'GET', path: `${env}/dashboard`, summary: 'Figures of a period from the hourly roll-ups' })
      .input(inEnvironment.extend({ period: z.enum(dashboardPeriods).default('24h') })).output(dashboardSchema),
  },
  search: {
    events: base.route({ method: 'POST', path: `${env}/search`, summary: 'One page of events' }).input(searchInputSchema).output(searchOutputSchema),
    count: base.route({ method: 'POST', path: `${env}/search/count`, summary: 'Exact number of matching events' }).input(countInputSchema).output(countOutputSchema),
  },
  events: {
    get: base.route({ method: 'GET', path: `${env}/events/{eventType}/{id}`, summary: 'One event with decision, explanation and entities' })
      .input(inEnvironment.extend({ eventType: eventTypeSchema, id: z.string().min(1).max(128) })).output(eventDetailSchema),
    linked: base.route({ method: 'GET', path: `${env}/events/{eventType}/{id}/linked`, summary: 'Events that share an entity with one event' })
      .input(linkedInputSchema).output(linkedOutputSchema),
  },
  rules: {
    list: base.route({ method: 'GET', path: `${env}/rules/{eventType}`, summary: 'Rules in run order, inherited ones first' })
      .input(inEnvironment.extend({ eventType: eventTypeSchema })).output(z.array(ruleSummarySchema)),
    vocabulary: base.route({ method: 'GET', path: `${env}/rules/{eventType}/vocabulary`, summary: 'Attributes that rules can name' })
      .input(inEnvironment.extend({ eventType: eventTypeSchema })).output(ruleVocabularySchema),
    get: base.route({ method: 'GET', path: `${env}/rules/{eventType}/{ruleId}`, summary: 'A rule with the caller’s draft' })
      .input(oneRule.extend({ eventType: eventTypeSchema })).output(ruleSchema),
    create: base.route({ method: 'POST', path: `${env}/rules/{eventType}`, summary: 'New draft of the caller', successStatus: 201 })
      .input(inEnvironment.extend({ eventType: eventTypeSchema, body: ruleBodySchema })).output(ruleSchema),
    saveDraft: base.route({ method: 'PUT', path: `${env}/rules/{ruleId}/draft`, summary: 'Save the caller’s draft' })
      .input(oneRule.extend({ body: ruleBodySchema })).output(ruleSchema),
    discardDraft: base.route({ method: 'DELETE', path: `${env}/rules/{ruleId}/draft`, summary: 'Discard the caller’s draft' })
      .input(oneRule).output(z.object({ deleted: z.boolean() })),
    publish: base.route({ method: 'POST', path: `${env}/rules/{ruleId}/publish`, summary: 'Publish the caller’s draft' })
      .input(oneRule.extend({ status: z.enum(['active', 'inactive']), baseVersion: z.number().int(), overwrite: z.boolean().default(false) }))
      .output(ruleSchema),
    setStatus: base.route({ method: 'PUT', path: `${env}/rules/{ruleId}/status`, summary: 'Activate or deactivate a published rule' })
      .input(oneRule.extend({ status: z.enum(['active', 'inactive']) })).output(ruleSchema),
    reorder: base.route({ method: 'PUT', path: `${env}/rules/{eventType}/order`, summary: 'Set the run order of all published rules' })
      .input(inEnvironment.extend({ eventType: eventTypeSchema, ruleIds: z.array(uuid).min(1).max(200) })).output(z.array(ruleSummarySchema)),
    remove: base.route({ method: 'DELETE', path: `${env}/rules/{ruleId}`, summary: 'Delete a rule and its drafts' })
      .input(oneRule).output(z.object({ deleted: z.boolean() })),
    evaluate: base.route({ method: 'POST', path: `${env}/rules/{eventType}/evaluate`, summary: 'Check a rule and run it on its sample; nothing is stored' })
      .input(inEnvironment.extend({ eventType: eventTypeSchema, body: ruleBodySchema })).output(evaluationSchema),
  },
  live: liveContract,
  notifications: notificationsContract,
  fcra: fcraContract,
  externalTiles: externalTilesContract,
  preferences: preferencesContract,
  savedViews: savedViewsContract,
}
export type ConsoleContract = typeof consoleContract
