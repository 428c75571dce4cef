import labelSchema from '../../contract/schemas/purchases/label.schema.json' with { type: 'json' }
import purchaseSchema from '../../contract/schemas/purchases/purchase.schema.json' with { type: 'json' }
import type { EventSchema } from '../ingest/event-schema.ts'
import { observationSchemas, schemas } from '../ingest/event-schemas.ts'
import type { TenantAssessment } from './tenant-assessment.ts'

const events = 'v1.0/MerchantServices/Events'

/** Schemas of the bodies of APIs, by the name under which their calls are counted. */
const apiSchemas: Readonly<Record<string, EventSchema>> = {
  [`${events}/Purchase`]: purchaseSchema as EventSchema,
  [`${events}/SignUp`]: schemas.signUp,
  [`${events}/SignIn`]: schemas.signIn,
  [`${events}/PurchaseStatus`]: schemas.purchaseStatus,
  [`${events}/BankEvent`]: schemas.bankEvent,
  [`${events}/Chargeback`]: schemas.chargeback,
  [`${events}/Refund`]: schemas.refund,
  [`${events}/UpdateAccount`]: schemas.updateAccount,
  [`${events}/SignUpStatus`]: schemas.signUpStatus,
  [`${events}/Label`]: labelSchema as EventSchema,
  'v1.0/Action/Create': schemas.accountCreation,
  'v1.0/Action/Login': schemas.accountLogin,
  'v1.0/Observe/Create': schemas.accountCreationStatus,
  'v1.0/Observe/Login': schemas.accountLoginStatus,
  'v1.0/Observe/Update': schemas.accountUpdate,
  'v1.0/Label/Create': schemas.accountLabel,
}

/** Returns the schema that bodies of an API are validated by; null: no API has this name. */
export function apiSchemaOf(apiName: string, own: readonly TenantAssessment[]): EventSchema | null {
  const name = apiName.replace(/\/Branch$/, '')
  const builtIn = apiSchemas[name]
  if (builtIn !== undefined) return builtIn
  if (name.startsWith('v1.0/Action/Assessment/')) return schemas.customAssessment
  const [, assessment, kind, observation] =
    /^v1\.0\/Assessment\/([^/]+)(?:\/(Observation|Label)(?:\/(.+))?)?$/.exec(name) ?? []
  const found = own.find(each => each.apiName === assessment)
  if (found === undefined) return null
  if (kind === undefined) return found.schema
  if (kind === 'Label') return schemas.observationLabel
  const template = found.observations.find(each => each.apiName === observation)?.template
  return template === undefined ? null : observationSchemas[template]
}
