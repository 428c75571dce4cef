import accountCreation from '../../contract/schemas/accounts/account-creation.schema.json' with { type: 'json' }
import accountCreationStatus from '../../contract/schemas/accounts/account-creation-status.schema.json' with {
  type: 'json',
}
import accountLabel from '../../contract/schemas/accounts/account-label.schema.json' with { type: 'json' }
import accountLogin from '../../contract/schemas/accounts/account-login.schema.json' with { type: 'json' }
import accountLoginStatus from '../../contract/schemas/accounts/account-login-status.schema.json' with { type: 'json' }
import accountUpdate from '../../contract/schemas/accounts/account-update.schema.json' with { type: 'json' }
import signIn from '../../contract/schemas/accounts/signin.schema.json' with { type: 'json' }
import signUp from '../../contract/schemas/accounts/signup.schema.json' with { type: 'json' }
import signUpStatus from '../../contract/schemas/accounts/signup-status.schema.json' with { type: 'json' }
import updateAccount from '../../contract/schemas/accounts/update-account.schema.json' with { type: 'json' }
import cardPayment from '../../contract/schemas/assessments/assessment-card-payment.schema.json' with { type: 'json' }
import custom from '../../contract/schemas/assessments/assessment-custom.schema.json' with { type: 'json' }
import deviceFingerprinting from '../../contract/schemas/assessments/assessment-device-fingerprinting.schema.json' with {
  type: 'json',
}
import loyaltyProgram from '../../contract/schemas/assessments/assessment-loyalty-program.schema.json' with {
  type: 'json',
}
import moneyTransfer from '../../contract/schemas/assessments/assessment-money-transfer.schema.json' with {
  type: 'json',
}
import softwarePiracy from '../../contract/schemas/assessments/assessment-software-piracy.schema.json' with {
  type: 'json',
}
import customAssessment from '../../contract/schemas/assessments/custom-assessment.schema.json' with { type: 'json' }
import observationStatus from '../../contract/schemas/observations/observation-assessment-status.schema.json' with {
  type: 'json',
}
import observationBank from '../../contract/schemas/observations/observation-bank.schema.json' with { type: 'json' }
import observationChargeback from '../../contract/schemas/observations/observation-chargeback.schema.json' with {
  type: 'json',
}
import observationCustom from '../../contract/schemas/observations/observation-custom.schema.json' with { type: 'json' }
import observationLabel from '../../contract/schemas/observations/observation-label.schema.json' with { type: 'json' }
import bankEvent from '../../contract/schemas/purchases/bank-event.schema.json' with { type: 'json' }
import chargeback from '../../contract/schemas/purchases/chargeback.schema.json' with { type: 'json' }
import purchaseStatus from '../../contract/schemas/purchases/purchase-status.schema.json' with { type: 'json' }
import refund from '../../contract/schemas/purchases/refund.schema.json' with { type: 'json' }
import type { EventSchema } from './event-schema.ts'
import { compileInterpretedValidator } from './interpreted-validator.ts'
import { compileNormaliser, type Normalised } from './normalise.ts'
import type { Validator } from './validate.ts'

/** Reads the bodies of one event. */
export interface EventReader {
  normalise: (body: Record<string, unknown>) => Normalised
  validate: Validator
}

/** Creates a reader whose parts are compiled when the first event of its kind arrives. */
export function createEventReader(schema: EventSchema): EventReader {
  let reader: EventReader | undefined
  const get = (): EventReader =>
    (reader ??= { normalise: compileNormaliser(schema), validate: compileInterpretedValidator(schema) })
  return {
    normalise: body => get().normalise(body),
    validate: (value, problems, report) => get().validate(value, problems, report),
  }
}

/** Instruments of accounts may name their type by its position in the list. */
function withOrdinals(schema: EventSchema): EventSchema {
  const { ap_pi: instrument, ...rest } = schema.$defs ?? {}
  const type = instrument?.properties?.type
  if (instrument === undefined || type === undefined) return schema
  return {
    ...schema,
    $defs: {
      ...rest,
      ap_pi: { ...instrument, properties: { ...instrument.properties, type: { ...type, 'x-ordinals': true } } },
    },
  }
}

export const schemas = {
  accountCreation: withOrdinals(accountCreation as EventSchema),
  accountCreationStatus: accountCreationStatus as EventSchema,
  accountLabel: accountLabel as EventSchema,
  accountLogin: accountLogin as EventSchema,
  accountLoginStatus: accountLoginStatus as EventSchema,
  accountUpdate: withOrdinals(accountUpdate as EventSchema),
  bankEvent: bankEvent as EventSchema,
  chargeback: chargeback as EventSchema,
  customAssessment: customAssessment as EventSchema,
  observationLabel: observationLabel as EventSchema,
  purchaseStatus: purchaseStatus as EventSchema,
  refund: refund as EventSchema,
  signIn: signIn as EventSchema,
  signUp: signUp as EventSchema,
  signUpStatus: signUpStatus as EventSchema,
  updateAccount: updateAccount as EventSchema,
} as const

/** Bodies of the assessments of the wizard, by template; a tenant assessment removes sections and adds fields. */
export const templateSchemas = {
  CardPayment: cardPayment,
  DeviceFingerprinting: deviceFingerprinting,
  LoyaltyProgram: loyaltyProgram,
  MoneyTransfer: moneyTransfer,
  SoftwarePiracy: softwarePiracy,
  Custom: custom,
} as unknown as Readonly<Record<WizardTemplate, EventSchema>>
export type WizardTemplate =
  | 'CardPayment'
  | 'DeviceFingerprinting'
  | 'LoyaltyProgram'
  | 'MoneyTransfer'
  | 'SoftwarePiracy'
  | 'Custom'

export const observationSchemas = {
  AssessmentStatus: observationStatus,
  Bank: observationBank,
  Chargeback: observationChargeback,
  Custom: observationCustom,
} as unknown as Readonly<Record<ObservationTemplate, EventSchema>>
export type ObservationTemplate = 'AssessmentStatus' | 'Bank' | 'Chargeback' | 'Custom'
