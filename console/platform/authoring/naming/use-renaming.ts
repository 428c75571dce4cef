import { useState } from 'react'
import { findRecoveredRow } from '../../recovery/use-recovery.ts'

/** Id under which recovery stores a name while it is typed. */
export const renameRecoveryId = (environmentId: string, id: string): string => `rename/${environmentId}/${id}`

/**
 * The entry of a list that is being renamed: after a return from the sign-in page the one from before, as soon as the
 * rows are loaded.
 */
export function useRenaming<Row extends { id: string }>(
  environmentId: string,
  rows: readonly Row[] | undefined,
): [Row | null, (row: Row | null) => void] {
  const [chosen, choose] = useState<Row | null>()
  if (chosen === undefined && rows) choose(findRecoveredRow(rows, ({ id }) => renameRecoveryId(environmentId, id)))
  return [chosen ?? null, choose]
}
