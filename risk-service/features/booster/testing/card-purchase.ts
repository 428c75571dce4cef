import { randomUUID } from 'node:crypto'
import type { EventRow } from '../../../contract/index.ts'
import type { SentEvent } from '../../review/sent-events.ts'

/** A purchase with a card, as it is sent. */
export const cardPurchase = {
  purchaseId: 'ord-1',
  totalAmount: 184.37,
  currency: 'eur',
  user: { userId: 'U-1', email: 'kayla.mercer@contoso.com', country: 'DK', phoneNumber: '+45 20 10 30 47' },
  deviceContext: { deviceContextId: 'session-1', externalDeviceId: 'dev-90017', ipAddress: '203.0.113.77' },
  paymentInstrumentList: [
    { type: 'MerchantGiftCard', purchaseAmount: 10 },
    { type: 'CreditCard', purchaseAmount: 174.37, bin: '453201', lastFourDigits: '4417' },
  ],
}

/** Returns the purchase as the store has it, with these changes of the request and of the row. */
export const sentPurchase = (request: object = {}, row: Partial<EventRow> = {}): SentEvent => ({
  request: { ...cardPurchase, ...request },
  row: {
    eventId: randomUUID(),
    eventType: 'purchase',
    environmentId: randomUUID(),
    externalId: 'ord-1',
    assessmentType: 'Protect',
    decision: 'Approve',
    riskScore: 129,
    ip: '203.0.113.77',
    ipCountry: 'DK',
    deviceId: 'dev-90017',
    ...row,
  } as EventRow,
})
