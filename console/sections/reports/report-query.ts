import { keepPreviousData } from '@tanstack/react-query'

/** How much of a query the options below read. */
interface ReportQuery {
  state: { data: { hasData: boolean; firstRead: boolean } | undefined }
}

const firstReadMs = 5_000
const noDataMs = 10_000

/**
 * Options of the query of a report. Its figures are refreshed every half minute; where there are none yet, or they are of
 * some transactions only, all of them may be seconds away.
 */
export const reportQueryOptions = {
  staleTime: ({ state }: ReportQuery) => (state.data?.firstRead ? 0 : 15 * 60_000),
  placeholderData: keepPreviousData,
  refetchInterval: ({ state }: ReportQuery) =>
    state.data?.firstRead ? firstReadMs : state.data?.hasData === false ? noDataMs : false,
}

/** Returns the report that is offered as a file: what was asked for, of all transactions. */
export const savedReport = <Report extends { firstRead: boolean }>(
  report: Report | undefined,
  isPlaceholderData: boolean,
): Report | undefined => (isPlaceholderData || report?.firstRead ? undefined : report)
