import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { listAlerts, removeAlert, saveAlert } from './alerts/change-alerts.ts'

const { caseAlerts } = procedures

export const caseAlertRoutes = {
  list: caseAlerts.list.use(inEnvironment).handler(({ context, input }) => listAlerts(context, input.environmentId)),
  create: caseAlerts.create
    .use(inEnvironment)
    .handler(({ context, input }) => saveAlert(context, { ...input, baseVersion: null })),
  update: caseAlerts.update.use(inEnvironment).handler(({ context, input }) => saveAlert(context, input)),
  remove: caseAlerts.remove.use(inEnvironment).handler(({ context, input }) => removeAlert(context, input)),
}
