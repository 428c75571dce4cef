import type { UploadEntityName, UploadRunState } from '../../../contract/index.ts'

/** Counts what runs do, for the metrics of the service. */
export interface RunMeter {
  rows: (step: 'checked' | 'stored' | 'rejected', entity: UploadEntityName, count: number) => void
  /** How far the current step of a run is: bytes of all. */
  reached: (bytes: number, total: number) => void
  ended: (state: Extract<UploadRunState, 'Finished' | 'Failed' | 'Cancelled'>) => void
}
