/** Endpoints of purchases and of the older generation of sign-ups and sign-ins. */
import { acknowledgement } from '../../../engine/assessment-types/purchase-answer.ts'
import type { DataEventName } from '../../../engine/index.ts'
import { assess, dataEventAnswer, type Endpoint, type ParameterEndpoint } from './endpoint.ts'

const purchaseSide = '/v1.0/merchantservices/events/'

const ingestPurchaseData =
  (event: DataEventName): Endpoint['run'] =>
  async ({ engine, ...input }) =>
    dataEventAnswer(await engine.ingestDataEvent({ ...input, event }), () => acknowledgement)

const onPurchaseSide = (name: string, run: Endpoint['run']): [string, Endpoint] => [
  `${purchaseSide}${name.toLowerCase()}`,
  { apiName: `v1.0/MerchantServices/Events/${name}`, family: 'purchase', event: null, run },
]

/** Paths without a parameter, in lower case. */
export const fixedEndpoints: ReadonlyMap<string, Endpoint> = new Map([
  onPurchaseSide('Purchase', assess({ eventType: 'purchase' })),
  onPurchaseSide('SignUp', assess({ eventType: 'signup' })),
  onPurchaseSide('SignIn', assess({ eventType: 'signin' })),
  onPurchaseSide('PurchaseStatus', ingestPurchaseData('purchasestatus')),
  onPurchaseSide('BankEvent', ingestPurchaseData('bankevent')),
  onPurchaseSide('Chargeback', ingestPurchaseData('chargeback')),
  onPurchaseSide('Refund', ingestPurchaseData('refund')),
  onPurchaseSide('UpdateAccount', ingestPurchaseData('updateaccount')),
  onPurchaseSide('SignUpStatus', ingestPurchaseData('signupstatus')),
  onPurchaseSide('Label', async ({ engine, ...input }) =>
    dataEventAnswer(await engine.ingestLabel(input), () => acknowledgement),
  ),
])

export const purchaseParameterEndpoints: readonly ParameterEndpoint[] = [
  {
    parts: ['merchantservices', 'events', 'purchase', 'branch'],
    make: (branch, rest) => (rest.length > 0 ? null : purchaseBranch(branch)),
  },
]

const purchaseBranch = (branch: string): Endpoint => ({
  apiName: 'v1.0/MerchantServices/Events/Purchase/Branch',
  family: 'purchase',
  event: null,
  run: assess({ eventType: 'purchase', branch }),
})
