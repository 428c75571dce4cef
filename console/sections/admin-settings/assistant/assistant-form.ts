import type { AssistantSettings, ModelKeyChange, StoredAssistantSettings } from '@assay/risk-service/contract'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { assistantSettingsSchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'

/** The settings as the fields show them; without an address and a name there is no model. */
export interface AssistantForm {
  enabled: boolean
  model: { address: string; name: string }
  /** A new key; empty: the stored one. */
  key: string
  hasKey: boolean
}

export const assistantFormOf = ({ enabled, model, hasKey }: StoredAssistantSettings): AssistantForm => ({
  enabled,
  model: model ?? { address: '', name: '' },
  key: '',
  hasKey,
})

const modelOf = ({ model }: AssistantForm) => {
  const address = model.address.trim()
  const name = model.name.trim()
  return address === '' && name === '' ? null : { address, name }
}

/** What is sent of the key: a new one, the stored one, or none without a model. */
function keyChangeOf(form: AssistantForm): ModelKeyChange {
  if (modelOf(form) === null) return null
  if (form.key.trim() !== '') return { value: form.key.trim() }
  return form.hasKey ? { stored: true } : null
}

/** The settings with what becomes of the key of the model. */
export interface AssistantBody extends AssistantSettings {
  key: ModelKeyChange
}

const assistantBody = (form: AssistantForm): AssistantBody => ({
  enabled: form.enabled,
  model: modelOf(form),
  key: keyChangeOf(form),
})

function problemsOf(form: AssistantForm): FormErrors<AssistantForm> {
  const model = modelOf(form)
  return {
    ...(model?.address === '' ? { 'model.address': { id: 'Admin.Assistant.Problem.Address' } } : {}),
    ...(model?.name === '' ? { 'model.name': { id: 'Admin.Assistant.Problem.Name' } } : {}),
  }
}

/** Validates the settings as the service does. */
export const assistantResolver = contractResolver<AssistantForm, typeof assistantSettingsSchema, AssistantBody>({
  schema: assistantSettingsSchema,
  toBody: assistantBody,
  messages: {
    'model.address': { tooLong: 'Common.TooLong', invalid: 'Admin.Assistant.Problem.Address' },
    'model.name': { tooLong: 'Common.TooLong', required: 'Admin.Assistant.Problem.Name' },
  },
  rules: problemsOf,
})
