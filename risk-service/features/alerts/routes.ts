import { inEnvironment, limitEvaluations, procedures } from '../../kernel/console-api/procedures.ts'
import { listTargets, removeTarget, saveTarget } from './delivery/targets.ts'
import { actOnIncident } from './incidents/act-on-incident.ts'
import { listIncidents, readIncident } from './incidents/read-incidents.ts'
import { type AlertCall, listRules, removeRule, saveRule } from './rules/change-rules.ts'
import { previewAlert } from './rules/preview.ts'
import { assertSubject } from './rules/rule-subject.ts'

const { alertRules, alertIncidents, alertTargets } = procedures

const callOf = (
  context: Omit<AlertCall, 'environmentId'>,
  { environmentId }: { environmentId: string },
): AlertCall => ({
  ...context,
  environmentId,
})

export const alertRuleRoutes = {
  list: alertRules.list.use(inEnvironment).handler(({ context, input }) => listRules(callOf(context, input))),
  create: alertRules.create
    .use(inEnvironment)
    .handler(({ context, input }) => saveRule(callOf(context, input), { ...input, baseVersion: null })),
  update: alertRules.update.use(inEnvironment).handler(({ context, input }) => saveRule(callOf(context, input), input)),
  remove: alertRules.remove
    .use(inEnvironment)
    .handler(({ context, input }) => removeRule(callOf(context, input), input)),
  preview: alertRules.preview
    .use(inEnvironment)
    .use(limitEvaluations)
    .handler(async ({ context, input, signal }) => {
      await assertSubject(callOf(context, input), input.settings)
      return previewAlert(context.db, input.settings, context.scope, context.ports.clock().getTime(), signal)
    }),
}

export const alertIncidentRoutes = {
  list: alertIncidents.list.use(inEnvironment).handler(({ context, input }) => listIncidents(callOf(context, input))),
  get: alertIncidents.get
    .use(inEnvironment)
    .handler(({ context, input, signal }) => readIncident(callOf(context, input), input.incidentId, signal)),
  act: alertIncidents.act
    .use(inEnvironment)
    .handler(({ context, input }) => actOnIncident(callOf(context, input), input)),
}

export const alertTargetRoutes = {
  list: alertTargets.list.use(inEnvironment).handler(({ context, input }) => listTargets(callOf(context, input))),
  create: alertTargets.create
    .use(inEnvironment)
    .handler(({ context, input }) => saveTarget(callOf(context, input), { ...input, baseVersion: null })),
  update: alertTargets.update
    .use(inEnvironment)
    .handler(({ context, input }) => saveTarget(callOf(context, input), input)),
  remove: alertTargets.remove
    .use(inEnvironment)
    .handler(({ context, input }) => removeTarget(callOf(context, input), input)),
}
