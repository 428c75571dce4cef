import type { Customer } from './customers.ts'
import { iso } from './history-events.ts'

/** Origin of a visit to an account page. */
export interface AccountVisit {
  customer: Customer
  at: number
  deviceId: string
  sessionId: string
  ip: string
}

const deviceOf = ({ deviceId, sessionId, ip }: AccountVisit): Record<string, unknown> => ({
  deviceContextId: sessionId,
  externalDeviceId: deviceId,
  ipAddress: ip,
  provider: 'DFPFingerprinting',
})
const common = (id: string, at: number): Record<string, unknown> => ({ trackingId: id, merchantTimeStamp: iso(at) })

/** Returns a sign-in as the shop sends it. `changed`: profile fields that were changed before it, with the time. */
export function loginBody(
  visit: AccountVisit,
  id: string,
  changed: Readonly<Record<string, number>> = {},
): Record<string, unknown> {
  const { customer, at } = visit
  return {
    name: 'AP.AccountLogin',
    version: '0.5',
    metadata: { loginId: id, assessmentType: 'Protect', customerLocalDate: iso(at), ...common(id, at) },
    device: deviceOf(visit),
    user: {
      userId: customer.id,
      userType: 'Consumer',
      username: customer.email,
      firstName: customer.firstName,
      lastName: customer.lastName,
      countryRegion: customer.place.country,
      zipCode: customer.address.zipCode,
      language: customer.place.language,
    },
    ...(Object.keys(changed).length === 0
      ? {}
      : { recentUpdate: Object.fromEntries(Object.entries(changed).map(([name, time]) => [name, iso(time)])) }),
  }
}

/** Returns the status of a sign-in: the shop knows whether the password was right. */
export function loginStatusBody(
  customer: Customer,
  id: string,
  at: number,
  approved: boolean,
): Record<string, unknown> {
  return {
    name: 'AP.AccountLogin.Status',
    version: '0.5',
    metadata: { loginId: id, userId: customer.id, ...common(`${id}-status`, at) },
    statusDetails: {
      statusType: approved ? 'Approved' : 'Rejected',
      reasonType: approved ? 'None' : 'ChallengeFailed',
      challengeType: approved ? 'None' : 'Other',
      statusDate: iso(at),
    },
  }
}

/** Returns a new account as the shop sends it. */
export function creationBody(visit: AccountVisit, id: string): Record<string, unknown> {
  const { customer, at } = visit
  const { firstName, lastName, address, place, phone, email } = customer
  return {
    name: 'AP.AccountCreation',
    version: '0.5',
    metadata: {
      signUpId: id,
      userId: customer.id,
      assessmentType: 'Protect',
      customerLocalDate: iso(at),
      ...common(id, at),
    },
    device: deviceOf(visit),
    user: {
      userId: customer.id,
      userType: 'Consumer',
      username: email,
      firstName,
      lastName,
      countryRegion: place.country,
      zipCode: address.zipCode,
      language: place.language,
    },
    email: [{ emailType: 'Primary', emailValue: email, isEmailValidated: false, isEmailUsername: true }],
    phone: [{ phoneType: 'Primary', phoneNumber: phone, isPhoneNumberValidated: false, isPhoneUsername: false }],
    address: [
      {
        addressType: 'Primary',
        firstName,
        lastName,
        phoneNumber: phone,
        street1: address.street1,
        city: address.city,
        zipCode: address.zipCode,
        countryRegion: address.country,
      },
    ],
    marketingContext: {
      campaignType: ['Direct', 'OrganicSearch', 'Advertising', 'Email'][customer.id.charCodeAt(3) % 4],
    },
  }
}

/** Returns a change of the address, as a thief makes it before the first order. */
export function addressChangeBody(
  visit: AccountVisit,
  id: string,
  address: Customer['address'],
): Record<string, unknown> {
  const { customer, at } = visit
  return {
    name: 'AP.AccountUpdate',
    version: '0.5',
    metadata: { userId: customer.id, customerLocalDate: iso(at), ...common(id, at) },
    device: deviceOf(visit),
    user: { userId: customer.id },
    address: [
      {
        addressType: 'Shipping',
        street1: address.street1,
        city: address.city,
        zipCode: address.zipCode,
        countryRegion: address.country,
      },
    ],
  }
}

/** Returns a label of a sign-up or sign-in, for the endpoint of labels. */
export function accountLabelBody(
  type: 'AccountLogin' | 'AccountCreation',
  id: string,
  at: number,
): Record<string, unknown> {
  return {
    labelObjectType: type,
    labelObjectId: id,
    labelSource: 'AccountProtectionReview',
    isFraud: true,
    labelState: 'Fraud',
    labelReasonCodes: type === 'AccountLogin' ? 'AccountTakeOver' : 'AccountFraud',
    eventTimeStamp: iso(at),
    _metadata: { trackingId: `${id}-label`, merchantTimeStamp: iso(at) },
  }
}
