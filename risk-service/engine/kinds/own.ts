import type { ModelReader } from '../../fql/index.ts'
import { accountAnswer } from '../account-answer.ts'
import { type EnrichedPurchase, enrichPurchase, instantOf } from '../enrich.ts'
import { readerOf, schemas } from '../event-schemas.ts'
import { type Json, listOf, objectOf, present } from '../json.ts'
import type { OwnAssessment } from '../own-assessment.ts'
import { deviceAttributesOf, withSession } from '../purchase.ts'
import { type Scored, scorePurchase } from '../score.ts'
import { withoutFingerprint } from '../score-account.ts'
import { wizardAnswer } from '../wizard-answer.ts'
import { featuresOf } from './account.ts'
import type { AskedScores, Assessed, AssessmentKind, Surroundings } from './kind.ts'

const unscored: Scored = { score: 0, contributions: [], reasonCodes: '' }
/** Bot score of a session that is not known. */
const unknownBot = 500

const notAsked: AskedScores = { risk: null, bot: null, contributions: [] }

/** Models that run when a rule calls them, each once per event, and remember that they did. */
function modelsOf(asked: AskedScores, risk: (() => Scored) | null, around: Surroundings): ModelReader {
  const botOf = (attributes: Readonly<Record<string, unknown>>): number => {
    const shipped = Number(attributes.botScore ?? unknownBot)
    return around.bot?.(attributes, shipped) ?? shipped
  }
  return {
    ...(risk === null
      ? {}
      : {
          risk: () => {
            const { score, reasonCodes, contributions } = risk()
            asked.risk = { scoreValue: score, reason: reasonCodes }
            asked.contributions = contributions
            return { Score: score, Reasons: reasonCodes, Contributions: contributions }
          },
        }),
    bot: sessionId => {
      const found = sessionId === '' ? null : around.devices.attributes(sessionId)
      const tell = (attributes: Readonly<Record<string, unknown>> | null | undefined) => {
        const score = sessionId === '' ? withoutFingerprint : attributes == null ? unknownBot : botOf(attributes)
        asked.bot = { scoreValue: score, reason: '' }
        return { Score: score }
      }
      return found instanceof Promise ? found.then(tell) : tell(found)
    },
  }
}

function assess(event: Json, view: Json, around: Surroundings, withRisk: boolean, merchantAt: unknown): Assessed {
  const known = around.session === null ? view : withSession(view, around.session)
  const facts: EnrichedPurchase = {
    ...enrichPurchase(known, around.countryOf, around.at),
    merchantAt: instantOf(merchantAt),
  }
  const deviceAttributes = deviceAttributesOf(known, facts, around.session)
  const asked: AskedScores = { ...notAsked }
  return {
    facts,
    scored: unscored,
    scores: {},
    deviceAttributes,
    asked,
    seen: { ...event, deviceAttributes: { ...objectOf(event.deviceAttributes), ...deviceAttributes } },
    models: modelsOf(asked, withRisk ? () => (around.risk ?? scorePurchase)(known, facts, around.at) : null, around),
  }
}

/** Templates whose events carry enough for the risk model (22 section 5.1). */
const withoutRisk = new Set(['DeviceFingerprinting', 'Custom'])

/** The sections of a wizard assessment in the words of a purchase. */
export function ownView(event: Json): Json {
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

export function wizardKind(own: OwnAssessment): AssessmentKind {
  const { apiName, template, subjects } = own
  return {
    name: apiName,
    generation: 'wizard',
    rules: 'optional',
    ...readerOf(own.schema),
    idOf: event => String(objectOf(event.metadata).eventId),
    view: ownView,
    sessionOf: event => objectOf(event.deviceFingerprinting).id,
    merchantTimeOf: event => objectOf(event.metadata).timestamp,
    assess: (event, around) =>
      assess(event, ownView(event), around, !withoutRisk.has(template ?? ''), objectOf(event.metadata).timestamp),
    answer: parts =>
      wizardAnswer(parts, {
        apiName,
        subject: valueAt(parts.event, subjects[0] ?? 'user.id'),
        ...(parts.assessed.asked ?? notAsked),
      }),
  }
}

export function legacyCustomKind({ apiName }: OwnAssessment): AssessmentKind {
  return {
    name: apiName,
    generation: 'legacyCustom',
    rules: 'needed',
    ...readerOf(schemas.customAssessment),
    idOf: event => {
      const { trackingId } = objectOf(event.metadata)
      return typeof trackingId === 'string' && trackingId !== '' ? trackingId : null
    },
    pathIds: event => ({ name: event.name }),
    view: legacyView,
    sessionOf: event => event.deviceContextId,
    merchantTimeOf: event => objectOf(event.metadata).customerLocalDate,
    assess: (event, around) =>
      assess(event, legacyView(event), around, false, objectOf(event.metadata).customerLocalDate),
    answer: parts => {
      const { bot } = parts.assessed.asked ?? notAsked
      return accountAnswer(parts, {
        scores: bot === null ? [] : [{ scoreType: 'Bot', ...bot }],
        features: featuresOf(parts.assessed.facts.enrichment),
      })
    },
  }
}

function valueAt(event: Json, path: string): unknown {
  return path.split('.').reduce<unknown>((at, step) => objectOf(at)[step], event)
}
