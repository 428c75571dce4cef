import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { readProfile, revealValues, saveProfile } from './personal-data.ts'

const { personalData } = procedures

export const personalDataRoutes = {
  get: personalData.get.use(inEnvironment).handler(({ context }) => ({ masked: [...context.masking.kinds] })),
  reveal: personalData.reveal
    .use(inEnvironment)
    .handler(async ({ context, input }) => ({ expiresAt: (await revealValues(context, input)).toISOString() })),
  settings: personalData.settings
    .use(inEnvironment)
    .handler(({ context, input }) => readProfile(context, input.environmentId)),
  saveSettings: personalData.saveSettings
    .use(inEnvironment)
    .handler(({ context, input }) => saveProfile(context, input)),
}
