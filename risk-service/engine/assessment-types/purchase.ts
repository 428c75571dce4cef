import { addSession, deviceAttributesOf } from '../assessments/purchase-attributes.ts'
import { enrichPurchase } from '../enrich/enrich-purchase.ts'
import { createPurchaseRuleInput, defaultProviders } from '../enrich/index.ts'
import { normalisePurchase, validatePurchase } from '../ingest/precompiled-schemas.ts'
import { objectOf } from '../lib/json.ts'
import { scorePurchase } from '../score/score-purchase.ts'
import type { AssessmentType } from './assessment-type.ts'
import { purchaseAnswer } from './purchase-answer.ts'

export const purchaseType: AssessmentType = {
  name: 'Purchase',
  generation: 'builtIn',
  rules: 'optional',
  cases: true,
  normalise: normalisePurchase,
  validate: validatePurchase,
  idOf: event => String(event.purchaseId),
  view: event => event,
  sessionOf: event => objectOf(event.deviceContext).deviceContextId,
  merchantTimeOf: event => event.merchantLocalDate,
  assess(event, { at, countryOf, session, providers = defaultProviders(countryOf), risk = scorePurchase }) {
    const eventWithSession = session === null ? event : addSession(event, session)
    const facts = enrichPurchase(eventWithSession, countryOf, at)
    const scored = risk(eventWithSession, facts, at)
    const deviceAttributes = deviceAttributesOf(eventWithSession, facts, session)
    return {
      facts,
      scored,
      scores: { risk: scored.score },
      ruleInput: createPurchaseRuleInput(event, facts, deviceAttributes, providers, at),
      deviceAttributes,
    }
  },
  answer: ({ externalId, event, assessed: { scored, deviceAttributes }, run, diagnostics, heldOut }) =>
    purchaseAnswer(externalId, event, scored, run, deviceAttributes, diagnostics, heldOut),
}
