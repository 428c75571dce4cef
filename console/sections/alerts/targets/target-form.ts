import type { AlertTarget } from '@assay/risk-service/contract'
import { readApiError } from '../../../platform/api/api-error.ts'

/** Bytes of a new key. */
const keyBytes = 32

/** Returns a new key that signs messages. */
export const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(keyBytes))))}`

/** Fields of a webhook; an empty secret keeps the stored one. */
export interface TargetForm extends Pick<AlertTarget, 'name' | 'url' | 'enabled'> {
  secret: string
}
export type TargetErrors = Partial<Record<keyof TargetForm, string>>

const messages = {
  name: 'Alerts.Targets.Name.Taken',
  url: 'Alerts.Targets.Url.Refused',
  secret: 'Alerts.Targets.Secret.Refused',
} as const

/** Returns the ids of messages about what is missing, by field. */
export const missingOf = ({ name, url }: TargetForm): TargetErrors => ({
  ...(name.trim() === '' ? { name: 'CaseReport.Alert.Name.Missing' } : {}),
  ...(URL.canParse(url.trim()) ? {} : { url: messages.url }),
})

/** Returns the ids of messages about what the service refused, by field; null for any other error. */
export function refusedOf(error: unknown): TargetErrors | null {
  const failure = readApiError(error)
  if (failure.kind !== 'invalid') return null
  const fields = failure.issues.map(({ path }) => path.at(-1))
  const errors = Object.fromEntries(Object.entries(messages).filter(([field]) => fields.includes(field)))
  return Object.keys(errors).length > 0 ? errors : null
}
