/** Returns the place of the key of a webhook, for its encryption. */
export const secretPlace = (subscriptionId: string): string => `event-subscription/${subscriptionId}`
