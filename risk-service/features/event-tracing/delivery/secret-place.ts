/** Returns the place of the key that signs, for its encryption. */
export const secretPlace = (subscriptionId: string): string => `event-subscription/${subscriptionId}`

/** Returns the place of what opens a sink, such as the secret key of a bucket, for its encryption. */
export const credentialPlace = (subscriptionId: string): string => `event-subscription/${subscriptionId}/credential`
