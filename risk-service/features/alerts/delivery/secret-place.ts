/** Returns the place of the key of a webhook, for its encryption. */
export const secretPlace = (targetId: string): string => `alert-target/${targetId}`
