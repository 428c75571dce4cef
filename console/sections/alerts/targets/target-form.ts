import type { AlertTarget, AlertTargetKind } from '@assay/risk-service/contract'
import { readApiError } from '../../../platform/api/api-error.ts'
import type { Language } from '../../../platform/i18n/languages.ts'

/** Bytes of a new key. */
const keyBytes = 32

/** Returns a new key that signs messages. */
const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(keyBytes))))}`

/** Fields of a target; those of the other kind are empty. */
export interface TargetForm {
  kind: AlertTargetKind
  name: string
  url: string
  /** Empty: the stored one stays. */
  secret: string
  address: string
  language: Language
  enabled: boolean
}
export type TargetErrors = Partial<Record<keyof TargetForm, string>>

const messages = {
  kind: 'Alerts.Targets.Email.Missing',
  name: 'Alerts.Targets.Name.Taken',
  url: 'Alerts.Targets.Url.Refused',
  secret: 'Alerts.Targets.Secret.Refused',
  address: 'Alerts.Targets.Email.Refused',
} as const

/** Returns the fields of a target, or of a new one of a kind. @param language of the messages of a new one */
export const formOf = (target: AlertTarget | AlertTargetKind, language: Language): TargetForm =>
  typeof target === 'string'
    ? {
        kind: target,
        name: '',
        url: '',
        secret: target === 'webhook' ? newSecret() : '',
        address: '',
        language,
        enabled: true,
      }
    : {
        kind: target.kind,
        name: target.name,
        url: target.url ?? '',
        secret: '',
        address: target.address ?? '',
        language: target.language ?? language,
        enabled: target.enabled,
      }

/** Returns what the service stores of a form. */
export function settingsOf({ kind, name, url, secret, address, language, enabled }: TargetForm) {
  const common = { kind, name: name.trim(), enabled }
  return kind === 'webhook'
    ? { settings: { ...common, url: url.trim() }, secret: secret.trim() === '' ? null : secret.trim() }
    : { settings: { ...common, address: address.trim(), language }, secret: null }
}

/** Returns the ids of messages about what is missing, by field. */
export function missingOf({ kind, name, url, address }: TargetForm): TargetErrors {
  const errors: TargetErrors = name.trim() === '' ? { name: 'CaseReport.Alert.Name.Missing' } : {}
  if (kind === 'webhook') return URL.canParse(url.trim()) ? errors : { ...errors, url: messages.url }
  return /^\S+@\S+$/.test(address.trim()) ? errors : { ...errors, address: messages.address }
}

/** Returns the ids of messages about what the service refused, by field; null for any other error. */
export function refusedOf(error: unknown): TargetErrors | null {
  const failure = readApiError(error)
  if (failure.kind !== 'invalid') return null
  const fields = failure.issues.map(({ path }) => path.at(-1))
  const errors = Object.fromEntries(Object.entries(messages).filter(([field]) => fields.includes(field)))
  return Object.keys(errors).length > 0 ? errors : null
}
