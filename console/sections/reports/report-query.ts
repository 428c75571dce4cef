import { keepPreviousData } from '@tanstack/react-query'

/** How much of a query the options below read. */
interface ReportQuery {
  state: { data: { hasData: boolean } | undefined }
}

/**
 * Options of the query of a report. Its figures are refreshed once a day; where there are none yet, the first refresh may
 * be seconds away.
 */
export const reportQueryOptions = {
  staleTime: 15 * 60_000,
  placeholderData: keepPreviousData,
  refetchInterval: ({ state }: ReportQuery) => (state.data?.hasData === false ? 10_000 : false),
}
