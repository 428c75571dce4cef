/** Milliseconds after which a part of the dashboard is fetched again in any case. */
export const refetchSpan = 30_000

/** A part that could not be loaded at all is fetched again by its button only: it would flicker, and be announced anew. */
export const partInterval = ({ state }: { state: { data: unknown } }): number | false =>
  state.data === undefined ? false : refetchSpan

/** What a part shows of its query. */
export interface PartQuery<Data = unknown> {
  data: Data | undefined
  isError: boolean
  isPlaceholderData: boolean
  errorUpdateCount: number
  refetch: () => unknown
}

/** A part has failed until its data arrive, also while it is fetched again: the focus stays on its button. */
export const hasFailed = ({ data, isPlaceholderData, errorUpdateCount }: Omit<PartQuery, 'refetch'>): boolean =>
  (data === undefined || isPlaceholderData) && errorUpdateCount > 0
