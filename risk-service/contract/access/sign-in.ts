/** An account that the sign-in page offers. */
export interface SignInAccount {
  id: string
  name: string
  username: string
  /** Product role id, `GlobalAdministrator`, or null. */
  role: string | null
}

/**
 * What the service writes into the sign-in page (`<script type="application/json" id="sign-in">`); the page makes no
 * call of its own.
 */
export interface SignInData {
  tenant: { id: string; name: string }
  /** Where the choice is posted. */
  action: string
  accounts: readonly SignInAccount[]
  organisations: readonly { name: string; url: string }[]
  build: string
  /** The password-less accounts are offered on an address that others can reach. */
  exposed: boolean
}
