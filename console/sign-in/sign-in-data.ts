import type { SignInData } from '@assay/risk-service/contract'

/** The data of this page; throws when the service did not write any. */
export function signInData(): SignInData {
  const data = JSON.parse(document.getElementById('sign-in')?.textContent ?? 'null') as SignInData | null
  if (!data) throw new Error('The page has no sign-in data: it was not served by the risk service.')
  return data
}

/** How many accounts are offered before "Show more". */
export const shortListLength = 4
