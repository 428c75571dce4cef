import { useState } from 'react'
import { findRecoveredRow } from '../../recovery/use-recovery.ts'

/** Under which a name is kept while it is being typed. */
export const renameRecoveryId = (environmentId: string, id: string): string => `rename/${environmentId}/${id}`

/** What of a list is being renamed: after a way to the sign-in page what it was then, as soon as the rows are there. */
export function useRenaming<Row extends { id: string }>(
  environmentId: string,
  rows: readonly Row[] | undefined,
): [Row | null, (row: Row | null) => void] {
  const [chosen, choose] = useState<Row | null>()
  if (chosen === undefined && rows) choose(findRecoveredRow(rows, ({ id }) => renameRecoveryId(environmentId, id)))
  return [chosen ?? null, choose]
}
