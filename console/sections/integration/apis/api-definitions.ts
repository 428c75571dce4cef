/** An API of the product, by the id of its operation in the description of the risk API. */
export interface ApiDefinition {
  id: string
  group: 'purchase' | 'account'
  /** Name under which its calls are counted. */
  apiName: string
}

const purchaseSide = (id: string): ApiDefinition => ({
  id,
  group: 'purchase',
  apiName: `v1.0/MerchantServices/Events/${id}`,
})
const accountSide = (id: string, apiName: string): ApiDefinition => ({
  id,
  group: 'account',
  apiName: `v1.0/${apiName}`,
})

/** The APIs in the order in which a merchant integrates them. */
export const apiDefinitions: readonly ApiDefinition[] = [
  ...['Purchase', 'PurchaseStatus', 'BankEvent', 'Chargeback', 'Refund', 'UpdateAccount', 'Label'].map(purchaseSide),
  accountSide('AccountCreation', 'Action/Create'),
  accountSide('AccountCreationStatus', 'Observe/Create'),
  accountSide('AccountLogin', 'Action/Login'),
  accountSide('AccountLoginStatus', 'Observe/Login'),
  accountSide('AccountUpdate', 'Observe/Update'),
  accountSide('AccountLabel', 'Label/Create'),
]

/** Returns an API by the id in an address, whatever its letter case. */
export const findApi = (id: string): ApiDefinition | undefined =>
  apiDefinitions.find(each => each.id.toLowerCase() === id.toLowerCase())

/** Names of the sides, which are terms of the product. */
export const apiGroups = ['purchase', 'account'] as const
