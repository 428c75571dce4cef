import type { TimelineRecord } from './timeline-record.tsx'

/** What happened to the case of an event, as far as it is loaded. */
export interface CaseHistory {
  records: readonly TimelineRecord[]
  /** The case or its history is still being fetched: more may come. */
  loading: boolean
  /** Why it is missing; null: it is not. */
  error: unknown
  /** Fetches again what is missing. */
  retry: () => void
}

/** The history of an event that has no case, or none that the caller may see. */
export const noCaseHistory: CaseHistory = { records: [], loading: false, error: null, retry: () => undefined }
