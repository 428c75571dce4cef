import type { AlertRuleSettings, IncidentFigures } from '../../../contract/index.ts'

/** Milliseconds after which an attempt is given up. */
export const timeoutMs = 10_000

interface DueIncident {
  id: string
  target_id: string
  /** With this one. */
  attempts: number
  incident_id: string
  environment_id: string
  /** Name of the environment. */
  environment: string
  name: string
  settings: AlertRuleSettings
  opened_at: Date
  peak: IncidentFigures
}
/** A delivery that is due to a webhook, with its incident. */
export interface DueWebhook extends DueIncident {
  kind: 'webhook'
  url: string
  /** The key that signs, encrypted. */
  secret: string
}
/** A delivery that is due by email, with its incident. */
export interface DueMail extends DueIncident {
  kind: 'email'
  address: string
  language: string
}
export type DueDelivery = DueWebhook | DueMail

/** Why an incident was not accepted, as a word or a status; null: it was. After a final failure nothing is tried again. */
export interface DeliveryResult {
  failure: string | null
  isFinal: boolean
}
