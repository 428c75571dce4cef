import type { CaseRow, EventDetail, MaskingProfile, SearchOutput } from '../../../contract/index.ts'
import { personalDataKinds } from '../../../contract/index.ts'
import { type CaseBench, caseIds, resetCaseBench } from '../../cases/testing/case-bench.ts'

/** Every value of the customer that a masking profile hides. */
export const secrets = {
  email: 'kayla.mercer@contoso.com',
  phone: '+45 20 10 30 47',
  digits: '4520103047',
  firstName: 'Kayla',
  lastName: 'Mercer',
  street: 'Strandvejen 118',
  ip: '203.0.113.77',
  instrument: 'PI-9f83a2c7d1',
  bin: '411122',
  born: '1987-05-23',
}
const address = {
  firstName: secrets.firstName,
  lastName: secrets.lastName,
  phoneNumber: secrets.phone,
  street1: secrets.street,
  city: 'Hellerup',
  postalCode: '2900',
  country: 'DK',
}
/** The secrets that a text contains, without regard to letter case. */
export const leaks = (text: string): string[] =>
  Object.entries(secrets)
    .filter(([, value]) => text.toLowerCase().includes(value.toLowerCase()))
    .map(([name]) => name)

export const allKinds = [...personalDataKinds]
export const settingsPath = `${caseIds.root}/personal-data/settings`
/** Every event of any time. */
export const filter = { period: 'all' }

/** Returns the calls of a bench whose answers have values of a customer. */
export function customerCalls(bench: CaseBench) {
  const purchase = (id: string, more: Record<string, unknown> = {}) =>
    bench.send({
      id,
      more: {
        user: {
          userId: 'U-1',
          email: secrets.email,
          firstName: secrets.firstName,
          lastName: secrets.lastName,
          phoneNumber: secrets.phone,
        },
        deviceContext: { deviceContextId: 'D-1', externalDeviceId: 'D-1', ipAddress: secrets.ip },
        shippingAddress: address,
        paymentInstrumentList: [
          {
            merchantPaymentInstrumentId: secrets.instrument,
            type: 'CreditCard',
            cardType: 'Visa',
            bin: secrets.bin,
            lastFourDigits: '2208',
            holderName: `${secrets.firstName} ${secrets.lastName}`,
            billingAddress: address,
          },
        ],
        customData: {
          review: 'yes',
          dateOfBirth: secrets.born,
          remark: `wrote from ${secrets.email.toUpperCase()} twice`,
        },
        ...more,
      },
    })
  const saveProfile = (profile: MaskingProfile, baseVersion = 0, as = 'Pia') =>
    bench.call<{ version: number }>(as, 'PUT', settingsPath, { baseVersion, profile })
  const search = (as: string, conditions: object[] = [], more: object = {}) =>
    bench.call<SearchOutput>(as, 'POST', `${caseIds.root}/search`, {
      eventType: 'purchase',
      filter: { ...filter, conditions },
      ...more,
    })
  const detail = (as: string, id = 'P-1') => bench.call<EventDetail>(as, 'GET', `${caseIds.root}/events/purchase/${id}`)
  const generalCases = (as: string) =>
    bench.call<{ rows: CaseRow[] }>(as, 'POST', `${caseIds.root}/casemanagement/queues/general/cases`, {
      view: 'pending',
    })
  const reveal = (as: string, body: object = {}) =>
    bench.call<{ expiresAt: string }>(as, 'POST', `${caseIds.root}/personal-data/reveal`, {
      subjects: [{ environmentId: caseIds.root, eventType: 'purchase', externalId: 'P-1' }],
      reason: 'The customer is on the phone',
      ...body,
    })
  return {
    purchase,
    saveProfile,
    search,
    detail,
    generalCases,
    reveal,
    /** Two purchases of the customer that wait in a queue, and two roles from which all values are hidden. */
    async reset() {
      await resetCaseBench(bench)
      await bench.store.db.deleteFrom('personal_data_grant').execute()
      await purchase('P-1')
      await purchase('P-2')
      bench.at('09:06')
      await bench.tick()
      const saved = await saveProfile({ ManualReviewAnalyst: allKinds, SupportAgent: allKinds })
      if (saved.status !== 200) throw new Error(JSON.stringify(saved.json))
    },
  }
}
