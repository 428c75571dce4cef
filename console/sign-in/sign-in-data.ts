/** An account that the page offers. `role` is a product role, `GlobalAdministrator`, or null. */
export interface SignInAccount {
  id: string
  name: string
  username: string
  role: string | null
}
/** What the service writes into the page: `<script type="application/json" id="sign-in">`. */
export interface SignInData {
  tenant: { id: string; name: string }
  /** Where the chosen account is posted. */
  action: string
  accounts: readonly SignInAccount[]
  organisations: readonly { name: string; url: string }[]
  build: string
  /** The accounts answer on an address that others can reach. */
  exposed: boolean
}

/** The data of this page; throws when the service did not write any. */
export function signInData(): SignInData {
  const data = JSON.parse(document.getElementById('sign-in')?.textContent ?? 'null') as SignInData | null
  if (!data) throw new Error('The page has no sign-in data: it was not served by the risk service.')
  return data
}

/** How many accounts are offered before "Show more". */
export const shortList = 4
