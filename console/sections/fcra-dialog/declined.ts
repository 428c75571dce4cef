/** Session storage: who declined in this tab, so that the dialog does not come back with every page. */
const declinedKey = 'assay/fcra-declined'

/** True when this person declined since the tab was opened. */
export function isDeclinedInSession(who: string): boolean {
  try {
    return sessionStorage.getItem(declinedKey) === who
  } catch {
    // Without a storage the dialog asks with every load of the page.
    return false
  }
}

export function storeDeclined(who: string): void {
  try {
    sessionStorage.setItem(declinedKey, who)
  } catch {
    // Nothing to keep it in.
  }
}
