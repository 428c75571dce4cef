import { mayFollow, type Upload } from '@assay/risk-service/contract'
import type { DataType } from '../use-uploads.ts'

/** Whether the file of an entity can be deleted. */
export const isDeletable = ({ state, busy }: Upload): boolean => !busy && mayFollow(state, 'NotStarted')

/** Why the selected data types cannot be processed: the first one that lacks something, and what. */
export type Obstacle =
  | { kind: 'none'; files: number }
  | { kind: 'nothing' }
  | { kind: 'busy' | 'file' | 'mapping' | 'processed'; dataType: string; count: number }

/** Returns whether the selected data types can be processed together; `nothing`: none is selected. */
export function obstacleOf(selected: readonly DataType[]): Obstacle {
  if (selected.length === 0) return { kind: 'nothing' }
  for (const { dataType, entities } of selected) {
    const count = (test: (upload: Upload) => boolean) => entities.filter(test).length
    const busy = count(({ state }) => state === 'Validating' || state === 'Processing')
    if (busy > 0) return { kind: 'busy', dataType, count: busy }
    const missing = count(({ state }) => state === 'NotStarted' || state === 'Uploading' || state === 'UploadFailed')
    if (missing > 0) return { kind: 'file', dataType, count: missing }
    const unmapped = count(({ state }) => state === 'NeedsMapping')
    if (unmapped > 0) return { kind: 'mapping', dataType, count: unmapped }
    const processed = count(({ state }) => state === 'Processed')
    if (processed > 0) return { kind: 'processed', dataType, count: processed }
  }
  return { kind: 'none', files: selected.reduce((sum, { entities }) => sum + entities.length, 0) }
}
