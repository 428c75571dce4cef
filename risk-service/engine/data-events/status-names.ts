/** Names of statuses, types and reasons in events about a transaction. */
const knownNames = new Map(
  [
    ...['Approved', 'Pending', 'Rejected', 'Failed', 'Canceled', 'Unknown', 'Declined'],
    ...['Auth', 'Charge', 'AuthCancel', 'ChargeReversal'],
    ...['Inquiry', 'Accepted', 'Disputed', 'Reversed', 'ResubmittedRequest'],
    ...['FraudRefund', 'CustomerRequest', 'NonFraudRefund'],
  ].map(name => [name.toLowerCase(), name]),
)

/** Returns a status, a type or a reason as it is counted: merchants write known ones in any case. */
export const statusNameOf = <Text extends string | null>(text: Text): Text | string =>
  text === null ? text : (knownNames.get(text.trim().toLowerCase()) ?? text.trim())
