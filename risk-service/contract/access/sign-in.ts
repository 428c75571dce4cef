/** An account that the sign-in page offers. */
export interface SignInAccount {
  id: string
  name: string
  username: string
  /** Product role id, `GlobalAdministrator`, or null. */
  role: string | null
}

/**
 * Data that the service writes into the sign-in page (`<script type="application/json" id="sign-in">`); the page itself
 * calls no API.
 */
export interface SignInData {
  tenant: { id: string; name: string }
  /** Address to which the page posts the choice. */
  action: string
  accounts: readonly SignInAccount[]
  organisations: readonly { name: string; url: string }[]
  build: string
  /** The password-less accounts are offered on an address that other machines can reach. */
  exposed: boolean
}
