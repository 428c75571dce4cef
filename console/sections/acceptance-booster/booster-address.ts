import { defaultedParameter, optionalParameter } from '../../platform/router/use-search-state.ts'

export const boosterPaths = {
  overview: '/settings/transactionacceptancebooster',
  optIn: '/settings/transactionacceptancebooster/optin',
} as const
export type BoosterTab = keyof typeof boosterPaths

/** Stands for the newest purchase. */
export const newestPurchase = 'newest'

/** Whose message is shown: the id of a purchase, or the newest one. */
export const messageParameters = {
  message: optionalParameter,
  level: defaultedParameter(['standard', 'raw'], 'standard'),
}
