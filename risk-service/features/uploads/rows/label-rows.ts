import { createLabelWrite } from '../../../engine/data-events/labels.ts'
import { normaliseLabel } from '../../../engine/ingest/precompiled-schemas.ts'
import { storeUploadedLabels } from '../../../kernel/store/events/store-uploaded-labels.ts'
import { latestOf, type RowStore } from './row-store.ts'

export interface LabelPlace {
  environmentId: string
  runId: string
  now: Date
  /** Event types of the environment's own assessments, which a label on a generic event may name. */
  ownTypes: readonly string[]
}

/** Stores labels, and labels the events that they name. */
export const createLabelStore = ({ environmentId, runId, now, ownTypes }: LabelPlace): RowStore => ({
  batchSize: 2000,
  prepare(_db, rows) {
    const labels = rows.map(({ body }) => {
      const write = createLabelWrite(environmentId, normaliseLabel(body).value, now, ownTypes)
      return { write, state: write.merge(null) }
    })
    const latest = latestOf(labels, ({ write }) => write.key)
    return Promise.resolve(trx => storeUploadedLabels(trx, environmentId, runId, latest))
  },
})
