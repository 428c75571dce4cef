import type { Ring } from '../../risk-service/contract/index.ts'
import type { Service } from '../support/harness.ts'
import type { Call } from './graph.ts'

/** Users of the largest group that is a ring: of more it is a web of chance. */
export const largestRing = 300
/** Members that join one after the other. */
const joining = 5
/** Users of a device or an instrument: fewer than those of a crowd, which would need more evidence. */
const sharing = 9

interface Order {
  id: string
  user: string
  device: string
  card: string
  number: number
}

/** The n-th member of a ring: devices and instruments have different borders, so that all of them are linked. */
const memberOf = (ring: string, n: number): Order => ({
  id: `${ring}-${n}`,
  user: `${ring}-user-${n}`,
  device: `${ring}-device-${Math.floor(n / sharing)}`,
  card: `${ring}-card-${Math.floor((n + sharing / 2) / sharing)}`,
  number: n,
})

/**
 * Builds a ring up to its largest size, and has the last members join it one by one. Returns the milliseconds until the
 * ring is listed with each of them.
 */
export async function measureLargeRing(
  service: Service,
  call: Call,
  { token, environmentId }: { token: string; environmentId: string },
): Promise<number[]> {
  const ring = `bench-large-${Date.now()}`
  const join = (n: number) => sendPurchase(service, token, environmentId, memberOf(ring, n))
  for (let n = 0; n < largestRing - joining; n += 1) await join(n)
  await waitForRing(call, largestRing - joining, 120_000)
  const delays: number[] = []
  for (let n = largestRing - joining; n < largestRing; n += 1) {
    await join(n)
    const sent = performance.now()
    await waitForRing(call, n + 1, 60_000)
    delays.push(performance.now() - sent)
  }
  return delays
}

/** Waits until a ring of so many users is listed: no other has as many. */
async function waitForRing(call: Call, users: number, longest: number): Promise<void> {
  const end = performance.now() + longest
  for (;;) {
    const { json } = await call<{ rings: Ring[] }>('rings/list', { order: 'lastSeen', limit: 200 })
    if (json.rings.some(each => each.users === users)) return
    if (performance.now() > end) throw new Error(`No ring of ${users} users was found in ${longest / 1000} s.`)
    await new Promise(resolve => setTimeout(resolve, 250))
  }
}

/** Sends a purchase whose device and instrument others may have, too. */
export async function sendPurchase(
  service: Service,
  token: string,
  environmentId: string,
  { id, user, device, card, number }: Order,
): Promise<void> {
  const time = new Date().toISOString()
  const response = await fetch(`${service.url}/v1.0/MerchantServices/events/Purchase`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-ms-environmentid': environmentId,
      'x-ms-correlation-id': crypto.randomUUID(),
    },
    body: JSON.stringify({
      purchaseId: id,
      assessmentType: 'Protect',
      customerLocalDate: time,
      merchantLocalDate: time,
      totalAmount: 20,
      currency: 'EUR',
      user: { userId: user, creationDate: time, email: `${user}@mail.example` },
      deviceContext: {
        deviceContextId: device,
        externalDeviceId: device,
        ipAddress: `198.51.100.${number % 250}`,
        provider: 'DFPFingerPrinting',
      },
      paymentInstrumentList: [
        {
          purchaseAmount: 20,
          merchantPaymentInstrumentId: card,
          type: 'CreditCard',
          creationDate: time,
          state: 'Active',
          bin: '453201',
          lastFourDigits: '1000',
        },
      ],
      productList: [],
      _metadata: { trackingId: id, merchantTimeStamp: time },
    }),
  })
  if (response.status !== 200)
    throw new Error(`A purchase was answered with ${response.status}: ${await response.text()}`)
}
