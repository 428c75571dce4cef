/** How many calls of the anonymous paths of the identity provider are answered. */
export interface SignInRates {
  /** Starts of a sign-in or sign-out of one address in a second, each of which writes to the store. */
  signIn: number
  /** Token requests of one address in a second. */
  token: number
  /** Wrong credentials of one client in an hour, from all addresses. */
  wrongCredentials: number
}
export const defaultSignInRates: SignInRates = { signIn: 5, token: 20, wrongCredentials: 100 }
