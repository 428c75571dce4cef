import { statusReasons } from '@assay/risk-service/contract'

/** Returns the message of a stored reason of an entry; null for a text that somebody wrote, which stays as it is. */
export function reasonId(reason: string): string | null {
  const found = statusReasons.find(each => each === reason)
  return found === undefined
    ? null
    : `Support.Reason.${found.replace(/ (\w)/g, (_all, letter: string) => letter.toUpperCase())}`
}
