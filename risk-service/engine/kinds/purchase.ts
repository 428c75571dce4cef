import { purchaseAnswer } from '../answer.ts'
import { enrichPurchase } from '../enrich.ts'
import { seenPurchase, shippedProviders } from '../enrichment/index.ts'
import { objectOf } from '../json.ts'
import { deviceAttributesOf, withSession } from '../purchase.ts'
import { normalisePurchase, validatePurchase } from '../schemas.ts'
import { scorePurchase } from '../score.ts'
import type { AssessmentKind } from './kind.ts'

export const purchaseKind: AssessmentKind = {
  name: 'Purchase',
  generation: 'builtIn',
  rules: 'optional',
  normalise: normalisePurchase,
  validate: validatePurchase,
  idOf: event => String(event.purchaseId),
  view: event => event,
  sessionOf: event => objectOf(event.deviceContext).deviceContextId,
  merchantTimeOf: event => event.merchantLocalDate,
  assess(event, { at, countryOf, session, providers = shippedProviders(countryOf), risk = scorePurchase }) {
    const known = session === null ? event : withSession(event, session)
    const facts = enrichPurchase(known, countryOf, at)
    const scored = risk(known, facts, at)
    const deviceAttributes = deviceAttributesOf(known, facts, session)
    return {
      facts,
      scored,
      scores: { risk: scored.score },
      seen: seenPurchase(event, facts, deviceAttributes, providers, at),
      deviceAttributes,
    }
  },
  answer: ({ externalId, event, assessed: { scored, deviceAttributes }, run, diagnostics }) =>
    purchaseAnswer(externalId, event, scored, run, deviceAttributes, diagnostics),
}
