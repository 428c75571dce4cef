import type { ModelReader } from '../../fql/index.ts'
import { addSession, deviceAttributesOf } from '../assessments/purchase-attributes.ts'
import { hasRiskScore, type TenantAssessment } from '../assessments/tenant-assessment.ts'
import { type EnrichedPurchase, enrichPurchase, instantOf } from '../enrich/enrich-purchase.ts'
import { createEventReader, schemas } from '../ingest/event-schemas.ts'
import { type Json, listOf, objectOf, present } from '../lib/json.ts'
import { withoutFingerprint } from '../score/score-account.ts'
import { type Scored, scorePurchase } from '../score/score-purchase.ts'
import { accountFeatures } from './account.ts'
import { accountAnswer } from './account-answer.ts'
import type { AssessedEvent, AssessmentContext, AssessmentType, RequestedScores } from './assessment-type.ts'
import { wizardAnswer } from './wizard-answer.ts'

const unscored: Scored = { score: 0, contributions: [], reasonCodes: '' }
/** Bot score of an unknown session. */
const unknownBot = 500

const noRequestedScores: RequestedScores = { risk: null, bot: null, contributions: [] }

/**
 * Creates a reader of models, which run when a rule calls them, each once per event, and record their score in
 * `requested`.
 */
function createModelReader(
  requested: RequestedScores,
  risk: (() => Scored) | null,
  context: AssessmentContext,
): ModelReader {
  const botOf = (attributes: Readonly<Record<string, unknown>>): number => {
    const shipped = Number(attributes.botScore ?? unknownBot)
    return context.bot?.(attributes, shipped) ?? shipped
  }
  return {
    ...(risk === null
      ? {}
      : {
          risk: () => {
            const { score, reasonCodes, contributions } = risk()
            requested.risk = { scoreValue: score, reason: reasonCodes }
            requested.contributions = contributions
            return { Score: score, Reasons: reasonCodes, Contributions: contributions }
          },
        }),
    bot: sessionId => {
      const found = sessionId === '' ? null : context.devices.attributes(sessionId)
      const tell = (attributes: Readonly<Record<string, unknown>> | null | undefined) => {
        const score = sessionId === '' ? withoutFingerprint : attributes == null ? unknownBot : botOf(attributes)
        requested.bot = { scoreValue: score, reason: '' }
        return { Score: score }
      }
      return found instanceof Promise ? found.then(tell) : tell(found)
    },
  }
}

function assess(
  event: Json,
  view: Json,
  context: AssessmentContext,
  withRisk: boolean,
  merchantAt: unknown,
): AssessedEvent {
  const viewWithSession = context.session === null ? view : addSession(view, context.session)
  const facts: EnrichedPurchase = {
    ...enrichPurchase(viewWithSession, context.countryOf, context.at),
    merchantAt: instantOf(merchantAt),
  }
  const deviceAttributes = deviceAttributesOf(viewWithSession, facts, context.session)
  const requested: RequestedScores = { ...noRequestedScores }
  return {
    facts,
    scored: unscored,
    scores: {},
    deviceAttributes,
    requestedScores: requested,
    ruleInput: { ...event, deviceAttributes: { ...objectOf(event.deviceAttributes), ...deviceAttributes } },
    models: createModelReader(
      requested,
      withRisk ? () => (context.risk ?? scorePurchase)(viewWithSession, facts, context.at) : null,
      context,
    ),
  }
}

/** Returns the purchase view of the sections of a wizard assessment. */
export function tenantEventView(event: Json): Json {
  const user = objectOf(event.user)
  const sender = objectOf(event.sender)
  const transaction = objectOf(event.transaction)
  const card = objectOf(event.card)
  const billing = objectOf(event.billing)
  const shipping = objectOf(event.shipping)
  const device = objectOf(event.deviceFingerprinting)
  const person = Object.keys(user).length > 0 ? user : sender
  const address = (value: unknown): Json => {
    const sent = objectOf(value)
    return present({ ...sent, country: sent.countryRegion })
  }
  return present({
    merchantLocalDate: objectOf(event.metadata).timestamp,
    totalAmount: transaction.txnAmount,
    currency: transaction.currency,
    user: present({
      ...person,
      userId: person.id,
      phoneNumber: person.phone,
      country: objectOf(person.address).countryRegion,
      isPhoneNumberValidated: person.isPhoneValidated,
    }),
    deviceContext:
      event.deviceFingerprinting === undefined ? undefined : present({ ...device, deviceContextId: device.id }),
    shippingMethod: shipping.method,
    shippingAddress:
      event.shipping === undefined
        ? address(person.address)
        : present({ ...shipping, ...address(shipping.address), phoneNumber: shipping.phone }),
    paymentInstrumentList:
      event.card === undefined
        ? undefined
        : [
            present({
              ...card,
              merchantPaymentInstrumentId: card.id,
              cardType: card.network ?? card.cardType,
              type: 'CreditCard',
              email: billing.email,
              billingAddress:
                event.billing === undefined ? undefined : { ...address(billing.address), phoneNumber: billing.phone },
            }),
          ],
    productList: listOf(event.productList),
  })
}

const legacyView = (event: Json): Json =>
  present({
    user: objectOf(event.user),
    deviceContext: event.deviceContextId === undefined ? undefined : { deviceContextId: event.deviceContextId },
  })

export function createWizardType(own: TenantAssessment): AssessmentType {
  const { apiName, template, subjects, cases, schemaVersion } = own
  return {
    name: apiName,
    generation: 'wizard',
    rules: 'optional',
    cases,
    schemaVersion,
    ...createEventReader(own.schema),
    idOf: event => String(objectOf(event.metadata).eventId),
    view: tenantEventView,
    sessionOf: event => objectOf(event.deviceFingerprinting).id,
    merchantTimeOf: event => objectOf(event.metadata).timestamp,
    assess: (event, context) =>
      assess(event, tenantEventView(event), context, hasRiskScore(template), objectOf(event.metadata).timestamp),
    answer: parts =>
      wizardAnswer(parts, {
        apiName,
        subject: valueAt(parts.event, subjects[0] ?? 'user.id'),
        ...(parts.assessed.requestedScores ?? noRequestedScores),
      }),
  }
}

export function createLegacyCustomType({ apiName }: TenantAssessment): AssessmentType {
  return {
    name: apiName,
    generation: 'legacyCustom',
    rules: 'needed',
    cases: false,
    ...createEventReader(schemas.customAssessment),
    idOf: event => {
      const { trackingId } = objectOf(event.metadata)
      return typeof trackingId === 'string' && trackingId !== '' ? trackingId : null
    },
    pathIds: event => ({ name: event.name }),
    view: legacyView,
    sessionOf: event => event.deviceContextId,
    merchantTimeOf: event => objectOf(event.metadata).customerLocalDate,
    assess: (event, context) =>
      assess(event, legacyView(event), context, false, objectOf(event.metadata).customerLocalDate),
    answer: parts => {
      const { bot } = parts.assessed.requestedScores ?? noRequestedScores
      return accountAnswer(parts, {
        scores: bot === null ? [] : [{ scoreType: 'Bot', ...bot }],
        features: accountFeatures(parts.assessed.facts.enrichment),
      })
    },
  }
}

function valueAt(event: Json, path: string): unknown {
  return path.split('.').reduce<unknown>((at, step) => objectOf(at)[step], event)
}
