import type { ApiCall } from './api-call.ts'

/** The smallest purchase that rules can decide. @param at its time, which also makes its id */
export function firstPurchase(at: string): Pick<ApiCall, 'path' | 'body'> {
  const id = `first-${new Date(at).getTime()}`
  return {
    path: '/v1.0/MerchantServices/events/Purchase',
    body: {
      purchaseId: id,
      merchantLocalDate: at,
      totalAmount: 49.9,
      currency: 'EUR',
      user: { userId: 'customer-1' },
      _metadata: { trackingId: id, merchantTimeStamp: at },
    },
  }
}
