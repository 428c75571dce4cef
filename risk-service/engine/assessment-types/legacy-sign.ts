import { addSession, deviceAttributesOf } from '../assessments/purchase-attributes.ts'
import { enrichPurchase } from '../enrich/enrich-purchase.ts'
import { createEventReader, schemas } from '../ingest/event-schemas.ts'
import { type Json, objectOf, present } from '../lib/json.ts'
import { scorePurchase } from '../score/score-purchase.ts'
import type { AssessmentType } from './assessment-type.ts'
import { signAnswer } from './purchase-answer.ts'

/*
 * Sign-up and sign-in of the older generation: no rules exist for them, the merchant decides on the score (20 section
 * 6).
 */
const createLegacyType = (
  name: 'SignUp' | 'SignIn',
  schema: (typeof schemas)['signUp'],
  view: (event: Json) => Json,
): AssessmentType => {
  const id = name === 'SignUp' ? 'signUpId' : 'signInId'
  const device = (event: Json): Json => objectOf(view(event).deviceContext)
  return {
    name,
    generation: 'builtIn',
    rules: 'none',
    cases: false,
    ...createEventReader(schema),
    idOf: event => String(event[id]),
    view,
    sessionOf: event => device(event).deviceContextId,
    merchantTimeOf: event => event.merchantLocalDate,
    assess(event, { at, countryOf, session, risk = scorePurchase }) {
      const viewWithSession = session === null ? view(event) : addSession(view(event), session)
      const facts = enrichPurchase(viewWithSession, countryOf, at)
      const scored = risk(viewWithSession, facts, at)
      return {
        facts,
        scored,
        scores: {},
        ruleInput: event,
        deviceAttributes: deviceAttributesOf(viewWithSession, facts, session),
      }
    },
    answer: ({ externalId, assessed: { scored, deviceAttributes }, diagnostics }) =>
      signAnswer(name === 'SignUp' ? 'SignUpId' : 'SignInId', externalId, scored, deviceAttributes, diagnostics),
  }
}

/** Returns the purchase view of a sign-up. */
const signUpView = (event: Json): Json => {
  const { paymentInstrument, address, ...user } = objectOf(event.user)
  return present({
    ...event,
    user: { ...user, userId: user.userId ?? event.signUpId },
    paymentInstrumentList: paymentInstrument === undefined ? undefined : [paymentInstrument],
    shippingAddress: address,
  })
}
/** Returns the purchase view of a sign-in. */
const signInView = (event: Json): Json => ({
  ...event,
  user: { userId: event.userId },
  ...(event.deviceContextId === undefined && event.currentIpAddress === undefined
    ? {}
    : { deviceContext: present({ deviceContextId: event.deviceContextId, ipAddress: event.currentIpAddress }) }),
})

export const signUpType = createLegacyType('SignUp', schemas.signUp, signUpView)
export const signInType = createLegacyType('SignIn', schemas.signIn, signInView)
