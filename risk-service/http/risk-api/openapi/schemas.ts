/** The schemas of the requests and responses of the risk API, by name. */
import label from '../../../contract/schemas/purchases/label.schema.json' with { type: 'json' }
import purchase from '../../../contract/schemas/purchases/purchase.schema.json' with { type: 'json' }
import accountAck from '../../../contract/schemas/responses/account-ack.schema.json' with { type: 'json' }
import accountProtection from '../../../contract/schemas/responses/account-protection.schema.json' with { type: 'json' }
import ack from '../../../contract/schemas/responses/ack.schema.json' with { type: 'json' }
import assessment from '../../../contract/schemas/responses/assessment.schema.json' with { type: 'json' }
import assessmentAck from '../../../contract/schemas/responses/assessment-ack.schema.json' with { type: 'json' }
import errorAccount from '../../../contract/schemas/responses/error-account.schema.json' with { type: 'json' }
import errorClient from '../../../contract/schemas/responses/error-client.schema.json' with { type: 'json' }
import errorGateway from '../../../contract/schemas/responses/error-gateway.schema.json' with { type: 'json' }
import purchaseAnswer from '../../../contract/schemas/responses/purchase.schema.json' with { type: 'json' }
import signUpAnswer from '../../../contract/schemas/responses/signup.schema.json' with { type: 'json' }
import { observationSchemas, schemas, templateSchemas } from '../../../engine/ingest/event-schemas.ts'

import { mirroredEvents, mirrorReceipt } from './mirror-schemas.ts'

export type Json = Record<string, unknown>

export const responses: Readonly<Record<string, unknown>> = {
  PurchaseAnswer: purchaseAnswer,
  SignUpAnswer: signUpAnswer,
  AccountAnswer: accountProtection,
  AssessmentAnswer: assessment,
  Acknowledgement: ack,
  AccountAcknowledgement: accountAck,
  AssessmentAcknowledgement: assessmentAck,
  MirrorReceipt: mirrorReceipt,
  Error: errorClient,
  AccountError: errorAccount,
  GatewayError: errorGateway,
}
export const requests: Readonly<Record<string, unknown>> = {
  Purchase: purchase,
  PurchaseStatus: schemas.purchaseStatus,
  BankEvent: schemas.bankEvent,
  Chargeback: schemas.chargeback,
  Refund: schemas.refund,
  UpdateAccount: schemas.updateAccount,
  Label: label,
  SignUp: schemas.signUp,
  SignUpStatus: schemas.signUpStatus,
  SignIn: schemas.signIn,
  AccountCreation: schemas.accountCreation,
  AccountCreationStatus: schemas.accountCreationStatus,
  AccountLogin: schemas.accountLogin,
  AccountLoginStatus: schemas.accountLoginStatus,
  AccountUpdate: schemas.accountUpdate,
  AccountLabel: schemas.accountLabel,
  CustomAssessment: schemas.customAssessment,
  MirroredEvents: mirroredEvents,
  ...Object.fromEntries(Object.entries(templateSchemas).map(([name, schema]) => [`Assessment${name}`, schema])),
  ...Object.fromEntries(Object.entries(observationSchemas).map(([name, schema]) => [`Observation${name}`, schema])),
  AssessmentLabel: schemas.observationLabel,
}

/**
 * Turns definitions inside a schema into separate components: not every reader resolves references into parts of a
 * document.
 */
export function components(named: Readonly<Record<string, unknown>>): Json {
  const out: Json = {}
  for (const [name, schema] of Object.entries(named)) {
    const { $defs, $schema: _schema, $id: _id, ...own } = schema as Json
    out[name] = withDefinitionReferences(own, name)
    for (const [inner, definition] of Object.entries(($defs ?? {}) as Json))
      out[`${name}.${inner}`] = withDefinitionReferences(definition, name)
  }
  return out
}

function withDefinitionReferences(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map(each => withDefinitionReferences(each, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace(/^#\/\$defs\//, `#/components/schemas/${name}.`)]
        : [key, withDefinitionReferences(inner, name)],
    ),
  )
}
