import { addSession, deviceAttributesOf } from '../assessments/purchase-attributes.ts'
import { enrichPurchase, instantOf } from '../enrich/enrich-purchase.ts'
import { createEventReader, schemas } from '../ingest/event-schemas.ts'
import { type Json, listOf, objectOf, present } from '../lib/json.ts'
import { scoreAccount } from '../score/score-account.ts'
import { accountAnswer } from './account-answer.ts'
import type { AssessmentType } from './assessment-type.ts'

function accountView(event: Json): Json {
  const user = objectOf(event.user)
  const emails = listOf(event.email)
  const email = emails.find(({ emailType }) => emailType === 'Primary') ?? emails[0] ?? {}
  const phones = listOf(event.phone)
  const phone = phones.find(({ phoneType }) => phoneType === 'Primary') ?? phones[0] ?? {}
  const addresses = listOf(event.address)
  const address = addresses.find(({ addressType }) => addressType === 'Primary') ?? addresses[0]
  const { username } = user
  return present({
    merchantLocalDate: objectOf(event.metadata).customerLocalDate,
    assessmentType: objectOf(event.metadata).assessmentType,
    user: present({
      ...user,
      userId: user.userId ?? username,
      country: user.countryRegion,
      email: email.emailValue ?? (typeof username === 'string' && username.includes('@') ? username : undefined),
      isEmailValidated: email.isEmailValidated,
      phoneNumber: phone.phoneNumber,
      isPhoneNumberValidated: phone.isPhoneNumberValidated,
    }),
    deviceContext: event.device,
    shippingAddress: address === undefined ? undefined : present({ ...address, country: address.countryRegion }),
    paymentInstrumentList: listOf(event.paymentInstruments).map(instrument => {
      const billing = objectOf(instrument.billingAddress)
      return { ...instrument, billingAddress: present({ ...billing, country: billing.countryRegion }) }
    }),
  })
}

const createAccountType = (
  name: string,
  schema: (typeof schemas)['accountCreation'],
  id: 'signUpId' | 'loginId',
): AssessmentType => ({
  name,
  generation: 'builtIn',
  rules: 'optional',
  cases: true,
  ...createEventReader(schema),
  idOf: event => String(objectOf(event.metadata)[id]),
  pathIds: event => ({
    [`metadata.${id}`]: objectOf(event.metadata)[id],
    // Sign-ins of identity providers are sent under the user's id.
    ...(id === 'loginId' ? { 'user.userId': objectOf(event.user).userId } : {}),
  }),
  view: accountView,
  sessionOf: event => objectOf(event.device).deviceContextId,
  merchantTimeOf: event => objectOf(event.metadata).customerLocalDate,
  assess(event, { at, countryOf, session, risk: riskOf, bot: botOf }) {
    const view = session === null ? accountView(event) : addSession(accountView(event), session)
    const facts = {
      ...enrichPurchase(view, countryOf, at),
      merchantAt: instantOf(objectOf(event.metadata).customerLocalDate),
    }
    const { risk, bot } = scoreAccount(event, view, facts, session, at, { risk: riskOf, bot: botOf })
    const deviceAttributes = deviceAttributesOf(view, facts, session)
    return {
      facts,
      scored: risk,
      scores: { risk: risk.score, bot: bot.score },
      deviceAttributes,
      ruleInput: {
        ...event,
        deviceAttributes: { ...objectOf(event.deviceAttributes), ...deviceAttributes },
        calculatedFeatures: accountFeatures(facts.enrichment),
      },
    }
  },
  answer: parts =>
    accountAnswer(parts, {
      scores: [
        { scoreType: 'Bot', scoreValue: parts.assessed.scores.bot ?? 0, reason: '' },
        { scoreType: 'Risk', scoreValue: parts.assessed.scored.score, reason: parts.assessed.scored.reasonCodes },
      ],
      features: accountFeatures(parts.assessed.facts.enrichment),
    }),
})

/** Features of the e-mail address, under the names of the answer. */
export const accountFeatures = ({ emailDomain, emailPattern }: Record<string, unknown>): Json =>
  present({ emailDomain, emailPattern })

export const accountCreationType = createAccountType('AP.AccountCreation', schemas.accountCreation, 'signUpId')
export const accountLoginType = createAccountType('AP.AccountLogin', schemas.accountLogin, 'loginId')
