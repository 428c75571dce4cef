import type { Application } from '@assay/risk-service/contract'
import { useState } from 'react'

export interface SelectedApplications {
  /** Those that can be selected, and those of them that are. */
  selectable: readonly Application[]
  selected: readonly Application[]
  select: (clientIds: readonly string[], isSelected: boolean) => void
}

/** The selected ones of some applications; what is not listed any more is not selected either. */
export function useSelected(selectable: readonly Application[]): SelectedApplications {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    selectable,
    selected: selectable.filter(({ clientId }) => ids.has(clientId)),
    select: (clientIds, isSelected) =>
      setIds(before => {
        const after = new Set(before)
        for (const id of clientIds) {
          if (isSelected) after.add(id)
          else after.delete(id)
        }
        return after
      }),
  }
}
