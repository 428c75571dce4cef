import { defined } from '../../contract/defined.ts'
import type { LabelState, LabelWrite } from '../../ports/index.ts'
import { instantOf, normaliseEntityValue } from '../enrich/enrich-purchase.ts'
import { type Json, mergeDeep, objectOf } from '../lib/json.ts'

/** Stages in which the transaction was good, or the report is withdrawn. */
const notFraudReasons = new Set(['reversed', 'falsepositive', 'accountnotcompromised'])
const entityObjectTypes = new Set(['Account', 'PI', 'Email'])

/**
 * Returns the verdict of a label about its object: `isFraud` when sent, else that of its stage; `undefined` when the
 * label changes nothing (Disputed) or has no verdict (21 section label).
 */
export function verdictOf(sent: Json): boolean | undefined {
  if (typeof sent.isFraud === 'boolean') return sent.isFraud
  if (typeof sent.labelState !== 'string' || sent.labelState.trim() === '') return undefined
  const state = sent.labelState.toLowerCase().replace(/[\s\-_]/g, '')
  return state === 'disputed' ? undefined : !notFraudReasons.has(state)
}

/**
 * Event types of the transactions that a label of these object types names by their id; a generic event is one of any
 * tenant assessment.
 */
const eventTypesOf: Readonly<Record<string, readonly string[]>> = {
  Purchase: ['purchase'],
  AccountCreation: ['accountcreation', 'signup'],
  AccountLogin: ['accountlogin', 'signin'],
}

/** Returns the event types of which a label on an object of a type names events by their id. */
export const labelledTypes = (objectType: string, tenantAssessments: readonly string[]): readonly string[] =>
  eventTypesOf[objectType] ?? (objectType === 'GenericEvent' ? tenantAssessments : [])

/** Turns a normalised label into its upsert. `tenantAssessments`: API names of the tenant assessments. */
export function createLabelWrite(
  environmentId: string,
  sent: Json,
  receivedAt: Date,
  tenantAssessments: readonly string[] = [],
): LabelWrite {
  const objectType = String(sent.labelObjectType)
  const sentId = String(sent.labelObjectId)
  const objectId = entityObjectTypes.has(objectType) ? normaliseEntityValue(sentId) : sentId
  return {
    environmentId,
    objectType,
    objectId,
    eventTypes: labelledTypes(objectType, tenantAssessments),
    key: `${objectType}\n${String(sent.labelSource).toLowerCase().slice(0, 200)}\n${objectId}`,
    merge: stored => mergeLabel(stored, sent, receivedAt),
  }
}

/**
 * Merges a label into the stored one: sent fields replace stored ones, absent fields are retained, objects are merged.
 */
export function mergeLabel(stored: LabelState | null, sent: Json, receivedAt: Date): LabelState {
  const body = mergeDeep(stored?.body ?? {}, sent)
  const verdict = verdictOf(sent)
  // A later stage without the flag overrides the flag of an earlier one.
  if (stored !== null && verdict !== undefined && sent.isFraud === undefined) delete body.isFraud
  const decidedAt = instantOf(body.eventTimeStamp) ?? receivedAt.toISOString()
  const disputed = verdict === undefined && typeof sent.labelState === 'string' && sent.labelState.trim() !== ''
  if (disputed) return { body, isFraud: stored?.isFraud ?? null, at: stored?.at ?? decidedAt }
  return { body, isFraud: verdict ?? stored?.isFraud ?? true, at: decidedAt }
}

/** Converts a label of an account to the shape of the other labels, with which it shares one store. */
export function accountLabel({ metadata, label }: Json): Json {
  const { labelObjectType, ...sent } = objectOf(label)
  return {
    ...sent,
    labelObjectType: typeNames.get(String(labelObjectType)) ?? labelObjectType,
    userId: objectOf(metadata).userId,
    _metadata: metadata,
  }
}
const typeNames = new Map([
  ['PaymentInstrument', 'PI'],
  ['CustomFraudEvaluation', 'GenericEvent'],
])

/** Converts a label of a wizard assessment: on one of its transactions, or on a user, instrument or e-mail. */
export function createAssessmentLabel(
  { metadata, label, custom }: Json,
  environmentId: string,
  apiName: string,
  receivedAt: Date,
): LabelWrite {
  const sent: Json = { ...objectOf(label), ...defined({ custom }), _metadata: metadata }
  const isEvent = sent.labelObjectType === 'Event'
  const write = createLabelWrite(
    environmentId,
    { ...sent, labelObjectType: isEvent ? `Event:${apiName}` : sent.labelObjectType },
    receivedAt,
  )
  return isEvent ? { ...write, eventTypes: [apiName] } : write
}
