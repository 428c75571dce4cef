import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { saveGeneral } from './change-general.ts'
import { saveSchema } from './change-schema.ts'
import { saveSettings } from './change-settings.ts'
import { saveSharing } from './change-sharing.ts'
import { checkSchema } from './check-schema.ts'
import { removeLabel, saveLabel } from './label-event.ts'
import { createObservation, readObservation, removeObservation, saveObservation } from './observations.ts'
import { readConfiguration } from './read-configuration.ts'

const { assessmentConfiguration } = procedures

export const assessmentConfigurationRoutes = {
  get: assessmentConfiguration.get
    .use(inEnvironment)
    .handler(({ context, input }) => readConfiguration(context, input)),
  saveGeneral: assessmentConfiguration.saveGeneral
    .use(inEnvironment)
    .handler(({ context, input }) => saveGeneral(context, input)),
  saveSettings: assessmentConfiguration.saveSettings
    .use(inEnvironment)
    .handler(({ context, input }) => saveSettings(context, input)),
  saveSharing: assessmentConfiguration.saveSharing
    .use(inEnvironment)
    .handler(({ context, input }) => saveSharing(context, input)),
  checkSchema: assessmentConfiguration.checkSchema
    .use(inEnvironment)
    .handler(({ context, input, signal }) => checkSchema(context, input, signal)),
  saveSchema: assessmentConfiguration.saveSchema
    .use(inEnvironment)
    .handler(({ context, input }) => saveSchema(context, input)),
  observation: assessmentConfiguration.observation
    .use(inEnvironment)
    .handler(({ context, input }) => readObservation(context, input)),
  createObservation: assessmentConfiguration.createObservation
    .use(inEnvironment)
    .handler(({ context, input }) => createObservation(context, input)),
  saveObservation: assessmentConfiguration.saveObservation
    .use(inEnvironment)
    .handler(({ context, input }) => saveObservation(context, input)),
  removeObservation: assessmentConfiguration.removeObservation
    .use(inEnvironment)
    .handler(({ context, input }) => removeObservation(context, input)),
  saveLabel: assessmentConfiguration.saveLabel
    .use(inEnvironment)
    .handler(({ context, input }) => saveLabel(context, input)),
  removeLabel: assessmentConfiguration.removeLabel
    .use(inEnvironment)
    .handler(({ context, input }) => removeLabel(context, input)),
}
